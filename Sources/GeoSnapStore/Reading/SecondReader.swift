internal import Dispatch
internal import GRDB
internal import Synchronization

/// A second connection to a file, on a thread of its own: it checks the file, then takes jobs.
///
/// Nothing waits for a thread that has not begun: when all of them are busy, the first one does
/// everything.
final class SecondReader: Sendable {
  /// Something to read.
  typealias Job = @Sendable (Database) -> Void

  private struct State {
    var hasBegun = false
    /// Whether no job follows.
    var isOver = false
    var jobs: [Job] = []
    var found: Result<Void, any Error> = .success(())
  }

  private let state = Mutex(State())
  /// One signal for each job, and one for their end.
  private let news = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  /// Lets a thread open a connection and check the file on it.
  func start(
    _ open: @escaping @Sendable () throws -> DatabaseQueue,
    check: @escaping @Sendable (Database) throws -> Void
  ) {
    DispatchQueue.global().async {
      let isWanted = self.state.withLock { state in
        state.hasBegun = true
        return !state.isOver
      }
      guard isWanted else { return }
      let found = Result {
        try open().read { database in
          try check(database)
          while let job = self.nextJob() { job(database) }
        }
      }
      self.state.withLock { $0.found = found }
      self.isDone.signal()
    }
  }

  /// Adds a job; it may never be done.
  func submit(_ job: @escaping Job) {
    state.withLock { $0.jobs.append(job) }
    news.signal()
  }

  /// Ends it all, and waits for the check.
  ///
  /// - Returns: What the check found; nil when it has not begun and never will.
  func finish() -> Result<Void, any Error>? {
    let hasBegun = state.withLock { state in
      state.isOver = true
      return state.hasBegun
    }
    guard hasBegun else { return nil }
    news.signal()
    isDone.wait()
    return state.withLock { $0.found }
  }

  private func nextJob() -> Job? {
    news.wait()
    return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
