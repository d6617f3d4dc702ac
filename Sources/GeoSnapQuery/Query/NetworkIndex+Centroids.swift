internal import GeoSnapSupport

extension NetworkIndex {
  /// The centres of all areas, under the ordinals of their features; computed on first use.
  package var centroids: FeatureIndex {
    centroidCache.withLock { cached in
      if let cached { return cached }
      var centroids = FeatureIndex()
      for (table, packed) in network.base.tables.enumerated() where packed.mayHaveAreas {
        for feature in network.features(table: table) {
          guard let centre = network.geometry(of: feature)?.areaCentroid else { continue }
          // The centre of an indexed area lies within it, so no ordinate is too large.
          try? centroids.insert(network.ordinal(of: feature), at: .point(Point(centre)))
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
