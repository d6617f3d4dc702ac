import GeoSnap

/// A feature on its way from one file to another.
struct FeatureRecord {
  var geometry: Geometry?
  /// The attributes by name, in the order of the file.
  var properties: [(name: String, value: JSONValue)]
}

extension JSONValue {
  /// The value of a stored attribute; bytes as hexadecimal digits.
  init(_ value: AttributeValue) {
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
  init(_ fragment: JSONFragment) {
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
  private var positions: [String: Int] = [:]

  /// Takes a column in; one that is there becomes wide enough for both.
  mutating func add(_ name: String, _ storage: AttributeField.Storage?) {
    let key = name.lowercased()
    guard let position = positions[key] else {
      positions[key] = fields.count
      // What is null everywhere is a text as well as anything.
      fields.append(AttributeField(name, storage ?? .text))
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

  /// The position of a column, compared without case.
  func position(of name: String) -> Int? { positions[name.lowercased()] }
}
