/// What a place belongs to.
public enum SnapTarget: Hashable, Sendable {
  /// A stored feature.
  case feature(FeatureID)
  /// A feature that was created and is not stored yet, by its number in the scene.
  case pending(Int)
  /// A graphic: the index of its overlay in the map and its own in the overlay.
  case graphic(overlay: Int, index: Int)
  /// The sketch being edited.
  case sketch
  /// The grid.
  case grid
}

/// A place that the pointer could snap to.
public struct SnapPlace: Hashable, Sendable {
  /// What it belongs to.
  public var target: SnapTarget
  /// The name of the layer or overlay that shows it; nil for the sketch and the grid.
  public var source: String?
  /// What kind of place it is.
  public var kind: SnapKind
  /// The part of the geometry: of a multi geometry the member, of an area the ring; -1 where there is
  /// none, as inside an area.
  public var part: Int
  /// The vertex, counted within the part; for a place on a segment the one the segment starts at;
  /// -1 where there is none.
  public var vertex: Int
  /// The exact coordinate: of a vertex its own, on a segment the closest place.
  public var location: Coordinate
  /// The height there, interpolated on a segment; nil when the geometry has none.
  public var z: Double?
  /// The distance from the place asked about, in coordinate units.
  public var distance: Double
  /// Where along the line, 0 to 1 of its planar length over all parts; nil for points and areas.
  public var fraction: Double?

  /// The stored feature it belongs to; nil for all else.
  public var feature: FeatureID? {
    if case .feature(let feature) = target { feature } else { nil }
  }
}

/// One segment of a target.
public struct SnapSegment: Hashable, Sendable {
  /// What it belongs to.
  public var target: SnapTarget
  /// The part of the geometry.
  public var part: Int
  /// The vertex it starts at, counted within the part.
  public var vertex: Int
  /// Where along the line the place lies, 0 to 1; nil for areas.
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
  /// Whether the line must be split there: the junction has several terminals, and a line that ran
  /// through it would be at none of them.
  public var splitsLine = false
  /// The terminals of the junction, edited or snapped to, that the line may take there.
  ///
  /// Empty when the junction has but one; with several the user has to choose.
  public var terminals: [Terminal] = []
  /// For an intersection the other segment, which needs the vertex as well.
  public var crossing: SnapSegment?
  /// For a guide the line along which it runs, for an editor to draw; for a crossing both.
  public var guides: [Segment] = []
}

/// A place that was near enough but is refused, and why.
public struct SnapRefusal: Hashable, Sendable {
  /// The place.
  public var place: SnapPlace
  /// Why it is refused.
  public var reason: SnapRefusalReason
  /// For `needsJunction` the junctions that may join both lines; for `noRule` what may join the
  /// candidate instead of the edited asset type; by id.
  public var fits: [AssetTypeID]
  /// For `noMeetingRule` the line that is there already.
  public var companion: FeatureID?
  /// What would have changed it.
  public var remedy: SnapRemedy
}

/// What would make a refused place one to snap to.
public enum SnapRemedy: Hashable, Sendable {
  /// Nothing but another network: junctions never share a place.
  case none
  /// A rule of this kind for these asset types: junction and line, or line, via, line.
  case addRule(NetworkRuleKind, [AssetTypeID])
  /// One of these junctions between the two lines.
  case placeJunction([AssetTypeID])
  /// Another asset type for the edited feature.
  case changeAssetType([AssetTypeID])
  /// The nearest end of the line instead.
  case useEnd(Coordinate)
  /// An end of the edited line instead of an inner vertex.
  case moveEnd
  /// The source, or the asset group of that name within it, switched on.
  case enable(source: String, group: String?)
  /// The layer shown.
  case show(layer: String)
  /// A view within these scales.
  case zoom(ScaleRange)
  /// The layer's definition expression changed.
  case changeFilter(layer: String)
  /// The kind switched on.
  case enableKind(SnapKind)
  /// A tolerance of at least this many map units.
  case widen(Double)
  /// Features or snapping as a whole switched on, or no longer suspended.
  case resume
}

/// A snap with everything that was considered.
public struct SnapExplanation: Hashable, Sendable {
  /// The winner; nil when nothing within the tolerance may be snapped to.
  public var match: SnapMatch?
  /// What else was within the tolerance and refused: for each feature and kind of place the
  /// nearest, in the order in which allowed places would have won.
  public var refused: [SnapRefusal]
}
