/// What became of one vertex.
public enum ConformOutcome: Equatable, Sendable {
  /// It moved to a place of the network.
  case moved(SnapMatch)
  /// It could have moved and stayed.
  case kept(ConformReason)
  /// It was never to move: an inner vertex of a line that connects at its ends only, or a vertex of
  /// a feature that is not conformed at all.
  case held

  /// Where a vertex at a place is now.
  public func place(from place: Coordinate) -> Coordinate {
    if case .moved(let match) = self { match.place.location } else { place }
  }

  /// The height of a vertex now: that of the network where the vertex moved, had one and the
  /// network has one; NaN for none.
  public func height(from height: Double) -> Double {
    guard !height.isNaN, case .moved(let match) = self, let z = match.place.z else { return height }
    return z
  }
}

/// Why a vertex, or a feature, stayed where it was.
public enum ConformReason: Equatable, Sendable {
  /// Nothing of the network is within the tolerance.
  case nothingNear
  /// It is at its place of the network already.
  case alreadyThere
  /// Only places that are refused are within the tolerance; the reason is that of the nearest.
  case refused(SnapRefusalReason)
  /// A line of its feature would become shorter than the tolerance, or two of its consecutive
  /// vertices would fall together.
  case wouldCollapse
  /// A vertex of another line at the same coordinate had to stay.
  case sharedConflict
  /// The feature is of another shape than the asset type: an area, a collection, a line where
  /// junctions are conformed, a point where lines are.
  case unsupportedGeometry
  /// The feature has no geometry, or an empty one.
  case noGeometry

  /// The reason as reports name it, such as `nothingNear` or `refused:noRule`.
  public var name: String {
    switch self {
    case .nothingNear: "nothingNear"
    case .alreadyThere: "alreadyThere"
    case .refused(let reason): "refused:\(reason.rawValue)"
    case .wouldCollapse: "wouldCollapse"
    case .sharedConflict: "sharedConflict"
    case .unsupportedGeometry: "unsupportedGeometry"
    case .noGeometry: "noGeometry"
    }
  }
}
