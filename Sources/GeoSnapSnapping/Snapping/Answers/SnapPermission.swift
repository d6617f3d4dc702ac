/// Why features of one asset type may be joined to the edited feature.
public enum SnapPermission: Hashable, Sendable {
  /// No rules are in force, or the place is no part of the network.
  case unruled
  /// A rule allows it, named by its id.
  case rule(Int)
  /// Lines of one asset type join through a system junction, without a rule.
  case sameAssetType
}

/// Why a candidate is refused.
///
/// Of several reasons the first in this list is told.
public enum SnapRefusalReason: String, Hashable, Sendable, Codable, CaseIterable {
  /// The source takes no part in connectivity by place: assemblies, boundaries.
  case noConnectivity
  /// The edited vertex lies between the ends of a line that connects at its ends only.
  case innerVertex
  /// Two junctions must not share a place, whatever rules say of them.
  case junctionOnJunction
  /// Two lines of different asset types: a junction has to stand between them.
  case needsJunction
  /// No rule lets this junction and this line join.
  case noRule
  /// The place lies between the ends of a line that connects at its ends only.
  case endVertexOnly
  /// A line that is there already and the edited feature must not meet at the junction.
  case noMeetingRule
  /// Snapping rests while a key is held.
  case suspended
  /// The source, its asset group or feature snapping is switched off.
  case disabled
  /// The layer or sublayer is hidden.
  case hidden
  /// The layer or sublayer is not shown at this scale.
  case outOfScale
  /// The definition expression of the layer hides the feature.
  case filteredOut
  /// This kind of place is switched off for the source.
  case kindDisabled
  /// The place is farther away than the tolerance of its kind or source.
  case beyondTolerance
}
