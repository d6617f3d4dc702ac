extension NetworkIndex {
  /// The features within a tolerance of a place, each once.
  ///
  /// Points come before lines and lines before areas, since what is small is hard to hit; then
  /// the nearest first, then the order of the tables, then the order of their rows. With
  /// ``IdentifyRequest/layerOrder`` layers come first and this order holds within each.
  ///
  /// A tolerance that is negative or NaN, and a place with NaN, find nothing.
  ///
  /// - Complexity: O(log n + k log k) for k features within the tolerance.
  public func identify(_ request: IdentifyRequest) -> [IdentifyHit] {
    let wanted = request.sources.map { Set($0.map { $0.lowercased() }) }
    let layers = layerRanks(request.layerOrder)
    var ranked: [(layer: Int, dimension: Int, hit: FeatureHit)] = []
    for hit in features.hits(at: request.coordinate, within: request.tolerance) {
      let id = network.feature(ordinal: hit.feature)
      let table = network.tables[Int(id.table)]
      if let wanted, !wanted.contains(table.name.lowercased()) { continue }
      let dimension = table.geometries[Int(id.row)]?.type.dimension ?? 0
      ranked.append((layers[Int(id.table)], dimension, hit))
    }
    ranked.sort { lhs, rhs in
      (lhs.layer, lhs.dimension, lhs.hit.distance, lhs.hit.feature)
        < (rhs.layer, rhs.dimension, rhs.hit.distance, rhs.hit.feature)
    }
    return limited(ranked.map(\.hit), request).map { hit in
      let id = network.feature(ordinal: hit.feature)
      return IdentifyHit(
        feature: id,
        distance: hit.distance,
        location: hit.location,
        z: network.geometry(of: id)?.z(near: hit)
      )
    }
  }

  /// For each table its place in the layer order; all equal when no order is given.
  private func layerRanks(_ order: [String]?) -> [Int] {
    guard let order else { return Array(repeating: 0, count: network.tables.count) }
    let ranks = Dictionary(
      order.enumerated().map { ($1.lowercased(), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return network.tables.map { ranks[$0.name.lowercased()] ?? order.count }
  }

  private func limited(_ hits: [FeatureHit], _ request: IdentifyRequest) -> [FeatureHit] {
    var kept = hits
    if let limit = request.limitPerSource {
      var counts = [Int](repeating: 0, count: network.tables.count)
      kept = kept.filter { hit in
        let table = Int(network.feature(ordinal: hit.feature).table)
        counts[table] += 1
        return counts[table] <= limit
      }
    }
    if let limit = request.limit { kept = Array(kept.prefix(max(limit, 0))) }
    return kept
  }
}

extension Geometry {
  /// The height at the place of a hit; nil when there is none, or the hit lies inside an area.
  fileprivate func z(near hit: FeatureHit) -> Double? {
    guard hasZ, !hit.isInside else { return nil }
    return z(part: Int(hit.part), segment: Int(hit.segment), closestTo: hit.location)
  }
}
