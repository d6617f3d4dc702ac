/// The permission to connect features of one asset type to the edited feature.
public enum SnapPermission: Hashable, Sendable {
  /// No rules are in force, or the place is not part of the network.
  case unruled
  /// A rule allows it, given by its id.
  case rule(Int)
  /// Lines of the same asset type connect through a system junction, without a rule.
  case sameAssetType
}

/// The reason for a refusal; of several reasons, the first in this list.
public enum SnapRefusalReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The source has no connectivity by place, as assemblies and boundaries.
  case noConnectivity
  /// The edited vertex lies between the ends of a line that connects at its ends only.
  case innerVertex
  /// Two junctions must not share a place, irrespective of rules.
  case junctionOnJunction
  /// Two lines of different asset types need a junction between them.
  case needsJunction
  /// No rule lets this junction and this line connect.
  case noRule
  /// The place lies between the ends of a line that connects at its ends only.
  case endVertexOnly
  /// An existing line and the edited feature must not meet at the junction.
  case noMeetingRule
  /// Snapping is suspended while a key is held.
  case suspended
  /// The source, its asset group or feature snapping is switched off.
  case disabled
  /// The layer or sublayer is hidden.
  case hidden
  /// The layer or sublayer is not visible at this scale.
  case outOfScale
  /// The definition expression of the layer hides the feature.
  case filteredOut
  /// This kind of place is switched off for the source.
  case kindDisabled
  /// The distance of the place exceeds the tolerance of its kind or source.
  case beyondTolerance
}
