extension UtilityNetwork {
  /// The associations of a feature, on either side, in the order of the list; only those of `kind` unless it is nil.
  ///
  /// The list is empty for a feature of another network.
  public func associations(
    of feature: FeatureID,
    kind: AssociationKind? = nil
  ) -> [Association] {
    guard contains(feature) else { return [] }
    return associationsOfFeature[ordinal(of: feature)].map { associations[Int($0)] }
      .filter { kind == nil || $0.kind == kind }
  }
}
