/// A part of a JSON document that the library stores without interpreting it.
///
/// - Complexity: Linear in the size.
/// - Source: RFC 8259.
public enum JSONFragment: Hashable, Sendable {
  /// Null.
  case null
  /// True or false.
  case boolean(Bool)
  /// A whole number of 64 bits.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// A text.
  case text(String)
  /// Values in order.
  case array([JSONFragment])
  /// Values by name.
  case object([String: JSONFragment])

  /// Parses a text; nil when it is not JSON.
  package init?(json text: String) {
    let bytes = text.utf8.span
    var scanner = JSONScanner(offset: 0)
    guard let value = try? JSONFragment.read(bytes, &scanner), scanner.peek(bytes) == nil,
      scanner.offset == bytes.count
    else { return nil }
    self = value
  }

  /// The greatest depth of nested values: far beyond real data, and safe on any thread's stack.
  static let deepestNesting = 64

  /// Reads a value; a whole number beyond 64 bits becomes the nearest double.
  static func read(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    depth: Int = 0
  ) throws(FormatError) -> JSONFragment {
    guard depth < deepestNesting else {
      throw FormatError(
        .nestedTooDeep,
        "Values nest deeper than \(deepestNesting) levels.",
        offset: scanner.offset
      )
    }
    switch scanner.peek(bytes) {
    case JSONByte.quote: return .text(try scanner.readString(bytes))
    case JSONByte.openBrace: return .object(try readMembers(bytes, &scanner, depth: depth + 1))
    case JSONByte.openBracket:
      var values: [JSONFragment] = []
      var goesOn = try scanner.beginArray(bytes)
      while goesOn {
        values.append(try read(bytes, &scanner, depth: depth + 1))
        goesOn = try scanner.continueArray(bytes)
      }
      return .array(values)
    case UInt8(ascii: "t"), UInt8(ascii: "f"): return .boolean(try scanner.readBoolean(bytes))
    case UInt8(ascii: "n"):
      try scanner.expectWord(bytes, "null")
      return .null
    default: return try readNumber(bytes, &scanner)
    }
  }

  /// Reads an object; throws ``FormatError`` with code `duplicateMember` also.
  static func readMembers(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    depth: Int = 0
  ) throws(FormatError) -> [String: JSONFragment] {
    var members: [String: JSONFragment] = [:]
    var goesOn = try scanner.beginObject(bytes)
    // Room for the number of members that most objects have.
    if goesOn { members.reserveCapacity(3) }
    while goesOn {
      let name = try scanner.readName(bytes)
      try readMember(name, bytes, &scanner, into: &members, depth: depth)
      goesOn = try scanner.continueObject(bytes)
    }
    return members
  }

  static func readMember(
    _ name: JSONName,
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner,
    into members: inout [String: JSONFragment],
    depth: Int = 0
  ) throws(FormatError) {
    let value = try read(bytes, &scanner, depth: depth)
    let text = try JSONScanner.text(name, in: bytes)
    try name.refuseTwice(members.updateValue(value, forKey: text) != nil, in: bytes)
  }

  private static func readNumber(
    _ bytes: Span<UInt8>,
    _ scanner: inout JSONScanner
  ) throws(FormatError) -> JSONFragment {
    let start = scanner.offset
    let number = try scanner.readNumber(bytes)
    switch JSONNumber(bytes, start..<scanner.offset) {
    case .whole(let whole): return .integer(whole)
    case .real: return .real(number)
    case .beyond:
      scanner.roundedCount += 1
      return .real(number)
    }
  }
}

extension JSONFragment: Codable {
  /// Reads any JSON value from any decoder.
  ///
  /// A whole number beyond 64 bits becomes the nearest double.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let text = #"{"size": [150, null]}"#
  /// let kept = try JSONDecoder().decode(JSONFragment.self, from: Data(text.utf8))
  /// kept == .object(["size": .array([.integer(150), .null])])  // -> true
  /// ```
  ///
  /// - Throws: `DecodingError` for a value that JSON does not have.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Int64.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .real(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let values = try? container.decode([JSONFragment].self) {
      self = .array(values)
    } else {
      self = .object(try container.decode([String: JSONFragment].self))
    }
  }

  /// Writes the value to any encoder.
  ///
  /// ```swift
  /// import Foundation
  ///
  /// let size = JSONFragment.array([.integer(150), .null])
  /// String(decoding: try JSONEncoder().encode(size), as: UTF8.self)  // -> [150,null]
  /// ```
  ///
  /// - Throws: `EncodingError` for a number that is not finite, if the encoder refuses it.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }
}
