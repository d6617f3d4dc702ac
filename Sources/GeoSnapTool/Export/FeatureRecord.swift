package import GeoSnap

/// A feature on its way from one file to another.
struct FeatureRecord {
  var geometry: Geometry?
  /// The attributes by name, in the order of the file.
  var properties: [(name: String, value: JSONValue)]
}

extension JSONValue {
  /// The value of a stored attribute; bytes as hexadecimal digits.
  package init(_ value: AttributeValue) {
    switch value {
    case .null: self = .null
    case .integer(let number): self = .integer(Int(number))
    case .real(let number): self = .number(number)
    case .text(let text): self = .string(text)
    case .blob(let bytes):
      self = .string(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }
  }

  /// The value of a member of JSON.
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

  /// How a column has to be stored that holds it; nil where any will do.
  var storage: AttributeField.Storage? {
    switch self {
    case .null: nil
    case .bool, .integer: .integer
    case .number: .real
    case .string, .array, .object: .text
    }
  }

  /// The value as a column of a storage holds it.
  func attribute(_ storage: AttributeField.Storage) -> AttributeValue {
    switch self {
    case .null: return .null
    case .bool(let truth): return storage == .text ? .text("\(truth)") : .integer(truth ? 1 : 0)
    case .integer(let number):
      return switch storage {
      case .integer: .integer(Int64(number))
      case .real: .real(Double(number))
      case .text, .blob: .text("\(number)")
      }
    case .number(let number):
      return storage == .real ? .real(number) : .text("\(number)")
    case .string(let text): return .text(text)
    case .array, .object: return .text(plainText)
    }
  }

  /// The value as a column of texts holds it; nothing for null.
  var plainText: String {
    switch self {
    case .null: ""
    case .bool(let truth): "\(truth)"
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .string(let text): text
    case .array, .object:
      (try? text(isIndented: false)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
  }
}

/// The columns of features that need not have the same attributes.
struct FieldList {
  private(set) var fields: [AttributeField] = []
  /// The columns that are not called as what they hold, because a column before them is, or nothing is.
  private(set) var renamed: [(name: String, column: String)] = []
  private var positions: [String: Int] = [:]
  private var taken: Set<String>
  /// Whether attributes whose names differ in case alone share a column.
  private let joinsCases: Bool

  /// - Parameters:
  ///   - joinsCases: Whether attributes whose names differ in case alone share a column. Without it each has
  ///     its own, whose name differs in more than case.
  ///   - taken: Names in lower case that no column may have.
  init(joinsCases: Bool = true, taken: Set<String> = []) {
    self.joinsCases = joinsCases
    self.taken = taken
  }

  /// Takes in a column that shares its name with none.
  ///
  /// - Returns: Its name.
  mutating func addOwn(_ name: String) -> String {
    let column = freeName(name)
    add(column, .text)
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

  /// Takes a column in; one that is there becomes wide enough for both.
  mutating func add(_ name: String, _ storage: AttributeField.Storage?) {
    let key = key(name)
    guard let position = positions[key] else {
      positions[key] = fields.count
      let column = freeName(name)
      taken.insert(column.lowercased())
      if column != name { renamed.append((name, column)) }
      // What is null everywhere is a text as well as anything.
      fields.append(AttributeField(column, storage ?? .text))
      isOpen.append(storage == nil)
      return
    }
    guard let storage else { return }
    let known = fields[position].storage
    if isOpen[position] {
      fields[position].storage = storage
      isOpen[position] = false
    } else if known != storage {
      let numbers: Set<AttributeField.Storage> = [.integer, .real]
      let areNumbers = numbers.contains(known) && numbers.contains(storage)
      fields[position].storage = areNumbers ? .real : .text
    }
  }

  /// For each column, whether nothing but null was seen in it.
  private var isOpen: [Bool] = []

  /// The position of the column that holds an attribute.
  func position(of name: String) -> Int? { positions[key(name)] }
}
