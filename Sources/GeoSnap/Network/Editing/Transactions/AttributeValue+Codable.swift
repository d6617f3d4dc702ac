extension AttributeValue: Codable {
  /// Reads null, a number, a text, true or false as 1 or 0, or an object of what JSON has no form
  /// for: `{"blob": "00FF"}` bytes as hexadecimal digits, `{"real": "inf"}` an infinite number.
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
    if let digits = try container.decodeIfPresent(String.self, forKey: AnyKey("blob")) {
      guard let bytes = [UInt8](hexadecimal: digits) else {
        throw DecodingError.dataCorruptedError(
          forKey: AnyKey("blob"),
          in: container,
          debugDescription: "These are no pairs of hexadecimal digits."
        )
      }
      self = .blob(bytes)
      return
    }
    let text = try container.decode(String.self, forKey: AnyKey("real"))
    guard let number = Double(text) else {
      throw DecodingError.dataCorruptedError(
        forKey: AnyKey("real"),
        in: container,
        debugDescription: "\(text) is no number."
      )
    }
    self = .real(number)
  }

  /// Writes a value.
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .blob(let bytes):
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode(bytes.hexadecimal, forKey: AnyKey("blob"))
    case .real(let number) where !number.isFinite:
      var container = encoder.container(keyedBy: AnyKey.self)
      try container.encode("\(number)", forKey: AnyKey("real"))
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

extension [UInt8] {
  /// Two hexadecimal digits for each byte.
  fileprivate var hexadecimal: String {
    let digits = [Character]("0123456789ABCDEF")
    return String(flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }

  /// Reads two hexadecimal digits for each byte; nil for anything else.
  fileprivate init?(hexadecimal text: String) {
    let digits = text.map { $0.isASCII ? $0.hexDigitValue : nil }
    guard digits.count.isMultiple(of: 2) else { return nil }
    self.init()
    reserveCapacity(digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      append(UInt8(high << 4 | low))
    }
  }
}
