internal import Dispatch
internal import Foundation
package import GRDB
internal import Synchronization

/// A second connection to a file, on a thread of its own: it checks the file, then takes jobs.
///
/// The thread is none of those that tasks and queues share: there it would wait for others that open
/// files. Without another thread the first one does everything.
package final class SecondReader: Sendable {
  /// Something to read.
  package typealias Job = @Sendable (Database) -> Void

  private struct State {
    var hasBegun = false
    /// Whether nothing is wanted any more.
    var isOver = false
    var jobs: [Job] = []
    var found: Result<Void, any Error> = .success(())
  }

  private let state = Mutex(State())
  /// One signal for each job, and one for their end.
  private let news = DispatchSemaphore(value: 0)
  private let hasBegun = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  /// How many milliseconds a thread has to begin.
  private static let patience = 20
  /// How many milliseconds pass between two calls that stop the first connection.
  private static let insistence = 5

  package init() {}

  /// Lets a thread open a connection and check the file on it.
  ///
  /// - Parameters:
  ///   - begin: Runs something on another thread.
  ///   - open: Opens the connection.
  ///   - check: Throws what is wrong with the file.
  ///   - stop: Called again and again until the end when the check fails or cannot be made: pages
  ///     may be tied into rows without end, and the first connection would read them for ever.
  /// - Returns: Whether a thread has begun; otherwise none will.
  package func start(
    on begin: (@escaping @Sendable () -> Void) -> Void,
    _ open: @escaping @Sendable () throws -> DatabaseQueue,
    check: @escaping @Sendable (Database) throws -> Void,
    stop: @escaping @Sendable () -> Void
  ) -> Bool {
    begin {
      let isWanted = self.state.withLock { state in
        state.hasBegun = !state.isOver
        return state.hasBegun
      }
      guard isWanted else { return }
      self.hasBegun.signal()
      let found = Result<Void, any Error> {
        do {
          try open().read { database in
            try check(database)
            while let job = self.nextJob() { job(database) }
          }
        } catch {
          while !self.state.withLock(\.isOver) {
            stop()
            _ = self.news.wait(timeout: .now() + .milliseconds(Self.insistence))
          }
          throw error
        }
      }
      self.state.withLock { $0.found = found }
      self.isDone.signal()
    }
    _ = hasBegun.wait(timeout: .now() + .milliseconds(Self.patience))
    return state.withLock { state in
      state.isOver = !state.hasBegun
      return state.hasBegun
    }
  }

  /// Adds a job; it may never be done.
  package func submit(_ job: @escaping Job) {
    state.withLock { $0.jobs.append(job) }
    news.signal()
  }

  /// Ends it all, and waits for the check.
  ///
  /// - Returns: What the check found.
  /// - Precondition: A thread has begun.
  func finish() -> Result<Void, any Error> {
    state.withLock { $0.isOver = true }
    news.signal()
    isDone.wait()
    return state.withLock { $0.found }
  }

  private func nextJob() -> Job? {
    news.wait()
    return state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
  }
}
