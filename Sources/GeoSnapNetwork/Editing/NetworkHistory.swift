/// The committed steps for undo and redo.
public struct NetworkHistory: Sendable {
  /// The default number of steps to keep.
  public static let defaultLimit = 1_000

  /// One step: a transaction and its inverse.
  public struct Step: Sendable {
    /// The completed edits.
    public let transaction: NetworkTransaction
    /// The transaction that undoes them.
    public let inverse: NetworkTransaction
  }

  /// The completed steps, oldest first.
  public private(set) var done: [Step] = []
  /// The undone steps, the last undone one at the end.
  public private(set) var undone: [Step] = []
  /// The number of newest steps to keep, completed and undone together.
  public internal(set) var limit = defaultLimit {
    didSet { forget() }
  }

  /// Records a new step, which clears the undone ones; a commit without changes is no step.
  mutating func add(_ commit: NetworkCommit) {
    guard !commit.transaction.edits.isEmpty else { return }
    done.append(Step(transaction: commit.transaction, inverse: commit.inverse))
    undone = []
    forget()
  }

  /// Drops the oldest surplus steps; of the undone ones, those that would be redone last.
  private mutating func forget() {
    done.removeFirst(max(0, min(done.count, done.count + undone.count - limit)))
    undone.removeFirst(max(0, undone.count - limit))
  }

  mutating func noteUndo() { if let step = done.popLast() { undone.append(step) } }
  mutating func noteRedo() { if let step = undone.popLast() { done.append(step) } }
}
