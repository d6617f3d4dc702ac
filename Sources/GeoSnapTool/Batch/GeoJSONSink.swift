import GeoSnap

/// Rows as GeoJSON features: the input's fields as strings, then the values of the answer.
struct GeoJSONSink: RowSink {
  /// The bytes that all features of a run share.
  struct Layout: Sendable {
    /// The names of all columns, each as a JSON string with its colon.
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
