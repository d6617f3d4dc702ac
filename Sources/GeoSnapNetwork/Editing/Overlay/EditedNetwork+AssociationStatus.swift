extension EditedNetwork {
  /// What part a feature has in associations, as edits have left them.
  ///
  /// - Complexity: Linear in the number of the feature's associations.
  public func associationStatus(of feature: FeatureID) -> AssociationStatus {
    globalID(of: feature).map { AssociationStatus(of: $0, in: associations(of: feature)) } ?? []
  }
}
