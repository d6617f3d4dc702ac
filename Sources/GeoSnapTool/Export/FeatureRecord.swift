package import GeoSnap

/// A feature that is converted from one file to another.
struct FeatureRecord {
  /// The id in addition to the attributes: that of GeoJSON, or the key of a row.
  var id: JSONValue?
  var geometry: Geometry?
  /// The attributes by name, in the order of the file.
  var properties: [(name: String, value: JSONValue)]
}

extension JSONValue {
  /// Converts a stored attribute.
  ///
  /// `content` is the meaning of the column's values; all other values stay as they are stored.
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

  /// Converts the value of a JSON member.
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

  /// The value in a column of the given storage.
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
  /// The name of the column for ids of features; nil for none.
  private(set) var idColumn: String?
  private var ids: AttributeField.Kinds = []
  private var positions: [String: Int] = [:]
  private var taken: Set<String>
  /// Whether attributes whose names differ only in case share a column.
  private let joinsCases: Bool
  private var kinds: [AttributeField.Kinds] = []

  /// - `joinsCases`: Whether attributes whose names differ only in case share a column. Otherwise a column is renamed
  ///   so that names differ in more than case.
  /// - `taken`: Names in lower case that no column may have.
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

  /// Adds the attributes and the id of a feature.
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

  /// The position of the column for an attribute.
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
