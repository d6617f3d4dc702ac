extension TopologyEdits {
  /// The connecting points that are on top of another since a commit: each touched one with the first that it did not
  /// coincide with before.
  ///
  /// They are in the order of those touched; `before` is the network before the commit. The time is linear in the
  /// number of points that coincide with those touched.
  func newStacks(_ touched: [FeatureID], before: EditedNetwork) -> [TopologyProblem] {
    var told: Set<FeatureID> = []
    return touched.compactMap { feature in
      guard let (domain, place, z) = spot(of: feature, in: network) else { return nil }
      if let old = spot(of: feature, in: before), old == (domain, place, z) { return nil }
      var first: Int32?
      index.forEachSegment(within: base.tolerance.xy, of: place) { hit in
        guard hit.flags.contains(.place), hit.feature < first ?? .max else { return }
        let other = network.feature(ordinal: hit.feature)
        guard other != feature, !told.contains(other),
          areStacked(feature, other, in: network), !areStacked(feature, other, in: before)
        else { return }
        first = hit.feature
      }
      guard let first else { return nil }
      told.insert(feature)
      return TopologyProblem(.stackedPoints, [feature, network.feature(ordinal: first)], at: place)
    }
  }

  private func areStacked(
    _ one: FeatureID,
    _ other: FeatureID,
    in network: EditedNetwork
  ) -> Bool {
    guard let one = spot(of: one, in: network), let other = spot(of: other, in: network) else {
      return false
    }
    return one.domain == other.domain
      && base.tolerance.holds(one.place.x - other.place.x, one.place.y - other.place.y)
      && base.tolerance.holds(one.z ?? .nan, other.z ?? .nan, heights: ())
  }

  /// The domain network and place of a point that connects; nil for other features.
  private func spot(
    of feature: FeatureID,
    in network: EditedNetwork
  ) -> (domain: Int32, place: Coordinate, z: Double?)? {
    guard feature.row < network.rowCount(table: Int(feature.table)) else { return nil }
    let type = network.assetTypeOrdinal(of: feature)
    guard type >= 0, base.rules.classes[Int(type)].part == .point,
      let point = network.geometry(of: feature)?.onlyPoint, let place = point.coordinate
    else { return nil }
    return (base.rules.classes[Int(type)].domain, place, point.z)
  }
}
