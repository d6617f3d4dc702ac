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
