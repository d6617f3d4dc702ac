internal import GeoSnap

/// A CSV table with a header: its rows, columns by name, and problems.
struct OpenDSSTable {
  struct Row {
    let line: Int
    let fields: [String]
  }

  let name: String
  private(set) var rows: [Row] = []
  private(set) var problems: [ImportProblem] = []
  private(set) var unknownColumns: [String] = []
  private var columns: [String: Int] = [:]

  /// Reads a table; rows that are longer or shorter than the header are problems.
  init(
    _ file: ImportFile,
    needed: [String],
    optional: [String] = [],
    isKnown: (String) -> Bool = { _ in false }
  ) throws(ReadingError) {
    name = file.name.split(separator: "/").last.map(String.init) ?? file.name
    let records = try CSVRecord.records(of: file.bytes, path: name)
    guard let header = records.first else {
      throw ReadingError(
        name,
        "The table is empty: a header with \(needed.joined(separator: ",")) was expected."
      )
    }
    let name = name
    func failure(_ message: String) -> ReadingError {
      ReadingError("\(name), line \(header.line)", line: header.line, message)
    }
    for (position, column) in header.fields.enumerated() {
      let key = column.withoutBlanks.lowercased()
      if columns.updateValue(position, forKey: key) != nil {
        throw failure("Two columns are named '\(key)' (case and blanks are ignored).")
      }
      if !needed.contains(key) && !optional.contains(key) && !isKnown(key) {
        unknownColumns.append(key)
      }
    }
    let missing = needed.filter { columns[$0] == nil }
    if !missing.isEmpty {
      if header.fields.count == 1, header.fields[0].contains(";") {
        throw failure("The first row has one column: separate the fields by commas.")
      }
      throw failure("Columns are missing: \(Words.names(missing)).")
    }
    for record in records.dropFirst() {
      if record.fields.count == header.fields.count {
        rows.append(Row(line: record.line, fields: record.fields.map(\.withoutBlanks)))
      } else {
        let count = record.fields.count
        report(
          record.line,
          nil,
          "The row has \(count) fields, but the header has \(header.fields.count): a comma or "
            + "a quote is missing or superfluous."
        )
      }
    }
  }

  func has(_ column: String) -> Bool { columns[column] != nil }

  @inline(never)
  func text(_ row: Row, _ column: String) -> String {
    columns[column].map { row.fields[$0] } ?? ""
  }

  mutating func number(_ row: Row, _ column: String) -> Double? {
    let text = text(row, column)
    guard !text.isEmpty else { return nil }
    if let number = Double(text), number.isFinite { return number }
    report(row, column, "A finite number was expected; this is '\(text)'.")
    return nil
  }

  mutating func integer(_ row: Row, _ column: String, in range: ClosedRange<Int>) -> Int? {
    guard let number = number(row, column) else { return nil }
    if let whole = Int(exactly: number), range.contains(whole) { return whole }
    report(
      row,
      column,
      "A whole number from \(range.lowerBound) to \(range.upperBound) was expected; this is '\(text(row, column))'."
    )
    return nil
  }

  mutating func flag(_ row: Row, _ column: String, missing: Bool) -> Bool {
    switch text(row, column).lowercased() {
    case "": return missing
    case "1", "1.0", "true", "yes": return true
    case "0", "0.0", "false", "no": return false
    default:
      report(row, column, "1 or 0 was expected; this is '\(text(row, column))'.")
      return missing
    }
  }

  mutating func list(_ row: Row, _ column: String, separator: Character) -> [Int] {
    let text = text(row, column)
    guard !text.isEmpty else { return [] }
    var numbers: [Int] = []
    for part in text.split(separator: separator, omittingEmptySubsequences: false) {
      guard let number = Int(whole: String(part)), (0...1_000_000).contains(number) else {
        report(
          row,
          column,
          "Whole numbers joined by '\(separator)' were expected; this is '\(text)'."
        )
        return []
      }
      numbers.append(number)
    }
    return numbers
  }

  mutating func report(_ row: Row, _ column: String, _ message: String) {
    report(row.line, column, message)
  }

  private mutating func report(_ line: Int, _ column: String?, _ message: String) {
    guard problems.count < ImportError.problemLimit else { return }
    let place = "\(name), line \(line)" + (column.map { ", \($0)" } ?? "")
    problems.add(place, line: line, message)
  }

  mutating func openNodes(_ row: Row, _ nodes: [[Int]]) -> [Set<Int>] {
    var open = [Set<Int>](repeating: [], count: nodes.count)
    let text = text(row, "open_phases")
    guard !text.isEmpty else { return open }
    for part in text.split(separator: "|", omittingEmptySubsequences: false) {
      let numbers = part.split(separator: ".", omittingEmptySubsequences: false)
        .compactMap { Int(whole: String($0)) }
      guard numbers.count == 2, (1...nodes.count).contains(numbers[0]),
        nodes[numbers[0] - 1].contains(numbers[1])
      else {
        report(
          row,
          "open_phases",
          "Terminals and their nodes joined by '|' were expected, as in 1.2|1.3; this is '\(text)'."
        )
        return open
      }
      open[numbers[0] - 1].insert(numbers[1])
    }
    return open
  }

  mutating func kilovolts(_ row: Row) -> [Double] {
    let text = text(row, "kv")
    guard !text.isEmpty else { return [] }
    var numbers: [Double] = []
    for part in text.split(separator: "/", omittingEmptySubsequences: false) {
      guard let number = Double(String(part).withoutBlanks), number.isFinite, number >= 0 else {
        report(row, "kv", "Voltages of 0 or more, joined by '/', were expected; this is '\(text)'.")
        return []
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The length in metres, which is also the default unit.
  mutating func metres(_ row: Row) -> Double? {
    guard let length = number(row, "length") else { return nil }
    if length < 0 { report(row, "length", "A length cannot be negative.") }
    switch text(row, "units").lowercased() {
    case "", "none", "m", "meter", "meters", "metre", "metres": return length
    case "km": return length * 1_000
    case "mi", "mile", "miles": return length * 1_609.344
    case "kft": return length * 304.8
    case "ft", "feet", "foot": return length * 0.3048
    case "in", "inch": return length * 0.0254
    case "cm": return length / 100
    case "mm": return length / 1_000
    default:
      report(
        row,
        "units",
        "mi, kft, km, m, ft, in, cm, mm or none was expected; this is " + "'\(text(row, "units"))'."
      )
      return nil
    }
  }
}

extension String {
  var withoutBlanks: String {
    let kept = drop { $0.isWhitespace }
    guard let last = kept.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(kept[...last])
  }
}
