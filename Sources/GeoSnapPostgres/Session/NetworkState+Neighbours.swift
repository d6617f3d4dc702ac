internal import GeoSnap

extension NetworkState {
  /// The features that stand where something goes away or moves away, and are not touched themselves.
  ///
  /// - Parameter commit: What is about to be done to the network of this state.
  /// - Returns: The features, with what they are called.
  func neighbours(
    ofWhatGoesIn commit: NetworkCommit
  ) -> [(feature: FeatureID, key: FeatureKey)] {
    let touched = Set(commit.touched)
    let tolerance = network.base.coincidenceTolerance.xy
    var found: [(feature: FeatureID, key: FeatureKey)] = []
    var known: Set<FeatureID> = []
    for id in commit.touched {
      guard let old = commit.before.present(id)?.geometry else { continue }
      let new = commit.after.present(id)?.geometry
      if new == old { continue }
      let left = Set(new?.places ?? [])
      for place in old.places where !left.contains(place) {
        for hit in index.identify(IdentifyRequest(at: place, tolerance: tolerance))
        where !touched.contains(hit.feature) && known.insert(hit.feature).inserted {
          guard let feature = network.feature(hit.feature) else { continue }
          let key: FeatureKey =
            feature.globalID.map { .globalID($0) }
            ?? .row(table: network.base.tables[Int(hit.feature.table)].name, rowID: feature.rowID)
          found.append((hit.feature, key))
        }
      }
    }
    return found
  }
}

extension Geometry {
  /// The places of all vertices of a point or line; nothing for others, which are joined with nothing.
  fileprivate var places: [Coordinate] {
    switch self {
    case .point(let point): point.coordinate.map { [$0] } ?? []
    case .lineString(let line): Array(line.coordinates)
    default: []
    }
  }
}
