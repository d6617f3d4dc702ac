import ArgumentParser
import GeoSnap
import GeoSnapProjection

struct PointColumns: Sendable {
  /// The names in the header; `column1` and so on without one.
  let names: [String]
  let x: Int
  let y: Int
  let delimiter: UInt8
  let hasHeader: Bool
  let hasDecimalComma: Bool

  static let knownPairs = [
    ("x", "y"), ("lon", "lat"), ("long", "lat"), ("lng", "lat"), ("longitude", "latitude"),
    ("easting", "northing"), ("east", "north"), ("point_x", "point_y"), ("x_coord", "y_coord"),
    ("rechtswert", "hochwert"),
  ]

  init(
    names: [String]?,
    count: Int,
    x: String?,
    y: String?,
    delimiter: UInt8,
    hasDecimalComma: Bool
  ) throws {
    self.delimiter = delimiter
    self.hasDecimalComma = hasDecimalComma
    let names = names?.map(\.trimmed)
    hasHeader = names != nil
    self.names = names ?? (1...count).map { "column\($0)" }
    if let x = x?.trimmed, let y = y?.trimmed {
      self.x = try Self.column(x, names, count)
      self.y = try Self.column(y, names, count)
    } else if let names {
      let lowercased = names.map { $0.lowercased() }
      func only(_ name: String) -> Int? {
        lowercased.count { $0 == name } == 1 ? lowercased.firstIndex(of: name) : nil
      }
      for pair in Self.knownPairs {
        guard let x = only(pair.0), let y = only(pair.1) else { continue }
        (self.x, self.y) = (x, y)
        return
      }
      try Self.checkDelimiter(names)
      let known = Self.knownPairs.flatMap { [$0.0, $0.1] }
      for name in names where known.contains(name.lowercased()) {
        // It reports a name that occurs twice.
        _ = try Self.column(name, names, count)
      }
      func has(_ name: String) -> Bool { lowercased.contains(name) }
      if let (x, y) = Self.knownPairs.first(where: { has($0.0) != has($0.1) }) {
        throw Failure.usage(
          "There is a column \(has(x) ? x : y), but no column \(has(x) ? y : x): name the columns of the coordinates "
            + "with --x and --y. \(Self.list(names))"
        )
      }
      throw Failure.usage(
        "No two columns are recognized as coordinates: name them with --x and --y. If the first row is a point, "
          + "also give --no-header, and numbers of columns such as --x 2 --y 3. \(Self.list(names))"
      )
    } else {
      (self.x, self.y) = (0, 1)
    }
    if self.x == self.y {
      throw Failure.usage("--x and --y name the same column: give two columns.")
    }
    if self.x >= count || self.y >= count {
      throw Failure.usage(
        "The first row has one column, but x and y need two: give the separator with --delimiter."
      )
    }
  }

  static func checkNumbers(_ columns: [String?], noHeader: Bool) throws {
    for case let column? in columns where noHeader && Int(column).map({ $0 < 1 }) ?? true {
      throw ValidationError("With --no-header, --x and --y must be column numbers, from 1.")
    }
  }

  private static func column(_ name: String, _ names: [String]?, _ count: Int) throws -> Int {
    guard let names else {
      guard let number = Int(name), (1...count).contains(number) else {
        throw Failure.usage(
          "Without a header a column is a number from 1 to \(count), not \(name)."
        )
      }
      return number - 1
    }
    let exact = names.indices.filter { names[$0] == name }
    let found =
      exact.isEmpty ? names.indices.filter { names[$0].lowercased() == name.lowercased() } : exact
    guard found.count < 2 else {
      throw Failure.usage(
        exact.isEmpty
          ? "Several columns are named \(name), apart from case: give the exact name."
          : "Several columns are named \(name): rename all but one."
      )
    }
    guard let column = found.first else {
      try checkDelimiter(names)
      throw Failure.usage("No column is named \(name). \(list(names))")
    }
    return column
  }

  /// Refuses a header of one column that another delimiter would divide.
  private static func checkDelimiter(_ names: [String]) throws {
    guard names.count == 1, let option = delimiterOption(dividing: names[0]) else { return }
    throw Failure.usage("The first row is one column, \(names[0]): give \(option).")
  }

  static func delimiterOption(dividing row: String) -> String? {
    [(";", "';'"), ("\t", "tab"), ("|", "'|'"), (",", "','")]
      .first { row.contains($0.0) }.map { "--delimiter \($0.1)" }
  }

  func number(_ bytes: Span<UInt8>, _ field: Range<Int>) -> Double? {
    let isQuoted = !field.isEmpty && bytes[field.lowerBound] == CSVByte.quote
    if !isQuoted, !hasDecimalComma { return CSVNumber.read(bytes, field) }
    var value = CSVFields.value(bytes, field)
    if hasDecimalComma {
      // The point is a thousands separator here, or the number has another form.
      if value.contains(UInt8(ascii: ".")) { return nil }
      if let comma = value.firstIndex(of: UInt8(ascii: ",")) { value[comma] = UInt8(ascii: ".") }
    }
    return CSVNumber.read(value.span, 0..<value.count)
  }

  func text(_ number: Double) -> [UInt8] {
    var text = Array(number.description.utf8)
    guard hasDecimalComma, let point = text.firstIndex(of: UInt8(ascii: ".")) else { return text }
    text[point] = UInt8(ascii: ",")
    return delimiter == UInt8(ascii: ",") ? [CSVByte.quote] + text + [CSVByte.quote] : text
  }

