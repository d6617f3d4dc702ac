/// An error that validation finds in a network.
public struct NetworkFault: Equatable, Sendable {
  /// The kind of error.
  public let code: NetworkErrorCode
  /// The features concerned: the line first, then the features that it meets; the existing ends of an association.
  public internal(set) var features: [FeatureID]
  /// The association concerned; nil for none.
  public let association: GlobalID?
  /// The location; nil for none.
  public let location: Coordinate?
  /// The missing rule; nil when no rule would help.
  public let rule: RuleSearch?
  /// The proposed correction.
  public internal(set) var fix: NetworkFix
  /// The error, in a sentence.
  public let message: String
}

/// A missing rule, and the most similar existing one.
public struct RuleSearch: Equatable, Sendable {
  /// The kind of rule.
  public let kind: NetworkRuleKind
  /// The from-side: the junction of a junction-edge rule, otherwise as in the data.
  public let from: AssetTypeID
  /// The to-side.
  public let to: AssetTypeID
  /// The junction between two edges; nil without one, or if any is possible.
  public let via: AssetTypeID?
  /// The most similar existing rule; nil when no rule is similar.
  public let nearest: NetworkRule?
}

/// A combination of asset types without a rule, and its frequency in the data.
public struct RuleGapCount: Equatable, Sendable {
  /// The kind of the missing rule.
  public let kind: NetworkRuleKind
  /// The from-side: the junction of a junction-edge rule, otherwise as in the data.
  public let from: AssetTypeID
  /// The to-side.
  public let to: AssetTypeID
  /// The junction where two lines meet; nil for other kinds, and without one.
  public let via: AssetTypeID?
  /// The frequency.
  public let count: Int
}
