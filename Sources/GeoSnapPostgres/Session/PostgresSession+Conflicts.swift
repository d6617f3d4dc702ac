package import GeoSnap
internal import GeoSnapStore
internal import Synchronization

extension PostgresSession {
  func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    _ changers: [FeatureKey: HistoryEntry]
  ) throws {
    try refuse(transaction, madeOn: basis, now: state.network) { changers[$0] }
  }

  /// Refuses a transaction on objects that have changed between the network `basis`, on which it was made, and `now`.
  ///
  /// `now` is the network that the session opened, so its own commits are no conflicts.
  ///
  /// - Throws: ``StoreError`` with code `changedByOthers`; `cannotOpen` when the server cannot be reached.
  package func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    now: EditedNetwork
  ) throws {
    try telling {
      try refuse(transaction, madeOn: basis, now: now) { key in
        try held.withLock { try $0.server.lastChange(of: key, except: []) }
      }
    }
  }

  private func refuse(
    _ transaction: NetworkTransaction,
    madeOn basis: EditedNetwork,
    now: EditedNetwork,
    changer: (FeatureKey) throws -> HistoryEntry?
  ) throws {
    if now.isSame(as: basis) { return }
    let conflict = transaction.edits.lazy.compactMap { edit in
      edit.keys.first { basis.value($0) != now.value($0) }.map { (edit: edit, key: $0) }
    }.first
    guard let conflict else { return }
    throw StoreError(
      .changedByOthers,
      path: "\(address)",
      message: ConflictSentence(
        conflict.key,
        conflict.edit,
        basis,
        now,
        try changer(conflict.key)
      ).description
    )
  }

  /// Refuses an undo if others have built on the step, or if it breaks a rule because of their changes.
  ///
  /// Violations that existed before any edit do not prevent an undo.
  func refuse(
    _ commit: NetworkCommit,
    of step: SessionServer.Step,
    _ server: SessionServer
  ) throws {
    let neighbours = state.neighbours(ofWhatGoesIn: commit)
    let network = state.network
    let places = neighbours.compactMap { network.geometry(of: $0.feature) }
    if let other = try server.changer(of: neighbours.map(\.key), at: places, since: step.number) {
      let words = neighbours.first.map { network.describe($0.feature) } ?? ""
      throw TransactionError(
        step.name,
        [
          TransactionProblem(
            .changedOtherwise,
            features: neighbours.map(\.feature),
            "Later edits of \(other.author) (\(other.name)) depend on features that this step would change, such as at "
              + "\(words): those edits must be undone first."
          )
        ]
      )
    }
    let problems = self.problems(of: commit.transaction)
    if problems.isEmpty { return }
    let ends = commit.touched.flatMap { id -> [FeatureKey] in
      guard commit.after.present(id) != nil else { return [] }
      return commit.after.associations(of: id)
        .flatMap { [.globalID($0.from.globalID), .globalID($0.to.globalID)] }
    }
    let met = (problems.flatMap(\.features) + commit.touched).compactMap { id in
      (commit.after.present(id) ?? network.present(id))?.globalID.map { FeatureKey.globalID($0) }
    }
    if try server.changer(of: met + ends, since: step.number) != nil {
      throw TransactionError(step.name, problems)
    }
  }
}

extension EditedNetwork {
  fileprivate func value(_ key: FeatureKey) -> KeyedValue {
    if let id = feature(key), let feature = feature(id) { return .feature(feature) }
    if case .globalID(let id) = key, let association = association(globalID: id) {
      return .association(association)
    }
    return .nothing
  }
}

private enum KeyedValue: Equatable {
  case nothing
  case feature(Feature)
  case association(GeoSnap.Association)
}

extension NetworkEdit {
  var insertedKeys: [FeatureKey] {
    switch self {
    case .insertFeature(let feature, let table):
      if let id = feature.globalID { return [.globalID(id)] }
      return feature.rowID.map { [.row(table: table, rowID: $0)] } ?? []
    case .insertAssociation(let association):
      return association.globalID.map { [.globalID($0)] } ?? []
    default: return []
    }
  }
}
