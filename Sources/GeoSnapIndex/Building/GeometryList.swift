/// The geometries of features that an index is built over.
package enum GeometryList: Sendable {
  /// In an array.
  case array([Geometry?])
  /// In a column, as the tables of a network have them.
  case column(GeometryColumn)

  var count: Int {
    switch self {
    case .array(let geometries): geometries.count
    case .column(let geometries): geometries.count
    }
  }

  /// How many entries an index keeps of a geometry.
  func entryCount(_ row: Int) -> Int {
    switch self {
    case .array(let geometries): geometries[row]?.entryCount ?? 0
    case .column(let geometries):
      geometries.onlyPath(row).map { $0.count - 1 } ?? geometries[row]?.entryCount ?? 0
    }
  }
}
