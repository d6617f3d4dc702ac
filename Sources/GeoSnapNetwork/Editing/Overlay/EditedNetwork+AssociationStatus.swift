extension EditedNetwork {
  /// The roles of a feature in its current associations, in time linear in their number.
  public func associationStatus(of feature: FeatureID) -> AssociationStatus {
    globalID(of: feature).map { AssociationStatus(of: $0, in: associations(of: feature)) } ?? []
  }
}
