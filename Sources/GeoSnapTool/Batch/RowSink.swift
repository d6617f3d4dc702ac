import GeoSnap

/// A column that answers add to those of the input.
struct ResultColumn: Sendable {
  let name: String
  let storage: AttributeField.Storage
  /// Whether its whole numbers are truth values.
  var isBoolean = false
}

/// Takes the rows of a result one value after the other, in the order of its columns.
protocol RowSink: SendableMetatype {
  /// What a block of rows becomes.
  associatedtype Rows: Sendable
  /// A text as rows have it.
  associatedtype Text

  /// Begins a row with all input columns of a point, by its position among the block's points.
  mutating func beginRow(point: Int, at location: Coordinate)
  mutating func appendNull()
  mutating func append(_ number: Double)
  mutating func append(_ number: Int)
  mutating func append(_ truth: Bool)
  mutating func append(_ text: String)
  mutating func append(_ text: Text)
  /// What a text is in rows, for one that many rows have.
  func text(_ text: String) -> Text
  mutating func append(_ globalID: GlobalID)
  mutating func endRow()

  /// All rows so far.
  var rows: Rows { get }
}

extension RowSink {
  mutating func append(_ number: Double?) {
    if let number { append(number) } else { appendNull() }
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
