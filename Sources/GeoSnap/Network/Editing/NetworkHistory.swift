/// What was committed, to be undone and redone: the newest step first.
public struct NetworkHistory: Sendable {
  /// One step: what was done, and what undoes it.
  public struct Step: Hashable, Sendable {
    /// What was done.
    public let transaction: NetworkTransaction
    /// What undoes it.
    public let inverse: NetworkTransaction
  }

  /// The steps that are done, oldest first.
  public private(set) var done: [Step] = []
  /// The steps that were undone, the one undone last at the end.
  public private(set) var undone: [Step] = []

  /// Notes a new step; what was undone cannot be redone then.
  ///
  /// A commit that changed nothing is no step.
  mutating func add(_ commit: NetworkCommit) {
    guard !commit.transaction.edits.isEmpty else { return }
    done.append(Step(transaction: commit.transaction, inverse: commit.inverse))
    undone = []
  }

  mutating func noteUndo() { if let step = done.popLast() { undone.append(step) } }
  mutating func noteRedo() { if let step = undone.popLast() { done.append(step) } }
}
