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

package enum CSVFields {
  private static let quote = UInt8(ascii: "\"")

  /// Replaces `fields` by the ranges of a record's fields, with quotes.
  package static func split(
    _ bytes: Span<UInt8>,
    _ record: Range<Int>,
    delimiter: UInt8,
    into fields: inout [Range<Int>]
  ) {
    fields.removeAll(keepingCapacity: true)
    var start = record.lowerBound
    var offset = start
    while true {
      if offset < record.upperBound, bytes[offset] == quote {
        // Up to the closing quote; what follows it up to the delimiter belongs to the field.
        offset += 1
        while offset < record.upperBound {
          if bytes[offset] == quote {
            offset += 1
            guard offset < record.upperBound, bytes[offset] == quote else { break }
          }
          offset += 1
        }
      }
      while offset < record.upperBound, bytes[offset] != delimiter { offset += 1 }
      fields.append(start..<offset)
      guard offset < record.upperBound else { return }
      offset += 1
      start = offset
    }
  }

  /// The error for a field that goes on after its closing quote; nil for a correct field.
  package static func quoteProblem(
    _ bytes: Span<UInt8>,
    _ field: Range<Int>,
    named name: String
  ) -> String? {
    guard !field.isEmpty, bytes[field.lowerBound] == quote else { return nil }
    var offset = field.lowerBound + 1
    while offset < field.upperBound {
      defer { offset += 1 }
      guard bytes[offset] == quote else { continue }
      offset += 1
      guard offset < field.upperBound else { return nil }
      if bytes[offset] != quote {
        return "Column \(name) opens a quote here, and more text follows the closing quote: double "
          + "the quotes within the text, or remove them."
      }
    }
    return nil
  }

  /// The bytes that a field stands for: without its quotes, and with doubled quotes as single ones.
  package static func value(_ bytes: Span<UInt8>, _ field: Range<Int>) -> [UInt8] {
    var value: [UInt8] = []
    value.reserveCapacity(field.count)
    var offset = field.lowerBound
    if !field.isEmpty, bytes[offset] == quote {
      offset += 1
      while offset < field.upperBound {
        if bytes[offset] == quote {
          offset += 1
          guard offset < field.upperBound, bytes[offset] == quote else { break }
        }
        value.append(bytes[offset])
        offset += 1
      }
    }
    while offset < field.upperBound {
      value.append(bytes[offset])
      offset += 1
    }
    return value
  }

  package static func text(_ bytes: Span<UInt8>, _ field: Range<Int>) -> String? {
    String(validating: value(bytes, field), as: UTF8.self)
  }
}
