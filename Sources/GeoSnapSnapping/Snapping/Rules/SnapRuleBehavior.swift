/// The effect of connectivity rules on a source while features of one asset type are edited.
///
/// Nil instead of a behavior means that no rules apply: the source is not part of the network, or no rules are in
/// force. Such a source is *allowed* without limits.
public enum SnapRuleBehavior: String, Hashable, Codable, Sendable {
  /// Some features of the source may connect, at some of their places.
  case rulesLimitSnapping
  /// No feature of the source may connect: it has no candidates, enabled or not.
  case rulesPreventSnapping
}

/// The effect of synchronising with rules on the switches of the sources.
public enum SnapSourceEnablingBehavior: Equatable, Sendable {
  /// Leaves known sources unchanged; new ones start disabled.
  case preserve
  /// Enables every source that rules limit or prevent; known others stay unchanged and new others start disabled.
  case setFromRules
}
