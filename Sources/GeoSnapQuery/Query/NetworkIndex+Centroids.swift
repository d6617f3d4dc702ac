internal import GeoSnapSupport

extension NetworkIndex {
  /// The centres of all areas, under the ordinals of their features; made when first asked for.
  package var centroids: FeatureIndex {
    centroidCache.withLock { cached in
      if let cached { return cached }
      var centroids = FeatureIndex()
      for (table, features) in network.tables.enumerated() where features.mayHaveAreas {
        for row in 0..<features.count {
          guard let centre = features.geometries[row]?.areaCentroid else { continue }
          // The centre of an area that is indexed lies within it, and no ordinate is too large.
          try? centroids.insert(
            network.firstOrdinals[table] + Int32(row),
            at: .point(Point(centre))
          )
        }
      }
      centroids.rebuild()
      cached = centroids
      return centroids
    }
  }
}

extension FeatureTable {
  fileprivate var mayHaveAreas: Bool { geometryType.map { $0.dimension == 2 } ?? false }
}
