/// Finds where records of CSV end, from bytes that come piece by piece.
///
/// A quote opens a quoted field only as the field's first byte and closes it unless doubled; any
/// other quote is a byte like others. A record ends at LF or CRLF outside quoted fields. Python's
/// `csv` finds the same records.
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

  /// The offset just past the line end that ends the record; nil when `bytes` end before.
  ///
  /// Continues where the last call stopped: `start` is the first byte not seen yet.
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

  /// Whether the bytes seen so far end within a quoted field.
  var isInQuotedField: Bool { state == .quoted }
}
