import GeoSnap
import GeoSnapTestSupport
import Testing

func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

func pointAt(_ x: Double, _ y: Double, srid: SRID? = nil) -> Geometry {
  .point(Point(x: x, y: y, srid: srid))
}

extension FeatureTable {
  init(
    _ name: String,
    source: Int?,
    fields: [AttributeField] = [],
    _ rows: [(id: GlobalID, wkt: String, values: [AttributeValue])]
  ) throws {
    let geometries = try rows.map { try Geometry(wkt: $0.wkt) }
    self.init(name: name, sourceID: source, geometryType: geometries[0].type, fields: fields)
    for (number, row) in rows.enumerated() {
      append(Feature(number + 1, AssetTypeID(0), row.id, geometries[number], row.values))
    }
  }
}

extension EditedNetwork {
  func after(_ edits: NetworkEdit...) throws(TransactionError) -> EditedNetwork {
    try committing(NetworkTransaction("", edits)).after
  }
}

extension NetworkEditor {
  @discardableResult
  func commit(_ edits: NetworkEdit...) throws(TransactionError) -> NetworkCommit {
    try commit(NetworkTransaction("t", edits))
  }
}

func refusal(_ body: () throws(TransactionError) -> Void) -> [String] {
  do throws(TransactionError) {
    try body()
    return []
  } catch { return error.problems.map(\.code.rawValue) }
}
