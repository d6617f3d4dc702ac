/// A network packed anew, which still knows under what identifiers the network with edits has its features.
package struct PackedAnew: Sendable {
  /// The network without an overlay.
  package let network: UtilityNetwork
  /// For each table, its features as the edited network has them, row by row; nil where rows are the same.
  let originals: [[FeatureID]?]

  /// The identifier that the edited network has for a feature of ``network``.
  package func original(of feature: FeatureID) -> FeatureID {
    originals[Int(feature.table)]?[Int(feature.row)] ?? feature
  }
}
