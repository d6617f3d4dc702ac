extension NetworkState {
  /// The transaction that stores an edit of a geometry editor: ``SavedEdit/transaction(in:)`` and the associations
  /// that rules add.
  ///
  /// A new junction or device is associated with the smallest area around it (containment) and with a structure at
  /// its place (attachment), if rules and roles allow it.
  ///
  /// - Complexity: Linear in the size of the edit and the number of features at its place.
  public func transaction(for edit: SavedEdit) -> NetworkTransaction {
    var transaction = edit.transaction(in: network)
    if edit.makesAssociations, case .insertFeature? = transaction.edits.first {
      transaction.edits += associations(of: edit)
    }
    return transaction
  }

  private func associations(of edit: SavedEdit) -> [NetworkEdit] {
    guard let newID = edit.newID, let type = edit.assetType,
      case .point(let point) = edit.geometry, let place = point.coordinate
    else { return [] }
    var carrier: GlobalID?
    var holder: (id: GlobalID, size: Double)?
    for hit in index.identify(IdentifyRequest(at: place, tolerance: 0)) {
      guard let id = network.globalID(of: hit.feature), id != newID,
        let other = network.assetTypeID(of: hit.feature),
        let geometry = network.geometry(of: hit.feature), geometry.type.dimension != 1
      else { continue }
      if network.allows(.containment, from: other, to: type) {
        let size = geometry.area
        if holder.map({ size < $0.size }) ?? true { holder = (id, size) }
      } else if geometry.type.dimension == 0, network.allows(.attachment, from: other, to: type) {
        carrier = carrier ?? id
      }
    }
    let ends: [(AssociationKind, GlobalID?)] = [(.containment, holder?.id), (.attachment, carrier)]
    return ends.compactMap { kind, from in
      from.map {
        .insertAssociation(NewAssociation(kind: kind, from: .init($0), to: .init(newID)))
      }
    }
  }
}
