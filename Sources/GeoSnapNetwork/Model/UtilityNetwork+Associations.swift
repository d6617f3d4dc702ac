extension UtilityNetwork {
  /// The associations that a feature takes part in, on either side, in the order of the list.
  ///
  /// Those of one kind only when `kind` is given; none of a feature of another network.
  public func associations(
    of feature: FeatureID,
    kind: AssociationKind? = nil
  ) -> [Association] {
    guard contains(feature) else { return [] }
    return associationsOfFeature[ordinal(of: feature)].map { associations[Int($0)] }
      .filter { kind == nil || $0.kind == kind }
  }

  /// The features at the other side of the associations of one kind: for containment the content,
  /// when `feature` is the from-side.
  package func features(toSideOf feature: FeatureID, kind: AssociationKind) -> [FeatureID] {
    let globalID = globalID(of: feature)
    return associations(of: feature, kind: kind)
      .filter { $0.from.globalID == globalID }
      .compactMap { self.feature(globalID: $0.to.globalID) }
  }
}
