/// A place that was near enough but is refused, and why.
public struct SnapRefusal: Hashable, Sendable {
  /// The place.
  public var place: SnapPlace
  /// Why it is refused.
  public var reason: SnapRefusalReason
  /// The asset types that would be accepted.
  ///
  /// For `needsJunction` the junctions that may stand between the lines, plain fittings first, then valves, then
  /// what is rarely there; sources, tanks, pumps and end caps are not among them. For `noRule` what may join the
  /// candidate instead of the edited asset type, what is most like it first. All are of the domain networks of
  /// the two; none when nothing joins those.
  public var fits: [AssetTypeID]
  /// For `noMeetingRule` the line that is there already, for `needsJunction` the junction that stands there.
  public var companion: SnapTarget?
  /// What would have changed it.
  public var remedy: SnapRemedy
}

/// What would make a refused place one to snap to.
public enum SnapRemedy: Hashable, Sendable {
  /// Nothing but another network: junctions never share a place, and where no rule joins two domain networks
  /// nothing of the one belongs to the other.
  case none
  /// A rule of this kind for these asset types: junction and line, or line, via, line.
  case addRule(NetworkRuleKind, [AssetTypeID])
  /// One of these junctions between the two lines.
  case placeJunction([AssetTypeID])
  /// The junction that stands there already.
  case useJunction
  /// One of these asset types for the junction that stands there already.
  case changeJunction([AssetTypeID])
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
public struct SnapExplanation: Hashable, Codable, Sendable {
  /// The winner; nil when nothing within the tolerance may be snapped to.
  public var match: SnapMatch?
  /// What else was within the tolerance and refused: for each feature and kind of place the
  /// nearest, in the order in which allowed places would have won.
  public var refused: [SnapRefusal]
}
