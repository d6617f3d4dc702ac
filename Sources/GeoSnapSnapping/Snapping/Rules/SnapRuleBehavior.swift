/// What connectivity rules mean for snapping to a source while features of one asset type are
/// edited.
///
/// Nil in place of a behavior means that rules have nothing to say: the source is no part of the
/// network, or no rules are in force. Such a source is *allowed* without limits.
public enum SnapRuleBehavior: String, Hashable, Codable, Sendable {
  /// Some features of the source may be joined, at some of their places.
  case rulesLimitSnapping
  /// No feature of the source may be joined: it offers nothing, enabled or not.
  case rulesPreventSnapping
}

/// What synchronising with rules does to the switches of the sources.
public enum SnapSourceEnablingBehavior: Equatable, Sendable {
  /// Leaves known sources as they are; new ones start disabled.
  case preserve
  /// Enables every source that rules limit or prevent; of the others, known ones stay as they are
  /// and new ones start disabled.
  case setFromRules
}
