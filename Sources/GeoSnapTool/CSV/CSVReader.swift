import GeoSnap

/// Reads CSV (RFC 4180) in blocks of whole records, in bounded memory.
///
/// No library is used: the bytes of rows pass through unchanged (quotes, encoding), and the CSV packages for Swift
/// decode whole files into strings.
package struct CSVReader {
  /// The length in bytes of the longest record that is read: an unclosed quote would take in the rest of the file.
  package static let longestRecord = 16 << 20

  private(set) var hasByteOrderMark = false

  private let input: ByteSource
  private let blockSize: Int
  private var scanner: CSVScanner
  private var rest: [UInt8] = []
  private var isAtStart = true
  private var line = 1
  private var records = 0

  package init(_ input: ByteSource, delimiter: UInt8, blockSize: Int = 256 << 10) {
    self.input = input
    self.blockSize = blockSize
    scanner = CSVScanner(delimiter: delimiter)
  }

  var byteCount: Int { input.byteCount }

  package mutating func next() throws -> CSVBlock? {
    var bytes = rest
    rest = []
    var scanned = bytes.count
    var records: [Range<Int>] = []
    var start = 0
    while records.isEmpty {
      let isAtEnd = try !input.read(blockSize, into: &bytes)
      if isAtStart {
        // A pipe may deliver less than the byte order mark.
        if !isAtEnd, bytes.count < 3 { continue }
        try begin(&bytes)
      }
      while let end = scanner.endOfRecord(in: bytes.span, from: scanned) {
        append(start, end, bytes, to: &records)
        start = end
        scanned = end
      }
      scanned = bytes.count
      if isAtEnd {
        try checkIsClosed(start, bytes)
        append(start, bytes.count, bytes, to: &records)
        start = bytes.count
        break
      }
      try checkLength(start, bytes)
    }
    guard let first = records.first else { return nil }
    if self.records == 0, bytes[first].contains(CSVByte.carriageReturn),
      !bytes[first].contains(CSVByte.quote)
    {
      throw Failure.badData(
        "\(input.name): Lines end with carriage returns alone: convert them, for example with "
          + "tr '\\r' '\\n'."
      )
    }
    rest = Array(bytes[start...])
    bytes.removeSubrange(start...)
    let block = CSVBlock(
      bytes: bytes,
      records: records,
      firstLine: line,
      precedingRecords: self.records
    )
    line = block.line(at: start)
    self.records += records.count
    return block
  }

  private mutating func begin(_ bytes: inout [UInt8]) throws {
    isAtStart = false
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      hasByteOrderMark = true
      bytes.removeFirst(3)
    } else if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw Failure.utf16(input.name)
    }
  }

  private func append(_ start: Int, _ end: Int, _ bytes: [UInt8], to records: inout [Range<Int>]) {
    let record = CSVScanner.content(bytes.span, start..<end)
    if !record.isEmpty { records.append(record) }
  }

  private func checkLength(_ start: Int, _ bytes: [UInt8]) throws {
    guard bytes.count - start > Self.longestRecord else { return }
    throw Failure.badData(
      "\(input.name):\(lineOfRecord(start, bytes)): The record that begins here is longer than "
        + "\(Self.longestRecord >> 20) MiB: check whether a quote is not closed."
    )
  }

  private func checkIsClosed(_ start: Int, _ bytes: [UInt8]) throws {
    guard scanner.isInQuotedField else { return }
    throw Failure.badData(
      "\(input.name):\(lineOfRecord(start, bytes)): The record that begins here opens a quote that is "
        + "never closed."
    )
  }

  private func lineOfRecord(_ start: Int, _ bytes: [UInt8]) -> Int {
    CSVBlock(bytes: bytes, records: [], firstLine: line, precedingRecords: 0).line(at: start)
  }
}

package struct CSVBlock: Sendable {
  package var bytes: [UInt8]
  /// The ranges of the records in `bytes`, without line ends and without blank lines.
  package var records: [Range<Int>]
  var firstLine: Int
  /// The number of records before the block, without blank lines.
  package var precedingRecords: Int

  func line(at offset: Int) -> Int {
    bytes[..<offset].reduce(firstLine) { $1 == CSVByte.lineFeed ? $0 + 1 : $0 }
  }

  /// The error of a record whose quotes are wrong, or whose fields are not those of the first row, with its offset if
  /// it is at a field; nil for a sound record.
  func problem(_ fields: [Range<Int>], names: [String]) -> (message: String, offset: Int?)? {
    for (field, name) in zip(fields, names) {
      if let message = CSVFields.quoteProblem(bytes.span, field, named: name) {
        return (message, field.lowerBound)
      }
    }
    guard fields.count != names.count else { return nil }
    return (
      "The row has \(count(fields.count, "field")), but the first row has \(names.count).", nil
    )
  }
}

package enum CSVByte {
  package static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}

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
