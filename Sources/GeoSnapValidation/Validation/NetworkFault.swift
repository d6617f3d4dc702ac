/// One thing that validation finds wrong with a network: what, where, which rule is missing, and what
/// to do.
public struct NetworkFault: Equatable, Sendable {
  /// What is wrong.
  public let code: NetworkErrorCode
  /// The features concerned: the line first, then what it meets; of an association its two ends as far
  /// as they are there.
  public let features: [FeatureID]
  /// The association concerned; nil when there is none.
  public let association: GlobalID?
  /// Where; nil for what has no place.
  public let location: Coordinate?
  /// The rule that was looked for; nil when none would help.
  public let rule: RuleSearch?
  /// What would set it right.
  public let fix: NetworkFix
  /// What is wrong, in a sentence.
  public let message: String
}

/// A rule that was looked for in vain, and what comes nearest to it.
public struct RuleSearch: Equatable, Sendable {
  /// The kind of rule.
  public let kind: NetworkRuleKind
  /// The from-side: the junction of a junction-edge rule, otherwise as in the data.
  public let from: AssetTypeID
  /// The to-side.
  public let to: AssetTypeID
  /// The junction between two edges; nil when there is none, or any would do.
  public let via: AssetTypeID?
  /// Of the rules there are the one that is most like it; nil when none is at all like it.
  public let nearest: NetworkRule?
}

/// Asset types that meet or are associated in the data without a rule, and how often.
public struct RuleGapCount: Equatable, Sendable {
  /// The kind of rule that is missing.
  public let kind: NetworkRuleKind
  /// The from-side: the junction of a junction-edge rule, otherwise as in the data.
  public let from: AssetTypeID
  /// The to-side.
  public let to: AssetTypeID
  /// The junction at which two lines meet; nil for other kinds, and where there is none.
  public let via: AssetTypeID?
  /// How often they meet.
  public let count: Int
}
