package import GeoSnap

struct FeatureRecord {
  /// The id in addition to the attributes: that of GeoJSON, or the key of a row.
  var id: JSONValue?
  var geometry: Geometry?
  /// The attributes by name, in the order of the file.
  var properties: [(name: String, value: JSONValue)]
}

extension JSONValue {
  /// Converts a stored attribute; `content` is the meaning of the column's values.
  package init(_ value: AttributeValue, _ content: AttributeField.Content? = nil) {
    switch (value, content) {
    case (.integer(0), .boolean): self = .bool(false)
    case (.integer(1), .boolean): self = .bool(true)
    case (.text(let text), .json):
      let fragment = JSONFragment(json: text)
      switch fragment {
      case .array?, .object?: self.init(fragment ?? .null)
      default: self = .string(text)
      }
    case (.null, _): self = .null
    case (.integer(let number), _): self = .integer(Int(number))
    case (.real(let number), _): self = .number(number)
    case (.text(let text), _): self = .string(text)
    case (.blob(let bytes), _): self = .blob(bytes)
    }
  }

  package init(_ fragment: JSONFragment) {
    switch fragment {
    case .null: self = .null
    case .boolean(let truth): self = .bool(truth)
    case .integer(let number): self = .integer(Int(number))
    case .real(let number): self = .number(number)
    case .text(let text): self = .string(text)
    case .array(let values): self = .array(values.map { JSONValue($0) })
    case .object(let members): self = .object(members.mapValues { JSONValue($0) })
    }
  }

  /// The kinds of values that its column has to hold.
  var kinds: AttributeField.Kinds {
    switch self {
    case .null: []
    case .bool: .boolean
    case .integer(let number): AttributeField.Kinds(Int64(number))
    case .number: .real
    case .string: .text
    case .blob: .bytes
    case .array, .object: .json
    }
  }

  func attribute(_ storage: AttributeField.Storage) -> AttributeValue {
    switch (self, storage) {
    case (.null, _): .null
    case (.bool(let truth), _) where storage != .text: .integer(truth ? 1 : 0)
    case (.integer(let number), .integer): .integer(Int64(number))
    case (.integer(let number), .real): .real(Double(number))
    case (.number(let number), .real): .real(number)
    case (.blob(let bytes), .blob): .blob(bytes)
    default: .text(plainText)
    }
  }

