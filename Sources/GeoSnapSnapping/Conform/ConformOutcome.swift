/// The result for one vertex.
public enum ConformOutcome: Equatable, Sendable {
  /// It moved to a place of the network.
  case moved(SnapMatch)
  /// It could have moved but stayed.
  case kept(ConformReason)
  /// It cannot move: it is an inner vertex of a line that connects at its ends only, or its feature is not conformed.
  case held

  /// The place after conforming a vertex at `place`.
  public func place(from place: Coordinate) -> Coordinate {
    if case .moved(let match) = self { match.place.location } else { place }
  }

  /// The height after conforming: the network's if the vertex moved and both have a height; NaN for none.
  public func height(from height: Double) -> Double {
    guard !height.isNaN, case .moved(let match) = self, let z = match.place.z else { return height }
    return z
  }
}

/// The reason why a vertex, or a feature, stayed.
public enum ConformReason: Equatable, Sendable {
  /// No place of the network is within the tolerance.
  case nothingNear
  /// It is already at its place of the network.
  case alreadyThere
  /// All places within the tolerance are refused; the reason is that of the nearest.
  case refused(SnapRefusalReason)
  /// A line would become shorter than the tolerance, or two of its consecutive vertices would coincide.
  case wouldCollapse
  /// A vertex of another line at the same coordinate stays.
  case sharedConflict
  /// The shape does not suit the asset type: an area, a collection, a line for junctions or a point for lines.
  case unsupportedGeometry
  /// The feature has no geometry, or an empty one.
  case noGeometry

  /// The reason in reports, such as `nothingNear` or `refused:noRule`.
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
