extension EditedNetwork {
  /// Does a transaction, all of it or nothing.
  ///
  /// Edits are done in order. A feature is known from its insertion on; whether associations are
  /// allowed is asked of what all edits together leave.
  ///
  /// - Parameters:
  ///   - transaction: The edits.
  ///   - checks: Further checks, asked when all built-in ones are passed.
  /// - Returns: What was done, with the network as it is after.
  /// - Throws: ``TransactionError`` with one problem for each thing that is wrong.
  /// - Complexity: Linear in the number of edits and in what deletions take with them, whatever the
  ///   size of the network.
  public func committing(
    _ transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck] = []
  ) throws(TransactionError) -> NetworkCommit {
    try committing(transaction, checks: checks, meanwhile: { _ in })
  }

  /// As ``committing(_:checks:)``; what has passed the built-in checks is handed over before the further ones are asked,
  /// so that somebody else can begin to write it meanwhile.
  package func committing(
    _ transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck],
    meanwhile begin: (NetworkCommit) -> Void
  ) throws(TransactionError) -> NetworkCommit {
    var run = TransactionRun(self, isReplay: false)
    run.carryOut(transaction)
    run.checkOutcome()
    run.forgetReservedRowIDs()
    var problems = run.problems
    let commit = run.commit(transaction.name, from: self)
    if problems.isEmpty {
      begin(commit)
      for check in checks {
        problems += check.problems(before: self, after: run.network, touched: run.touched)
      }
    }
    guard problems.isEmpty else {
      throw TransactionError(transaction.name, problems.map(run.told))
    }
    return commit
  }

  /// Does the inverse of a commit, or again what an inverse undid.
  ///
  /// What was allowed once is not asked again: only whether every edit finds what it needs.
  ///
  /// - Parameters:
  ///   - transaction: What to do.
  ///   - undone: What it undoes; nil when that does not matter.
  /// - Returns: What was done, with the network as it is after.
  /// - Throws: ``TransactionError`` when something else has changed meanwhile, so that it cannot be
  ///   done, or would undo something else.
  public func replaying(
    _ transaction: NetworkTransaction,
    undoing undone: NetworkTransaction? = nil
  ) throws(TransactionError) -> NetworkCommit {
    var run = TransactionRun(self, isReplay: true)
    run.carryOut(transaction)
    guard run.problems.isEmpty else { throw TransactionError(transaction.name, run.problems) }
    let commit = run.commit(transaction.name, from: self)
    if let undone, try commit.after.replaying(undone).transaction.edits != commit.inverse.edits {
      throw TransactionError(
        transaction.name,
        [
          TransactionProblem(
            .changedOtherwise,
            "What the step did has been changed otherwise since; undoing it would undo that, too."
          )
        ]
      )
    }
    return commit
  }
}
