import GeoSnap

package enum CSVNumber {
  /// Reads a number such as `12`, `-0.5`, `.5` or `1e5`, with spaces and tabs around it; returns the nearest double;
  /// nil for anything else, such as NaN, infinity or a number beyond the range of doubles.
  package static func read(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Double? {
    var offset = range.lowerBound
    var end = range.upperBound
    while offset < end, isBlank(bytes[offset]) { offset += 1 }
    while offset < end, isBlank(bytes[end - 1]) { end -= 1 }
    guard let number = DecimalNumber.read(bytes.extracting(..<end), &offset, isLoose: true),
      offset == end, number.isFinite
    else { return nil }
    return number
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }
}
