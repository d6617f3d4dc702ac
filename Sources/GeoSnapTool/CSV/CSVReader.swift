import GeoSnap

/// Reads CSV (RFC 4180) in blocks of whole records, in bounded memory.
///
/// No library is used: the bytes of rows pass through unchanged (quotes, encoding), and the CSV packages for Swift
/// decode whole files into strings.
package struct CSVReader {
  /// The length in bytes of the longest record that is read: an unclosed quote would take in the rest of the file.
  package static let longestRecord = 16 << 20

  /// Whether the file begins with the UTF-8 byte order mark, which is in no block.
  private(set) var hasByteOrderMark = false

  private let input: ByteSource
  private let blockSize: Int
  private var scanner: CSVScanner
  /// Bytes of an incomplete record, which the next block begins with.
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

  /// The next records, at least one, or nil at the end; throws ``Failure`` when the file cannot be read or is not
  /// CSV.
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
