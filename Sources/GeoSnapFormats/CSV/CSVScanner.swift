/// Finds the ends of CSV records in bytes that come piece by piece.
///
/// A quote opens a quoted field only as the field's first byte, and closes it unless it is doubled; any other quote
/// is an ordinary byte. A record ends at LF or CRLF outside quoted fields. Python's `csv` finds the same records.
package struct CSVScanner {
  private enum State {
    case fieldStart
    case plain
    case quoted
    case quoteInQuoted
  }

  private let quote = UInt8(ascii: "\"")
  private let delimiter: UInt8
  private var state = State.fieldStart

  package init(delimiter: UInt8) { self.delimiter = delimiter }

  /// The offset after the line end of the record; nil when `bytes` end first.
  ///
  /// `start` is the first byte that earlier calls have not scanned.
  package mutating func endOfRecord(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var state = state
    defer { self.state = state }
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if state == .quoted {
        if byte == quote { state = .quoteInQuoted }
      } else if byte == UInt8(ascii: "\n") {
        state = .fieldStart
        return offset
      } else if byte == delimiter {
        state = .fieldStart
      } else if byte == quote, state != .plain {
        state = .quoted
      } else {
        state = .plain
      }
    }
    return nil
  }

  /// The range of a record without its line end.
  package static func content(_ bytes: Span<UInt8>, _ record: Range<Int>) -> Range<Int> {
    var end = record.upperBound
    if end > record.lowerBound, bytes[end - 1] == UInt8(ascii: "\n") {
      end -= 1
      if end > record.lowerBound, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    }
    return record.lowerBound..<end
  }

  package var isInQuotedField: Bool { state == .quoted }
}
