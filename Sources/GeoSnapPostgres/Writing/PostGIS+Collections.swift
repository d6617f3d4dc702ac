internal import GeoSnap

extension PostGIS {
  /// The rows with geometries that PostGIS cannot store: collections in which only some parts have Z or M.
  ///
  /// - Complexity: Linear in the rows of tables that hold collections; constant for others.
  static func mixedCollections(_ table: FeatureTable) -> [NetworkProblem] {
    guard table.geometryType == .geometryCollection else { return [] }
    return table.rowIDs.indices.filter { table.geometries[$0]?.isMixed ?? false }.map { row in
      NetworkProblem(
        table: table.name,
        row: "\(table.rowIDs[row])",
        column: "SHAPE",
        message:
          "Some parts of the collection SHAPE have Z or M and others do not: give all parts the same ordinates, or remove Z and M.",
        globalID: table.globalIDs[row]
      )
    }
  }
}

extension Geometry {
  fileprivate var isMixed: Bool {
    guard case .collection(let collection) = self else { return false }
    return collection.geometries.contains { $0.dimensions != dimensions || $0.isMixed }
  }
}
