import GeoSnap

/// Rows as CSV: the bytes of the input's row unchanged, then the values of the answer.
struct CSVSink: RowSink {
  private let points: PointBlock
  private let lineEnd: [UInt8]
  private(set) var rows: [UInt8] = []

  init(_ points: PointBlock, lineEnd: [UInt8]) {
    self.points = points
    self.lineEnd = lineEnd
    rows.reserveCapacity(points.block.bytes.count + 200 * points.places.count)
  }

  mutating func beginRow(point: Int, at location: Coordinate) {
    rows += points.block.bytes[points.block.records[points.records[point]]]
  }

  mutating func appendNull() { rows.append(points.columns.delimiter) }

  mutating func append(_ number: Double) {
    appendNull()
    if points.columns.hasDecimalComma {
      rows += points.columns.text(number)
    } else {
      rows.append(text: number.description)
    }
  }

  mutating func append(_ number: Int) {
    appendNull()
    if number < 0 { rows.append(UInt8(ascii: "-")) }
    rows.append(digits: UInt64(number.magnitude))
  }

  mutating func append(_ truth: Bool) { append(truth ? "true" : "false") }

  mutating func append(_ text: String) {
    appendNull()
    rows.appendCSV(text, delimiter: points.columns.delimiter)
  }

  mutating func append(_ text: [UInt8]) {
    appendNull()
    rows += text
  }

  func text(_ text: String) -> [UInt8] {
    var field: [UInt8] = []
    field.appendCSV(text, delimiter: points.columns.delimiter)
    return field
  }

  mutating func append(_ globalID: GlobalID) {
    appendNull()
    globalID.append(to: &rows)
  }

  mutating func endRow() { rows += lineEnd }
}

extension [UInt8] {
  /// Appends a text as a field, quoted when necessary.
  mutating func appendCSV(_ text: String, delimiter: UInt8) {
    let start = count
    append(text: text)
    let needsQuotes = self[start...].contains {
      $0 == delimiter || $0 == CSVByte.quote || $0 == CSVByte.lineFeed
        || $0 == CSVByte.carriageReturn
    }
    guard needsQuotes else { return }
    removeSubrange(start...)
    append(CSVByte.quote)
    for byte in text.utf8 {
      if byte == CSVByte.quote { append(byte) }
      append(byte)
    }
    append(CSVByte.quote)
  }
}
