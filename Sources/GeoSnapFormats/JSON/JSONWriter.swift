internal import GeoSnapSupport

struct JSONWriter {
  var bytes: [UInt8] = []
  let ordinates: OrdinateFormat
  /// Whether Z and M that are NaN are written as null.
  var allowsMissing = false

  mutating func write(_ text: String) { bytes.append(text: text) }

  @inline(never)
  mutating func write(byte: UInt8) { bytes.append(byte) }

  /// Writes a number of an attribute, regardless of the format of ordinates.
  private mutating func writeNumber(_ number: Double) throws(GeometryError) {
    guard number.isFinite else {
      throw GeometryError(
        .nonFiniteOrdinate,
        "JSON has no number for \(number): leave the attribute out or make it null."
      )
    }
    // A real number stays real: 1 would be read as a whole number.
    bytes.append(text: number.description)
  }

  /// Writes a value; the members of objects are sorted by name.
  mutating func write(_ value: JSONFragment) throws(GeometryError) {
    switch value {
    case .null: write("null")
    case .boolean(let value): bytes.append(text: value.description)
    case .integer(let value): bytes.append(text: value.description)
    case .real(let value): try writeNumber(value)
    case .text(let value): bytes.appendJSON(value, .lineFeeds)
    case .array(let values):
      write(byte: JSONByte.openBracket)
      for (index, value) in values.enumerated() {
        if index > 0 { write(byte: JSONByte.comma) }
        try write(value)
      }
      write(byte: JSONByte.closeBracket)
    case .object(let members):
      write(byte: JSONByte.openBrace)
      try writeMembers(members, isFirst: true)
      write(byte: JSONByte.closeBrace)
    }
  }

  /// Writes the members of an object, sorted by name.
  mutating func writeMembers(
    _ members: [String: JSONFragment],
    isFirst: Bool = false
  ) throws(GeometryError) {
    var isFirst = isFirst
    for (name, value) in Array(members).ordered(by: { $0.key < $1.key }) {
      if !isFirst { write(byte: JSONByte.comma) }
      isFirst = false
      bytes.appendJSON(name, .lineFeeds)
      write(byte: JSONByte.colon)
      try write(value)
    }
  }
}
