extension NetworkIndex {
  /// The associations in an extent: those whose two ends both lie in the closed rectangle.
  ///
  /// Containment has no geometry and is never among them, nor is an association with an object,
  /// which has no place. An association that only crosses the extent is not in it.
  ///
  /// - Parameters:
  ///   - extent: The rectangle, in the units of the network.
  ///   - kind: The only kind wanted; nil for all kinds with a geometry.
  /// - Returns: The associations in the order of the network's list.
  /// - Complexity: O(log n + k log k) for k associations that touch the extent.
  public func associations(
    in extent: Envelope,
    kind: AssociationKind? = nil
  ) -> [Association] {
    var positions: [Int32] = []
    collectAssociations(in: extent, into: &positions)
    positions.sort()
    let found = positions.map { network.associations[Int($0)] }
    guard let kind else { return found }
    return found.filter { $0.kind == kind }
  }

  /// Appends the positions in ``UtilityNetwork/associations`` of the associations in an extent, in
  /// no particular order: the form for loops that keep their buffer.
  public func collectAssociations(in extent: Envelope, into positions: inout [Int32]) {
    associations.collect(in: extent, into: &positions)
  }
}

extension UtilityNetwork {
  /// The associations that a feature takes part in, on either side, in the order of the list.
  ///
  /// Those of one kind only when `kind` is given.
  public func associations(
    of feature: FeatureID,
    kind: AssociationKind? = nil
  ) -> [Association] {
    associationsOfFeature[ordinal(of: feature)].map { associations[Int($0)] }
      .filter { kind == nil || $0.kind == kind }
  }

  /// The features at the other side of the associations of one kind: for containment the content,
  /// when `feature` is the from-side.
  func features(toSideOf feature: FeatureID, kind: AssociationKind) -> [FeatureID] {
    let globalID = tables[Int(feature.table)].globalIDs[Int(feature.row)]
    return associations(of: feature, kind: kind)
      .filter { $0.from.globalID == globalID }
      .compactMap { self.feature(globalID: $0.to.globalID) }
  }
}
