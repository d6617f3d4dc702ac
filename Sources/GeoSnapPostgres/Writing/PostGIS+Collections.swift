internal import GeoSnap

extension PostGIS {
  /// The rows of a table whose geometries PostGIS has no place for: collections of parts with Z or M and of others
  /// without.
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
          "SHAPE is a collection of parts with Z or M and of others without: PostGIS takes all or none.",
        globalID: table.globalIDs[row]
      )
    }
  }
}

extension Geometry {
  /// Whether some parts of a collection have Z or M and others have not.
  fileprivate var isMixed: Bool {
    guard case .collection(let collection) = self else { return false }
    return collection.geometries.contains { $0.dimensions != dimensions || $0.isMixed }
  }
}
