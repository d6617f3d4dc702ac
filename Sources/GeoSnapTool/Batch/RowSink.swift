import GeoSnap

/// Takes the values of a result's rows one by one, in the order of the columns.
protocol RowSink: SendableMetatype {
  /// The form of a block of rows in the output.
  associatedtype Rows: Sendable
  /// A text in the form that rows need.
  associatedtype Text

  /// Begins a row with all input columns of a point, which is given by its position in the block.
  mutating func beginRow(point: Int, at location: Coordinate)
  mutating func appendNull()
  mutating func append(_ number: Double)
  mutating func append(_ number: Int)
  mutating func append(_ truth: Bool)
  mutating func append(_ text: String)
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
