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
    var fields: [String] = []
    var field: [UInt8] = []
    var line = 1
    var firstLine = 1
    var isQuoted = false
    var offset = ByteOrderMark.length(bytes)
    var noted = 0

    func place(_ line: Int) -> String { (path.map { "\($0), " } ?? "") + "line \(line)" }
    func closeField() throws(ReadingError) {
      guard let text = String(validating: field, as: UTF8.self) else {
        throw ReadingError(
          place(firstLine),
          line: firstLine,
          "The text is not UTF-8: save the file in that encoding."
        )
      }
      fields.append(text)
      field.removeAll(keepingCapacity: true)
    }
    func closeRecord() throws(ReadingError) {
      try closeField()
      if fields.contains(where: { !$0.isEmpty }) {
        records.append(CSVRecord(line: firstLine, fields: fields))
      }
      fields.removeAll(keepingCapacity: true)
      if offset - noted >= 1 << 16 || offset == bytes.count {
        ImportMonitor.note(bytes: offset - noted)
        noted = offset
        if ImportMonitor.isGivenUp { throw ReadingError.cancelled }
      }
    }

    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      if isQuoted {
        if byte != UInt8(ascii: "\"") {
          field.append(byte)
        } else if offset < bytes.count, bytes[offset] == UInt8(ascii: "\"") {
          field.append(byte)
          offset += 1
        } else {
          isQuoted = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
      case UInt8(ascii: ","): try closeField()
      case UInt8(ascii: "\r") where offset < bytes.count && bytes[offset] == UInt8(ascii: "\n"):
        break
      case UInt8(ascii: "\n"):
        try closeRecord()
        firstLine = line
      default: field.append(byte)
      }
    }
    if isQuoted {
      throw ReadingError(
        place(firstLine),
        line: firstLine,
        "A quote is opened in this record and never closed."
      )
    }
    try closeRecord()
    return records
  }
}
