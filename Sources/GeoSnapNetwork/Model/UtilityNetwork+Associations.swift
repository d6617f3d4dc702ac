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

  /// The features on the to-side of a feature's associations of a kind, such as the content of a container.
  package func features(toSideOf feature: FeatureID, kind: AssociationKind) -> [FeatureID] {
    let globalID = globalID(of: feature)
    return associations(of: feature, kind: kind)
      .filter { $0.from.globalID == globalID }
      .compactMap { self.feature(globalID: $0.to.globalID) }
  }
}
