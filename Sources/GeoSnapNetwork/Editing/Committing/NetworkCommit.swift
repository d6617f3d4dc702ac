/// A transaction that was carried out: what it did, how to undo it, and the network before and after.
public struct NetworkCommit: Sendable {
  /// What was done.
  ///
  /// All identifiers are filled in, deletions that followed from others are written out, and edits
  /// that changed nothing are left out.
  public let transaction: NetworkTransaction
  /// What undoes it when nothing else has changed since.
  public let inverse: NetworkTransaction
  /// The network before.
  public let before: EditedNetwork
  /// The network after.
  public let after: EditedNetwork
  /// The features that were inserted, updated or deleted, and those at the ends of associations that
  /// were inserted or deleted, each once, in the order of edits.
  public let touched: [FeatureID]
  /// From which edits of the transaction that was asked for those that were done came.
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
  /// The step from one snapshot to another, for those who ask what it touches and not how it was done.
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

  /// Whether it was made on a snapshot.
  package func follows(_ network: EditedNetwork) -> Bool { before.isSameState(as: network) }

  /// Whether a snapshot is what it made.
  package func leads(to network: EditedNetwork) -> Bool { after.isSameState(as: network) }

  /// The global ids of the associations that its edits insert and delete, each once, in their order.
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

/// A check that transactions have to pass beside the built-in ones, such as one of topology.
///
/// It is asked while its store is at work: it must not ask the store, or the session, for anything.
public protocol NetworkCommitCheck: Sendable {
  /// What is wrong with the network after a transaction; none lets it pass.
  ///
  /// - Parameters:
  ///   - before: The network before.
  ///   - after: The network after, which has passed all built-in checks.
  ///   - touched: The features that were inserted, updated or deleted, and those at the ends of
  ///     associations that were.
  /// - Returns: The problems.
  func problems(
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID]
  ) -> [TransactionProblem]

  /// Told of every transaction that was carried out, undone or done again, in their order.
  ///
  /// - Parameters:
  ///   - commit: What was done.
  ///   - isChecked: Whether it was this check's last question; undoing and redoing ask nothing.
  func didCommit(_ commit: NetworkCommit, isChecked: Bool)

  /// Told that another network is edited from now on: a file was read anew.
  func didReload()
}

extension NetworkCommitCheck {
  /// Nothing: most checks keep nothing of their own.
  public func didCommit(_ commit: NetworkCommit, isChecked: Bool) {}

  /// Nothing.
  public func didReload() {}
}
