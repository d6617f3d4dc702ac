/// A refused place within the tolerance, with the reason.
public struct SnapRefusal: Hashable, Sendable {
  /// The place.
  public var place: SnapPlace
  /// The reason.
  public var reason: SnapRefusalReason
  /// The asset types that would be accepted, from the domain networks of the two; empty when none joins these.
  ///
  /// For `needsJunction`, the junctions that may be between the lines: plain fittings, then valves, then rare types,
  /// without sources, tanks, pumps and end caps. For `noRule`, the asset types that may connect to the candidate
  /// instead of the edited one, the most similar first.
  public var fits: [AssetTypeID]
  /// For `noMeetingRule` the existing line, for `needsJunction` the existing junction.
  public var companion: SnapTarget?
  /// The remedy.
  public var remedy: SnapRemedy
}

/// The change that would allow a refused place.
public enum SnapRemedy: Hashable, Sendable {
  /// None in this network: junctions never share a place, and without rules between two domain networks nothing joins
  /// them.
  case none
  /// Add a rule of this kind for these asset types: junction and line, or line, via, line.
  case addRule(NetworkRuleKind, [AssetTypeID])
  /// Place one of these junctions between the two lines.
  case placeJunction([AssetTypeID])
  /// Snap to the existing junction.
  case useJunction
  /// Change the existing junction to one of these asset types.
  case changeJunction([AssetTypeID])
  /// Change the edited feature to one of these asset types.
  case changeAssetType([AssetTypeID])
  /// Snap to the nearest end of the line.
  case useEnd(Coordinate)
  /// Use an end of the edited line instead of an inner vertex.
  case moveEnd
  /// Enable the source, or its asset group of that name.
  case enable(source: String, group: String?)
  /// Show the layer.
  case show(layer: String)
  /// Zoom to a view within these scales.
  case zoom(ScaleRange)
  /// Change the layer's definition expression.
  case changeFilter(layer: String)
  /// Enable the kind.
  case enableKind(SnapKind)
  /// Widen the tolerance to at least this number of map units.
  case widen(Double)
  /// Switch on features or snapping as a whole, or end its suspension.
  case resume
}

/// A snap with all refused places.
public struct SnapExplanation: Hashable, Codable, Sendable {
  /// The winner; nil when no place within the tolerance is allowed.
  public var match: SnapMatch?
  /// The refused places within the tolerance: the nearest for each feature and kind of place, in the order in which
  /// allowed places would win.
  public var refused: [SnapRefusal]
}