  /// The error for a field that is not an ordinate, with the remedy; the remedy is nil where the row has to be
  /// corrected.
  func problem(
    _ bytes: Span<UInt8>,
    _ fields: [Range<Int>],
    _ column: Int
  ) -> (message: String, remedy: String?) {
    let value = CSVFields.value(bytes, fields[column])
    let text = String(decoding: value.prefix(40), as: UTF8.self)
    let name = "Column \(names[column]) is"
    if value.allSatisfy({ $0 <= 0x20 }) {
      return ("\(name) empty: a point needs both coordinates.", nil)
    }
    let isNumeric = value.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || [0x20, 0x2B, 0x2C, 0x2D, 0x2E].contains($0)
    }
    guard isNumeric else { return ("\(name) \"\(text)\", which is not a finite number.", nil) }
    let comma = value.lastIndex(of: UInt8(ascii: ","))
    let point = value.lastIndex(of: UInt8(ascii: "."))
    var remedy: String?
    switch (comma, point) {
    case (let comma?, let point?):
      let needsOption = comma > point && !hasDecimalComma
      remedy =
        "Write numbers without thousands separators\(needsOption ? ", and give --decimal-comma" : "")."
    case (_?, nil) where !hasDecimalComma: remedy = "Give --decimal-comma for decimal commas."
    case (nil, _?) where hasDecimalComma:
      remedy =
        "Write numbers without thousands separators; for decimal points leave --decimal-comma out."
    default: break
    }
    return ("\(name) \"\(text)\", which is not a number.", remedy)
  }

  private static func list(_ names: [String]) -> String {
    Words.known("column", names.map { $0.isEmpty ? "(unnamed)" : $0 })
  }
}

struct PointBlock: Sendable {
  struct BadRow: Sendable {
    let line: Int
    let message: String
    /// What the user can do; nil to correct the row.
    let remedy: String?
  }

  let block: CSVBlock
  let columns: PointColumns
  private let way: CoordinateTransformation?
  private(set) var places: [Coordinate] = []
  /// The index of each place's record in the block.
  private(set) var records: [Int] = []
  private(set) var badRows: [BadRow] = []
  /// Whether rows after the bad one at which reading ended can be read.
  private(set) var hasSoundRows = false

  init(
    _ block: CSVBlock,
    _ columns: PointColumns,
    needsText: Bool,
    skipsBadRows: Bool,
    way: CoordinateTransformation? = nil
  ) {
    self.way = way
    self.block = block
    self.columns = columns
    places.reserveCapacity(block.records.count)
    records.reserveCapacity(block.records.count)
    var fields: [Range<Int>] = []
    for (number, record) in block.records.enumerated() {
      CSVFields.split(block.bytes.span, record, delimiter: columns.delimiter, into: &fields)
      switch place(fields, needsText) {
      case .success(let place):
        places.append(place)
        records.append(number)
      case .failure(let problem):
        let line = block.line(at: problem.offset ?? record.lowerBound)
        badRows.append(BadRow(line: line, message: problem.message, remedy: problem.remedy))
        guard skipsBadRows else {
          hasSoundRows =
            !places.isEmpty
            || block.records[(number + 1)...].contains { record in
              CSVFields.split(block.bytes.span, record, delimiter: columns.delimiter, into: &fields)
              if case .success = place(fields, needsText) { return true }
              return false
            }
          return
        }
      }
    }
  }

  /// The number of a point's row in the file, from 1, without header and blank lines.
  func number(of point: Int) -> Int {
    block.precedingRecords + records[point] + (columns.hasHeader ? 0 : 1)
  }

  func split(_ point: Int, into fields: inout [Range<Int>]) {
    CSVFields.split(
      block.bytes.span,
      block.records[records[point]],
      delimiter: columns.delimiter,
      into: &fields
    )
  }

  private struct Problem: Error {
    let message: String
    var remedy: String?
    let offset: Int?
  }

  private func place(_ fields: [Range<Int>], _ needsText: Bool) -> Result<Coordinate, Problem> {
    if let (message, offset) = block.problem(fields, names: columns.names) {
      return .failure(Problem(message: message, offset: offset))
    }
    if needsText, let problem = textProblem(fields) { return .failure(problem) }
    let bytes = block.bytes.span
    guard let x = columns.number(bytes, fields[columns.x]) else {
      return .failure(problem(columns.x, fields))
    }
    guard let y = columns.number(bytes, fields[columns.y]) else {
      return .failure(problem(columns.y, fields))
    }
    let place = Coordinate(x: x, y: y)
    guard let way else { return .success(place) }
    do throws(ProjectionError) { return .success(try way.transform(place)) } catch {
      return .failure(Problem(message: "\(error)", offset: fields[columns.x].lowerBound))
    }
  }

  private func problem(_ column: Int, _ fields: [Range<Int>]) -> Problem {
    let (message, remedy) = columns.problem(block.bytes.span, fields, column)
    return Problem(message: message, remedy: remedy, offset: fields[column].lowerBound)
  }

  private func textProblem(_ fields: [Range<Int>]) -> Problem? {
    for (column, field) in fields.enumerated() {
      guard CSVFields.text(block.bytes.span, field) == nil else { continue }
      return Problem(
        message: "Column \(columns.names[column]) is not UTF-8: convert the file, for example "
          + "with iconv -f LATIN1 -t UTF-8, or output CSV, which keeps bytes as they are.",
        offset: field.lowerBound
      )
    }
    return nil
  }
}
