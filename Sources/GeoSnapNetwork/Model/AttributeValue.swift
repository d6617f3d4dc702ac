/// The value of one attribute of one feature; a NaN equals a NaN.
public enum AttributeValue: Hashable, Sendable {
  /// No value.
  case null
  /// An integer; Booleans are 0 and 1.
  case integer(Int64)
  /// A number in double precision.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes, which the library only stores.
  case blob([UInt8])

  /// Whether both values have the same type and are equal; a NaN equals a NaN.
  public static func == (left: AttributeValue, right: AttributeValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    case (.real(let left), .real(let right)): left == right || (left.isNaN && right.isNaN)
    case (.text(let left), .text(let right)): left == right
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  /// Hashes the stored value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: break
    case .integer(let number): hasher.combine(number)
    case .real(let number): hasher.combine(number.isNaN ? .nan : number)
    case .text(let text): hasher.combine(text)
    case .blob(let bytes): hasher.combine(bytes)
    }
  }

  /// The value as text; nil for null, an empty text and bytes.
  public var text: String? {
    switch self {
    case .text(let text): text.isEmpty ? nil : text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .null, .blob: nil
    }
  }

  /// The value as an integer, also of a text that is one, and of `true` and `false`.
  package var wholeValue: Int64? {
    switch self {
    case .integer(let value): value
    case .real(let value): Int64(exactly: value)
    case .text(let text):
      Int64(text) ?? (text.lowercased() == "true" ? 1 : text.lowercased() == "false" ? 0 : nil)
    case .null, .blob: nil
    }
  }

  package var numericValue: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .real(let value): value.isNaN ? nil : value
    case .text(let text): Double(text)
    case .null, .blob: nil
    }
  }
}

extension AttributeValue: Codable {
  /// Reads null, a number, a text, true or false as 1 or 0, or an object for values without a form in JSON: `{"blob":
  /// "00FF"}` for bytes as hexadecimal digits, `{"real": "inf"}` for an infinite number.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: AnyKey.self) {
      self = try AttributeValue(special: container)
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let flag = try? container.decode(Bool.self) {
      self = .integer(flag ? 1 : 0)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .real(number)
    } else {
      self = .text(try container.decode(String.self))
    }
  }

  private init(special container: KeyedDecodingContainer<AnyKey>) throws {
    try container.refuseKeys(except: ["blob", "real"])
    if let digits = try container.decodeIfPresent(String.self, forKey: "blob") {
      guard let bytes = try? HexDigits.bytes(Array(digits.utf8)[...]) else {
        throw container.wrong("blob", "These are not pairs of hexadecimal digits.")
      }
      self = .blob(bytes)
      return
    }
    let text = try container.decode(String.self, forKey: "real")
    guard let number = Double(text) else {
      throw container.wrong("real", "\(text) is not a number.")
    }
    self = .real(number)
  }

  /// Writes a value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .blob(let bytes):
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(HexDigits.text(bytes), forKey: "blob")
    case .real(let number) where !number.isFinite:
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode("\(number)", forKey: "real")
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .integer(let integer): try container.encode(integer)
      case .real(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      default: try container.encodeNil()
      }
    }
  }
}
