import Foundation
package import GeoSnap

/// A JSON document, written with sorted keys and numbers at full precision.
package enum JSONValue: Encodable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral
{
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case blob([UInt8])
  case array([JSONValue])
  case object([String: JSONValue])

  package init(stringLiteral value: String) { self = .string(value) }
  package init(integerLiteral value: Int) { self = .integer(value) }

  package init(_ value: Double?) { self = value.map { .number($0) } ?? .null }
  package init(_ value: Int?) { self = value.map { .integer($0) } ?? .null }
  package init(_ value: String?) { self = value.map { .string($0) } ?? .null }
  package init(_ texts: [String]) { self = .array(texts.map { .string($0) }) }
  init(_ numbers: [Int]) { self = .array(numbers.map { .integer($0) }) }
  /// A place as `[x, y]` or `[x, y, z]`.
  init(_ place: Coordinate, z: Double? = nil) {
    self = .array([place.x, place.y, z].compactMap { $0.map { .number($0) } })
  }
  /// An envelope as `[xmin, ymin, xmax, ymax]`, or null.
  package init(_ envelope: Envelope?) {
    let corners = envelope.map { [$0.minX, $0.minY, $0.maxX, $0.maxY] }
    self = corners.map { .array($0.map { .number($0) }) } ?? .null
  }
  package init(_ terminals: [Terminal]) {
    self = .objects(terminals) { ["id": .integer($0.id), "name": .string($0.name)] }
  }
  init(_ counts: [String: Int]) { self = .object(counts.mapValues { .integer($0) }) }

  /// A list of objects, one for each item.
  package static func objects<Item>(
    _ items: some Sequence<Item>,
    _ members: (Item) throws -> [String: JSONValue]
  ) rethrows -> JSONValue {
    .array(try items.map { .object(try members($0)) })
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    // JSON cannot represent infinity: an unlimited tolerance, or a distance beyond the range of doubles, is null.
    case .number(let value) where !value.isFinite: try container.encodeNil()
    case .number(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .blob(let value): try container.encode(value.hexadecimal)
    case .array(let values): try container.encode(values)
    case .object(let members): try container.encode(members)
    }
  }

  func text(isIndented: Bool) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isIndented { encoder.outputFormatting.insert(.prettyPrinted) }
    return [UInt8](try encoder.encode(self))
  }

  package init(encoding value: some Encodable) throws {
    self.init(try JSONDecoder().decode(JSONFragment.self, from: JSONEncoder().encode(value)))
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(self)
    return bytes
  }
}

extension [UInt8] {
  var hexadecimal: String { HexDigits.text(self, inCapitals: false) }

  /// Appends a JSON value on one line, with sorted keys; a number that is not finite is null.
  package mutating func append(_ value: JSONValue) {
    switch value {
    case .null: self += "null".utf8
    case .bool(let truth): truth.appendJSON(to: &self)
    case .integer(let number): appendJSON(number)
    case .number(let number): appendJSON(number)
    case .string(let text): appendJSON(text)
    case .blob(let value): appendJSON(value.hexadecimal)
    case .array(let values):
      append(UInt8(ascii: "["))
      for (number, value) in values.enumerated() {
        if number > 0 { append(UInt8(ascii: ",")) }
        append(value)
      }
      append(UInt8(ascii: "]"))
    case .object(let members):
      append(UInt8(ascii: "{"))
      for (number, member) in members.sorted(by: { $0.key < $1.key }).enumerated() {
        if number > 0 { append(UInt8(ascii: ",")) }
        appendJSON(member.key)
        append(UInt8(ascii: ":"))
        append(member.value)
      }
      append(UInt8(ascii: "}"))
    }
  }
}
