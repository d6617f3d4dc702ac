extension NetworkState {
  /// The transaction that stores an edit of a geometry editor: what ``SavedEdit/transaction(in:)`` says, and the
  /// associations that rules want.
  ///
  /// A new junction or device gets a containment association with the smallest area around it, and one with a
  /// structure at its place, if rules and roles allow them.
  ///
  /// - Complexity: Linear in what the edit proposes and in what is at its place.
  public func transaction(for edit: SavedEdit) -> NetworkTransaction {
    var transaction = edit.transaction(in: network)
    if edit.makesAssociations { transaction.edits += associations(of: edit) }
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
