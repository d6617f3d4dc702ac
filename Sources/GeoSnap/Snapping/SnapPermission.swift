/// Why features of one asset type may be joined to the edited feature.
public enum SnapPermission: Hashable, Sendable {
  /// No rules are in force, or the source is no part of the network.
  case unruled
  /// A rule allows it, named by its id.
  case rule(Int)
  /// Lines of one asset type join through a system junction, without a rule.
  case sameAssetType
}

/// Why a candidate is refused.
public enum SnapRefusalReason: String, Hashable, Sendable {
  /// The source, its asset group or feature snapping is switched off.
  case disabled
  /// Two lines of different asset types: a junction has to stand between them.
  case needsJunction
  /// No rule lets this junction and this line join.
  case noRule
  /// Two junctions must not share a place, whatever rules say of them.
  case junctionOnJunction
  /// The source takes no part in connectivity by place: assemblies, boundaries.
  case noConnectivity
  /// The place lies between the ends of a line that connects at its ends only.
  case endVertexOnly
  /// The edited vertex lies between the ends of a line that connects at its ends only.
  case innerVertex
}
