/// What kind of place is snapped to; a lower raw value wins over a nearer place of another kind.
public enum SnapKind: Int32, Hashable, Sendable {
  /// A vertex, the ends of a line and point features included.
  case vertex = 0
  /// A place on a segment.
  case segment = 1

  /// The kind in lower camel case.
  public var name: String {
    switch self {
    case .vertex: "vertex"
    case .segment: "segment"
    }
  }
}

/// A place on a feature that the pointer could snap to.
public struct SnapPlace: Hashable, Sendable {
  /// The feature.
  public var feature: FeatureID
  /// What kind of place it is.
  public var kind: SnapKind
  /// The part of the geometry: of a multi geometry the member, of an area the ring.
  public var part: Int
  /// The vertex, counted within the part; for a place on a segment the one the segment starts at.
  public var vertex: Int
  /// The exact coordinate: of a vertex its own, on a segment the closest place.
  public var location: Coordinate
  /// The height there, interpolated on a segment; nil when the geometry has none.
  public var z: Double?
  /// The distance from the place asked about, in coordinate units.
  public var distance: Double
  /// Where along the line, 0 to 1 of its planar length over all parts; nil for points and areas.
  public var fraction: Double?
}

/// The place that wins, and why it may.
public struct SnapMatch: Hashable, Sendable {
  /// The place.
  public var place: SnapPlace
  /// Why it is allowed.
  public var permission: SnapPermission
  /// Whether a vertex must be inserted into the line there before anything can connect.
  public var insertsVertex: Bool
}

/// A place that was near enough but is refused, and why.
public struct SnapRefusal: Hashable, Sendable {
  /// The place.
  public var place: SnapPlace
  /// Why it is refused.
  public var reason: SnapRefusalReason
  /// For `needsJunction`: the junction asset types that may join both lines, by id.
  public var fits: [AssetTypeID]
}

/// A snap with everything that was considered.
public struct SnapExplanation: Hashable, Sendable {
  /// The winner; nil when nothing within the tolerance may be snapped to.
  public var match: SnapMatch?
  /// What else was within the tolerance and refused: for each feature and kind of place the
  /// nearest, in the order in which allowed places would have won.
  public var refused: [SnapRefusal]
}
