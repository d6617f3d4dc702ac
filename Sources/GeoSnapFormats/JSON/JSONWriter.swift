internal import GeoSnapSupport

/// How the control characters of a JSON string are written.
package enum JSONEscapes {
  /// All as digits.
  case digits
  /// Line feeds as `\n`, the others as digits in capitals.
  case lineFeeds
  /// Line feeds, carriage returns and tabs as letters, the others as digits.
  case blanks
}

extension [UInt8] {
  package mutating func appendJSON(_ text: String, _ escapes: JSONEscapes = .digits) {
    appendJSON(text.utf8, isPlain: text.utf8.span.isPlainJSON, escapes)
  }

  package mutating func appendJSON(_ text: ArraySlice<UInt8>) {
    appendJSON(text, isPlain: text.span.isPlainJSON, .digits)
  }

  private mutating func appendJSON(
    _ text: some Collection<UInt8>,
    isPlain: Bool,
    _ escapes: JSONEscapes
  ) {
    append(JSONByte.quote)
    defer { append(JSONByte.quote) }
    // Few texts have characters to escape: the others are copied as a whole.
    guard !isPlain else { return append(contentsOf: text) }
    for byte in text {
      switch (byte, escapes) {
      case (JSONByte.quote, _), (JSONByte.backslash, _):
        append(JSONByte.backslash)
        append(byte)
      case (0x0A, .lineFeeds), (0x0A, .blanks): append(text: "\\n")
      case (0x0D, .blanks): append(text: "\\r")
      case (0x09, .blanks): append(text: "\\t")
      case (..<0x20, _):
        append(text: "\\u00")
        append(text: HexDigits.text([byte], inCapitals: escapes == .lineFeeds))
      default: append(byte)
      }
    }
  }

  package mutating func appendJSON(_ number: Int) {
    if (0...9).contains(number) {
      append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(contentsOf: number.description.utf8)
    }
  }

  /// Appends a number, or null for one that is not finite.
  package mutating func appendJSON(_ number: Double) {
    append(contentsOf: number.isFinite ? number.description.utf8 : "null".utf8)
  }

  /// Appends a number, without a fraction when it is whole, or null for one that is not finite.
  package mutating func appendShortJSON(_ number: Double) {
    if let whole = Int(exactly: number), whole.magnitude < 1 << 53 {
      appendJSON(whole)
    } else {
      appendJSON(number)
    }
  }

  /// Appends a place: its coordinates in brackets.
  package mutating func appendJSON(_ place: Coordinate, z: Double? = nil) {
    append(JSONByte.openBracket)
    appendJSON(place.x)
    append(JSONByte.comma)
    appendJSON(place.y)
    if let z {
      append(JSONByte.comma)
      appendJSON(z)
    }
    append(JSONByte.closeBracket)
  }
}

extension String {
  package func jsonQuoted(_ escapes: JSONEscapes = .digits) -> String {
    var bytes: [UInt8] = []
    bytes.appendJSON(self, escapes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension Span<UInt8> {
  /// Whether a JSON string can have the bytes without escapes.
  fileprivate var isPlainJSON: Bool {
    for index in indices
    where self[index] < 0x20 || self[index] == JSONByte.quote || self[index] == JSONByte.backslash {
      return false
    }
    return true
  }
}

struct JSONWriter {
  var bytes: [UInt8] = []
  let ordinates: OrdinateFormat
  /// Whether Z and M that are NaN are written as null.
  var allowsMissing = false

  mutating func write(_ text: String) { bytes.append(text: text) }

  @inline(never) mutating func write(byte: UInt8) { bytes.append(byte) }

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
