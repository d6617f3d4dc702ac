extension EditedNetwork {
  /// Carries out all edits of a transaction, in order, or none.
  ///
  /// A later edit can use a feature that an earlier one inserts. Rules for associations are checked for the result of
  /// all edits. The `checks` run when all built-in checks have passed.
  ///
  /// - Throws: ``TransactionError`` with one problem for each error.
  /// - Complexity: Linear in the number of edits and cascaded deletions, independent of the size of the network.
  public func committing(
    _ transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck] = []
  ) throws(TransactionError) -> NetworkCommit {
    try committing(transaction, checks: checks, meanwhile: { _ in })
  }

  /// Works as ``committing(_:checks:)``, and passes a commit to `begin` between built-in and further checks.
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

  /// Carries out the inverse of a commit, or repeats what an inverse undid.
  ///
  /// Only checks that every edit finds its features; other checks passed before. `undone` is the transaction that
  /// this one undoes, nil if other changes since then do not matter.
  ///
  /// - Throws: ``TransactionError`` when other changes make the transaction impossible or would also be undone.
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
            "A later change is in the same rows: undoing or redoing this step would undo the later change too."
          )
        ]
      )
    }
    return commit
  }
}
