/// A completed transaction: its edits, its inverse, and the network before and after.
public struct NetworkCommit: Sendable {
  /// The completed edits, with all identifiers.
  ///
  /// Includes deletions that followed from other edits, and omits edits without effect.
  public let transaction: NetworkTransaction
  /// The transaction that undoes this one, provided that nothing else has changed since.
  public let inverse: NetworkTransaction
  /// The network before.
  public let before: EditedNetwork
  /// The network after.
  public let after: EditedNetwork
  /// The inserted, updated or deleted features, and the ends of such associations, each once, in the order of edits.
  public let touched: [FeatureID]
  /// The edits of the requested transaction from which the completed edits result.
  package let numbering: EditNumbering

  package init(
    transaction: NetworkTransaction,
    inverse: NetworkTransaction,
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID],
    numbering: EditNumbering = EditNumbering()
  ) {
    self.numbering = numbering
    self.transaction = transaction
    self.inverse = inverse
    self.before = before
    self.after = after
    self.touched = touched
  }
}

extension NetworkCommit {
  /// A step from one snapshot to another, for users of ``touched`` without edits.
  package init(before: EditedNetwork, after: EditedNetwork, touched: [FeatureID]) {
    let nothing = NetworkTransaction("")
    self.init(
      transaction: nothing,
      inverse: nothing,
      before: before,
      after: after,
      touched: touched
    )
  }

  package func follows(_ network: EditedNetwork) -> Bool { before.isSameState(as: network) }

  package func leads(to network: EditedNetwork) -> Bool { after.isSameState(as: network) }

  /// The global ids of the associations that the edits insert or delete, each once, in order.
  package var namedAssociations: [GlobalID] {
    var seen: Set<GlobalID> = []
    return transaction.edits.compactMap { edit in
      switch edit {
      case .insertAssociation(let association): association.globalID
      case .deleteAssociation(let id): id
      default: nil
      }
    }.filter { seen.insert($0).inserted }
  }
}

/// A check that transactions have to pass in addition to the built-in ones, such as a check of topology.
///
/// It runs while its store is busy, so it must not call the store or the session.
public protocol NetworkCommitCheck: Sendable {
  /// Returns the problems of the network after a transaction that passed all built-in checks; empty to let it pass.
  ///
  /// `touched` has the features that were inserted, updated or deleted, and the ends of associations that were.
  func problems(
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID]
  ) -> [TransactionProblem]

  /// Receives every transaction that is committed, undone or redone, in order; `isChecked` says whether this check's
  /// last call was for it, which is false for undo and redo.
  func didCommit(_ commit: NetworkCommit, isChecked: Bool)

  /// Is called when another network is edited from now on, since a file was read again.
  func didReload()
}

extension NetworkCommitCheck {
  /// Does nothing: most checks store no state.
  public func didCommit(_ commit: NetworkCommit, isChecked: Bool) {}

  /// Does nothing.
  public func didReload() {}
}
