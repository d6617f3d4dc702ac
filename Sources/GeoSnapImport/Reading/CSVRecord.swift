internal import GeoSnap

package struct CSVRecord: Sendable {
  let line: Int
  package let fields: [String]

  /// The records of a file, except those whose fields are all empty; `path` precedes the line in errors.
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

extension [UInt8] {
  package var startsAsUTF16: Bool {
    if starts(with: [0xFF, 0xFE]) || starts(with: [0xFE, 0xFF]) { return true }
    return count > 3 && (self[0] == 0) != (self[1] == 0) && (self[0] == 0) == (self[2] == 0)
      && (self[1] == 0) == (self[3] == 0)
  }
}

/// The byte order mark that some programs write before UTF-8 text.
enum ByteOrderMark {
  private static let utf8: [UInt8] = [0xEF, 0xBB, 0xBF]

  static func length(_ bytes: [UInt8]) -> Int { bytes.starts(with: utf8) ? utf8.count : 0 }
}
