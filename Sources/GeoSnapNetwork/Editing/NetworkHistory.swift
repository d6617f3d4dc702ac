/// What was committed, to be undone and redone: the newest step first.
public struct NetworkHistory: Sendable {
  /// How many steps are kept when nothing else is said.
  public static let defaultLimit = 1_000

  /// One step: what was done, and what undoes it.
  public struct Step: Sendable {
    /// What was done.
    public let transaction: NetworkTransaction
    /// What undoes it.
    public let inverse: NetworkTransaction
  }

  /// The steps that are done, oldest first.
  public private(set) var done: [Step] = []
  /// The steps that were undone, the one undone last at the end.
  public private(set) var undone: [Step] = []
  /// How many of the newest steps are kept, done and undone together.
  public internal(set) var limit = defaultLimit {
    didSet { forget() }
  }

  /// Notes a new step; what was undone cannot be redone then.
  ///
  /// A commit that changed nothing is no step.
  mutating func add(_ commit: NetworkCommit) {
    guard !commit.transaction.edits.isEmpty else { return }
    done.append(Step(transaction: commit.transaction, inverse: commit.inverse))
    undone = []
    forget()
  }

  /// Drops the oldest steps that are too many; of those undone, those that would be redone last.
  private mutating func forget() {
    done.removeFirst(max(0, min(done.count, done.count + undone.count - limit)))
    undone.removeFirst(max(0, undone.count - limit))
  }

  mutating func noteUndo() { if let step = done.popLast() { undone.append(step) } }
  mutating func noteRedo() { if let step = undone.popLast() { done.append(step) } }
}
