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

  /// How many milliseconds pass between two calls that stop the first connection.
  private static let patience = 5

  /// Lets a thread open a connection and check the file on it.
  ///
  /// - Parameters:
  ///   - open: Opens the connection.
  ///   - check: Throws what is wrong with the file.
  ///   - stop: Called again and again from a check that fails until the end: pages may be tied into
  ///     rows without end, and the first connection would read them for ever.
  func start(
    _ open: @escaping @Sendable () throws -> DatabaseQueue,
    check: @escaping @Sendable (Database) throws -> Void,
    stop: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.global().async {
      let isWanted = self.state.withLock { state in
        state.hasBegun = true
        return !state.isOver
      }
      guard isWanted else { return }
      let found = Result {
        try open().read { database in
          do {
            try check(database)
          } catch {
            while Self.isDamage(error), !self.state.withLock(\.isOver) {
              stop()
              _ = self.news.wait(timeout: .now() + .milliseconds(Self.patience))
            }
            throw error
          }
          while let job = self.nextJob() { job(database) }
        }
      }
      self.state.withLock { $0.found = found }
      self.isDone.signal()
    }
  }

  /// Whether a check says that the file is damaged, and not that it could not be made.
  private static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return true }
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB].contains(error.resultCode)
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
