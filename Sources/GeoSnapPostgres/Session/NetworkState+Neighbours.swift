internal import GeoSnap
internal import GeoSnapStore

extension NetworkState {
  /// The features at places from which a commit removes or moves something, without those that it touches.
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
          if let key = network.key(of: hit.feature) { found.append((hit.feature, key)) }
        }
      }
    }
    return found
  }
}

extension Geometry {
  /// The vertices of a point or line; none for other geometries, which are not joined.
  fileprivate var places: [Coordinate] {
    switch self {
    case .point(let point): point.coordinate.map { [$0] } ?? []
    case .lineString(let line): Array(line.coordinates)
    default: []
    }
  }
}
