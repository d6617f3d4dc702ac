internal import GeoSnap

/// One record of a CSV file (RFC 4180).
package struct CSVRecord: Sendable {
  /// The line of the file at which the record begins, from 1.
  let line: Int
  /// Without quotes.
  package let fields: [String]

  /// Returns the records of a file, except those whose fields are all empty.
  ///
  /// A byte order mark is skipped; lines may end with LF or CRLF. `path` precedes the line in errors.
  ///
  /// - Throws: ``ReadingError`` when the file is not UTF-8 or a quote is not closed.
  package static func records(of bytes: [UInt8], path: String? = nil) throws(ReadingError)
    -> [CSVRecord]
  {
    var records: [CSVRecord] = []
    var scanner = CSVScanner(delimiter: UInt8(ascii: ","))
    var fields: [Range<Int>] = []
    var line = 1
    var start = ByteOrderMark.length(bytes)
    var noted = 0
    func failure(_ message: String) -> ReadingError {
      ReadingError((path.map { "\($0), " } ?? "") + "line \(line)", line: line, message)
    }
    while start < bytes.count {
      let end = scanner.endOfRecord(in: bytes.span, from: start) ?? bytes.count
      let record = CSVScanner.content(bytes.span, start..<end)
      CSVFields.split(bytes.span, record, delimiter: UInt8(ascii: ","), into: &fields)
      var texts: [String] = []
      // An open quote is reported before the content of its field.
      for field in fields.dropLast(scanner.isInQuotedField ? 1 : 0) {
        guard let text = CSVFields.text(bytes.span, field) else {
          throw failure("The text is not UTF-8: save the file as UTF-8.")
        }
        texts.append(text)
      }
      if scanner.isInQuotedField {
        throw failure("A quote is opened in this record and never closed.")
      }
      if texts.contains(where: { !$0.isEmpty }) {
        records.append(CSVRecord(line: line, fields: texts))
      }
      line += bytes[start..<end].count { $0 == UInt8(ascii: "\n") }
      start = end
      if start - noted >= 1 << 16 || start == bytes.count {
        ImportMonitor.note(bytes: start - noted)
        noted = start
        if ImportMonitor.isGivenUp { throw ReadingError.cancelled }
      }
    }
    return records
  }
}
