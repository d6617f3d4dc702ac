import GeoSnap

extension [UInt8] {
  mutating func appendJSON(_ text: String) {
    appendJSON(text.utf8, isPlain: text.utf8.span.isPlainJSON)
  }

  /// Appends UTF-8 as a JSON string.
  mutating func appendJSON(_ text: ArraySlice<UInt8>) {
    appendJSON(text, isPlain: text.span.isPlainJSON)
  }

  /// Appends UTF-8 as a JSON string.
  mutating func appendJSON(_ text: [UInt8]) { appendJSON(text[...]) }

  private mutating func appendJSON(_ text: some Collection<UInt8>, isPlain: Bool) {
    append(UInt8(ascii: "\""))
    defer { append(UInt8(ascii: "\"")) }
    // Few texts have characters to escape: the others are copied as a whole.
    guard !isPlain else { return append(contentsOf: text) }
    for byte in text {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        append(UInt8(ascii: "\\"))
        append(byte)
      case 0..<0x20:
        let digits = Array("0123456789abcdef".utf8)
        self += "\\u00".utf8
        append(digits[Int(byte >> 4)])
        append(digits[Int(byte & 0xF)])
      default: append(byte)
      }
    }
  }

  mutating func appendJSON(_ number: Int) {
    if (0...9).contains(number) {
      append(UInt8(ascii: "0") + UInt8(number))
    } else {
      append(contentsOf: number.description.utf8)
    }
  }

  /// Appends a number, or null for one that is not finite.
  mutating func appendJSON(_ number: Double) {
    append(contentsOf: number.isFinite ? number.description.utf8 : "null".utf8)
  }

  /// Appends a place: its coordinates in brackets.
  mutating func appendJSON(_ place: Coordinate, z: Double? = nil) {
    append(UInt8(ascii: "["))
    appendJSON(place.x)
    append(UInt8(ascii: ","))
    appendJSON(place.y)
    if let z {
      append(UInt8(ascii: ","))
      appendJSON(z)
    }
    append(UInt8(ascii: "]"))
  }
}

extension Span<UInt8> {
  /// Whether a JSON string can have the bytes without escapes.
  fileprivate var isPlainJSON: Bool {
    for index in indices where self[index] < 0x20 || self[index] == 0x22 || self[index] == 0x5C {
      return false
    }
    return true
  }
}
