import Foundation

/// A JSON document in the making.
///
/// Keys come out sorted, numbers at full precision.
enum JSONValue: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(stringLiteral value: String) { self = .string(value) }
  init(integerLiteral value: Int) { self = .integer(value) }

  init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
  init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }
  init(_ value: String?) { self = value.map { .string($0) } ?? .null }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    // JSON has no infinity: an endless tolerance, or a distance beyond all numbers, is null.
    case .number(let value) where !value.isFinite: try container.encodeNil()
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  /// Prints the document to stdout when the verb ends: what fails after it is told in it.
  func print() throws { Surroundings.current.document.hold(self) }

  /// The document as text, on one line or indented.
  func text(isIndented: Bool) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    return [UInt8](try encoder.encode(self))
  }
}
