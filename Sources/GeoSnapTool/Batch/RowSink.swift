import GeoSnap
import GeoSnapStore

/// Takes the values of a result's rows one by one, in the order of the columns.
protocol RowSink: SendableMetatype {
  associatedtype Rows: Sendable
  associatedtype Text

  /// Begins a row with all input columns of a point, which is given by its position in the block.
  mutating func beginRow(point: Int, at location: Coordinate)
  mutating func appendNull()
  mutating func append(_ number: Double)
  mutating func append(_ number: Int)
  mutating func append(_ truth: Bool)
  mutating func append(_ text: String)
  mutating func append(utf8 text: ArraySlice<UInt8>)
  mutating func append(_ text: Text)
  /// Converts a text that many rows share, once.
  func text(_ text: String) -> Text
  mutating func append(_ globalID: GlobalID)
  mutating func endRow()

  var rows: Rows { get }
}

extension RowSink {
  mutating func append(_ number: Double?) {
    if let number { append(number) } else { appendNull() }
  }

  mutating func append(utf8 text: ArraySlice<UInt8>) {
    append(String(decoding: text, as: UTF8.self))
  }

  mutating func append(_ text: String?) {
    if let text { append(text) } else { appendNull() }
  }

  mutating func append(_ text: Text?) {
    if let text { append(text) } else { appendNull() }
  }

  mutating func append(_ globalID: GlobalID?) {
    if let globalID { append(globalID) } else { appendNull() }
  }
}

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

  mutating func append(utf8 text: ArraySlice<UInt8>) {
    appendNull()
    rows.appendCSV(utf8: text, delimiter: points.columns.delimiter)
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
  mutating func appendCSV(_ text: String, delimiter: UInt8) {
    appendCSV(utf8: text.utf8, delimiter: delimiter)
  }

  mutating func appendCSV(utf8 text: some Sequence<UInt8>, delimiter: UInt8) {
    let start = count
    self += text
    let needsQuotes = self[start...].contains {
      $0 == delimiter || $0 == CSVByte.quote || $0 == CSVByte.lineFeed
        || $0 == CSVByte.carriageReturn
    }
    guard needsQuotes else { return }
    removeSubrange(start...)
    append(CSVByte.quote)
    for byte in text {
      if byte == CSVByte.quote { append(byte) }
      append(byte)
    }
    append(CSVByte.quote)
  }
}

struct GeoJSONSink: RowSink {
  struct Layout: Sendable {
    let keys: [[UInt8]]
    let before: [UInt8]
    let after: [UInt8]

    init(names: [String], form: GeoJSONForm) {
      keys = names.map { name in
        var key: [UInt8] = []
        key.appendJSON(name)
        return key + ":".utf8
      }
      (before, after) = form.frame
    }
  }

  private let points: PointBlock
  private let layout: Layout
  private var column = 0
  private var fields: [Range<Int>] = []
  private(set) var rows: [UInt8] = []

  init(_ points: PointBlock, _ layout: Layout) {
    self.points = points
    self.layout = layout
    rows.reserveCapacity(2 * points.block.bytes.count + 600 * points.places.count)
  }

  mutating func beginRow(point: Int, at location: Coordinate) {
    rows += layout.before
    rows += #"{"type":"Feature","geometry":{"type":"Point","coordinates":"#.utf8
    rows.appendJSON(location)
    rows += #"},"properties":{"#.utf8
    column = 0
    points.split(point, into: &fields)
    for field in fields {
      appendKey()
      if points.block.bytes[field].first == CSVByte.quote {
        rows.appendJSON(CSVFields.value(points.block.bytes.span, field)[...])
      } else {
        rows.appendJSON(points.block.bytes[field])
      }
    }
  }

  private mutating func appendKey() {
    if column > 0 { rows.append(UInt8(ascii: ",")) }
    rows += layout.keys[column]
    column += 1
  }

  mutating func appendNull() {
    appendKey()
    rows += "null".utf8
  }

  mutating func append(_ number: Double) {
    appendKey()
    rows.appendJSON(number)
  }

  mutating func append(_ number: Int) {
    appendKey()
    rows.appendJSON(number)
  }

  mutating func append(_ truth: Bool) {
    appendKey()
    truth.appendJSON(to: &rows)
  }

  mutating func append(_ text: String) {
    appendKey()
    rows.appendJSON(text)
  }

  mutating func append(_ text: [UInt8]) {
    appendKey()
    rows += text
  }

  func text(_ text: String) -> [UInt8] {
    var value: [UInt8] = []
    value.appendJSON(text)
    return value
  }

  mutating func append(_ globalID: GlobalID) {
    appendKey()
    globalID.appendJSON(to: &rows)
  }

  mutating func endRow() {
    rows += "}}".utf8
    rows += layout.after
  }
}

struct PointRowSink: RowSink {
  private let points: PointBlock
  private var fields: [Range<Int>] = []
  private(set) var rows: [PointRow] = []

  init(_ points: PointBlock) {
    self.points = points
    rows.reserveCapacity(points.places.count)
  }

  mutating func beginRow(point: Int, at location: Coordinate) {
    points.split(point, into: &fields)
    var values: [AttributeValue] = []
    values.reserveCapacity(fields.count + 20)
    for field in fields {
      // The block refused rows that are not UTF-8.
      values.append(CSVFields.text(points.block.bytes.span, field).map { .text($0) } ?? .null)
    }
    rows.append(PointRow(place: location, values: values))
  }

  mutating func append(_ value: AttributeValue) {
    let last = rows.count - 1
    rows[last].values.append(value)
  }

  mutating func appendNull() { append(AttributeValue.null) }
  mutating func append(_ number: Double) { append(.real(number)) }
  mutating func append(_ number: Int) { append(.integer(Int64(number))) }
  mutating func append(_ truth: Bool) { append(.integer(truth ? 1 : 0)) }
  mutating func append(_ text: String) { append(.text(text)) }
  func text(_ text: String) -> AttributeValue { .text(text) }
  mutating func append(_ globalID: GlobalID) { append(.text(globalID.description)) }
  mutating func endRow() {}
}

protocol BatchOutput: SendableMetatype {
  associatedtype Rows
  mutating func write(_ rows: Rows) throws
  mutating func finish() throws
}

struct TextOutput: BatchOutput {
  private let sink: ByteSink
  private let tail: [UInt8]
  private var separator: [UInt8]

  init(_ sink: ByteSink, head: [UInt8], separator: [UInt8] = [], tail: [UInt8] = []) throws {
    self.sink = sink
    self.separator = separator
    self.tail = tail
    try sink.write(head)
  }

  mutating func write(_ rows: [UInt8]) throws {
    guard !rows.isEmpty else { return }
    try sink.write(separator.isEmpty ? rows : Array(rows.dropFirst(separator.count)))
    separator = []
  }

  func finish() throws { try sink.write(tail) }
}

struct GeoPackageOutput: BatchOutput {
  let writer: FeatureLayerWriter

  func write(_ rows: [PointRow]) throws { try writer.append(rows) }
  func finish() throws { try writer.finish() }
}
