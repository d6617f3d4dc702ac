/// Finds the ends of CSV records in bytes that come piece by piece.
///
/// A quote opens a quoted field only as the field's first byte, and closes it unless it is doubled; any other quote
/// is an ordinary byte. A record ends at LF or CRLF outside quoted fields. Python's `csv` finds the same records.
struct CSVScanner {
  private enum State {
    case fieldStart
    case plain
    case quoted
    case quoteInQuoted
  }

  private let delimiter: UInt8
  private var state = State.fieldStart

  init(delimiter: UInt8) { self.delimiter = delimiter }

  /// The offset after the line end of the record; nil when `bytes` end first.
  ///
  /// `start` is the first byte that earlier calls have not scanned.
  mutating func endOfRecord(in bytes: Span<UInt8>, from start: Int) -> Int? {
    var state = state
    defer { self.state = state }
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if state == .quoted {
        if byte == CSVByte.quote { state = .quoteInQuoted }
      } else if byte == CSVByte.lineFeed {
        state = .fieldStart
        return offset
      } else if byte == delimiter {
        state = .fieldStart
      } else if byte == CSVByte.quote, state != .plain {
        state = .quoted
      } else {
        state = .plain
      }
    }
    return nil
  }

  var isInQuotedField: Bool { state == .quoted }
}
