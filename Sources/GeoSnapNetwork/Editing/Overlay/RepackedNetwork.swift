/// A network that was packed again, with the identifiers of its features in the network with edits.
package struct RepackedNetwork: Sendable {
  package let network: UtilityNetwork
  /// The identifiers of each table's features in the edited network, row by row; nil where they are the same.
  let originals: [[FeatureID]?]

  /// The identifier in the edited network of a feature of ``network``.
  package func original(of feature: FeatureID) -> FeatureID {
    originals[Int(feature.table)]?[Int(feature.row)] ?? feature
  }
}
