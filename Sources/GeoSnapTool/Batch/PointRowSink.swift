import GeoSnap
import GeoSnapStore

/// Rows for a table of points: the input's fields as texts, then the values of the answer.
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
