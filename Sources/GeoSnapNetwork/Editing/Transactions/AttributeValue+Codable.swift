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
