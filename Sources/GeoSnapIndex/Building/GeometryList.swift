/// The geometries of features for building an index.
package enum GeometryList: Sendable {
  case array([Geometry?])
  /// A column, as in the tables of a network.
  case column(GeometryColumn)

  var count: Int {
    switch self {
    case .array(let geometries): geometries.count
    case .column(let geometries): geometries.count
    }
  }

  func entryCount(_ row: Int) -> Int {
    switch self {
    case .array(let geometries): geometries[row]?.entryCount ?? 0
    case .column(let geometries):
      geometries.onlyPath(row).map { $0.count - 1 } ?? geometries[row]?.entryCount ?? 0
    }
  }
}