  /// The value in a text column; empty for null.
  var plainText: String {
    switch self {
    case .null: ""
    case .bool(let truth): "\(truth)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text): text
    case .blob(let bytes): bytes.hexadecimal
    case .array, .object: String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// The columns of features that need not have the same attributes.
struct FieldList {
  private(set) var fields: [AttributeField] = []
  /// The columns that could not keep the name of their attribute, since another column has it or it is empty.
  private(set) var renamed: [(name: String, column: String)] = []
  private(set) var idColumn: String?
  private var ids: AttributeField.Kinds = []
  private var positions: [String: Int] = [:]
  private var taken: Set<String>
  /// Whether attributes whose names differ only in case share a column.
  private let joinsCases: Bool
  private var kinds: [AttributeField.Kinds] = []

  /// - `joinsCases`: Whether attributes whose names differ only in case share a column. Otherwise a column is renamed
  /// so that names differ in more than case.
  init(joinsCases: Bool = true, taken: Set<String> = []) {
    self.joinsCases = joinsCases
    self.taken = taken
  }

  /// Adds a column with a unique name, which is returned.
  mutating func addOwn(_ name: String) -> String {
    let column = freeName(name)
    add(column, AttributeField.Kinds.text)
    if column != name { renamed.append((name, column)) }
    return column
  }

  private func freeName(_ name: String) -> String {
    let base = name.isEmpty ? "column" : name
    var free = base
    var number = 2
    while taken.contains(free.lowercased()) {
      free = "\(base)_\(number)"
      number += 1
    }
    return free
  }

  private func key(_ name: String) -> String { joinsCases ? name.lowercased() : name }

  mutating func add(_ record: FeatureRecord) {
    for (name, value) in record.properties { add(name, value.kinds) }
    if let id = record.id { ids.insert(id.kinds) }
  }

  /// Adds a column of a table, which holds all its values as declared.
  mutating func add(_ field: AttributeField) {
    add(field.name, AttributeField.Kinds(rawValue: .max))
    fields[fields.count - 1].storage = field.storage
    fields[fields.count - 1].content = field.content
  }

  /// Adds a column, or widens an existing one for both kinds of values.
  mutating func add(_ name: String, _ storage: AttributeField.Storage) {
    add(name, AttributeField.Kinds(storage))
  }

  private mutating func add(_ name: String, _ kind: AttributeField.Kinds) {
    let key = key(name)
    guard let position = positions[key] else {
      positions[key] = fields.count
      let column = freeName(name)
      taken.insert(column.lowercased())
      if column != name { renamed.append((name, column)) }
      fields.append(kind.field(column))
      kinds.append(kind)
      return
    }
    guard !kinds[position].isSuperset(of: kind) else { return }
    kinds[position].insert(kind)
    fields[position] = kinds[position].field(fields[position].name)
  }

  /// Inserts a column for the ids of features at the beginning, under a unique name.
  mutating func addIDs() {
    guard !ids.isEmpty else { return }
    let column = freeName("id")
    if column != "id" { renamed.append(("the id of the features", column)) }
    // An id keeps its identity as long as its notation stays the same.
    fields.insert(
      ids.isSubset(of: [.integer, .longInteger])
        ? ids.field(column) : AttributeField(column, .text),
      at: 0
    )
    kinds.insert(ids, at: 0)
    positions = positions.mapValues { $0 + 1 }
    idColumn = column
  }

  func position(of name: String) -> Int? { positions[key(name)] }

  /// The values of a feature, one for each column; `missing` where it has none.
  func values<Value>(
    of record: FeatureRecord,
    missing: Value,
    _ value: (JSONValue, AttributeField) -> Value
  ) -> [Value] {
    var values = [Value](repeating: missing, count: fields.count)
    for (name, property) in record.properties {
      if let position = position(of: name) { values[position] = value(property, fields[position]) }
    }
    if idColumn != nil, let id = record.id { values[0] = value(id, fields[0]) }
    return values
  }
}

struct CSVFeatureReader {
  private var reader: CSVReader
  private let input: ByteSource
  private let names: [String]
  private let delimiter: UInt8
  private let srid: SRID?
  /// The column of well-known text; nil where x and y are columns.
  private let wkt: Int?
  private let points: PointColumns?
  private var block: CSVBlock?
  private var record = 0
  private var start = 0
  /// The line of the last record that was read.
  var line: Int? { block?.line(at: start) }
  let renamed: [(name: String, column: String)]

  private static let geometryNames = ["wkt", "geom", "geometry", "the_geom", "shape"]

  init(_ input: ByteSource, _ arguments: CSVArguments, delimiter: UInt8?, _ srid: SRID?) throws {
    self.input = input
    self.srid = srid
    let delimiter = delimiter ?? arguments.delimiter.byte
    self.delimiter = delimiter
    var reader = CSVReader(input, delimiter: delimiter)
    guard let first = try reader.next() else {
      throw Failure.badData("\(input.name) is empty: features are expected.")
    }
    self.reader = reader
    var fields: [Range<Int>] = []
    CSVFields.split(first.bytes.span, first.records[0], delimiter: delimiter, into: &fields)
    let header =
      arguments.noHeader
      ? nil : fields.map { (CSVFields.text(first.bytes.span, $0) ?? "").trimmed }
    var columns = FieldList(joinsCases: false)
    names = header?.map { columns.addOwn($0) } ?? fields.indices.map { "column\($0 + 1)" }
    renamed = columns.renamed
    let named = (arguments.x == nil ? header ?? [] : []).enumerated().filter {
      Self.geometryNames.contains($1.lowercased())
    }
    // Other names than WKT may be those of attributes.
    var column = named.first { number, name in
      name.lowercased() == "wkt" || Self.holdsGeometry(number, first, delimiter)
    }?.offset
    var points: PointColumns?
    if column == nil {
      do {
        points = try PointColumns(
          names: header,
          count: fields.count,
          x: arguments.x,
          y: arguments.y,
          delimiter: delimiter,
          hasDecimalComma: arguments.decimalComma
        )
      } catch {
        guard let guess = named.first else { throw error }
        column = guess.offset
      }
    }
    wkt = column
    self.points = points
    block = first
    record = arguments.noHeader ? 0 : 1
  }

  /// Whether a value of a column in the first block is a geometry.
  private static func holdsGeometry(_ column: Int, _ block: CSVBlock, _ delimiter: UInt8) -> Bool {
    var fields: [Range<Int>] = []
    for record in block.records.dropFirst() {
      CSVFields.split(block.bytes.span, record, delimiter: delimiter, into: &fields)
      guard column < fields.count,
        let text = CSVFields.text(block.bytes.span, fields[column]), !text.isEmpty
      else { continue }
      if (try? Geometry(text: text)) != nil { return true }
    }
    return false
  }

  /// The next feature, or nil at the end; throws ``Failure`` with the line.
  mutating func next() throws -> FeatureRecord? {
    while let block {
      guard record < block.records.count else {
        self.block = try reader.next()
        record = 0
        continue
      }
      let range = block.records[record]
      record += 1
      start = range.lowerBound
      var fields: [Range<Int>] = []
      CSVFields.split(block.bytes.span, range, delimiter: delimiter, into: &fields)
      func failure(_ message: String, at offset: Int? = nil) -> Failure {
        let line = block.line(at: offset ?? range.lowerBound)
        return Failure.badData("\(input.name):\(line): \(message)", file: input.name, line: line)
      }
      if let (message, offset) = block.problem(fields, names: names) {
        throw failure(message, at: offset)
      }
      var texts: [String] = []
      for field in fields {
        guard let text = CSVFields.text(block.bytes.span, field) else {
          throw failure(
            "The row is not UTF-8: convert the file, for example with iconv -f LATIN1 -t UTF-8 FILE > OUT"
          )
        }
        texts.append(text)
      }
      var geometry: Geometry?
      var used: Set<Int> = []
      if let wkt {
        used = [wkt]
        do {
          if !texts[wkt].allSatisfy(\.isWhitespace) {
            geometry = try Geometry(text: texts[wkt], srid: srid)
          }
        } catch {
          throw failure("\(names[wkt]): \(error.message)")
        }
      } else if let points {
        used = [points.x, points.y]
        let hasPlace = used.contains { !texts[$0].allSatisfy(\.isWhitespace) }
        let bytes = block.bytes.span
        let (x, y) = (
          points.number(bytes, fields[points.x]), points.number(bytes, fields[points.y])
        )
        if let x, let y {
          geometry = .point(Point(Coordinate(x: x, y: y), srid: srid))
        } else if hasPlace {
          let wrong = points.problem(bytes, fields, x == nil ? points.x : points.y)
          throw failure(wrong.remedy.map { "\(wrong.message) \($0)" } ?? wrong.message)
        }
      }
      return FeatureRecord(
        geometry: geometry,
        properties: texts.indices.filter { !used.contains($0) }.map {
          (names[$0], texts[$0].isEmpty ? .null : .string(texts[$0]))
        }
      )
    }
    return nil
  }
}
