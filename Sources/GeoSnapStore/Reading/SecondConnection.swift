internal import Dispatch
internal import Foundation
package import GRDB
internal import Synchronization

/// A second connection to a file on a separate thread: it checks the file, then runs jobs.
///
/// The thread is not from the pool of tasks and queues, where it would wait for other openings. Without a second
/// thread, the first one does all work.
package final class SecondConnection: Sendable {
  package typealias Job = @Sendable (Database) -> Void

  private struct State {
    var hasBegun = false
    var isOver = false
    var jobs: [Job] = []
    var found: Result<Void, any Error> = .success(())
  }

  private let state = Mutex(State())
  /// One signal for each job, and one for their end.
  private let news = DispatchSemaphore(value: 0)
  private let hasBegun = DispatchSemaphore(value: 0)
  private let isDone = DispatchSemaphore(value: 0)

  /// The time in milliseconds that a thread has to begin.
  private static let patience = 20
  /// The time in milliseconds between two calls that stop the first connection.
  private static let insistence = 5

  package init() {}

  /// Starts a thread that opens a connection and checks the file.
  ///
  /// - Parameters:
  ///   - begin: Runs a function on another thread.
  ///   - open: Opens the connection.
  ///   - check: Throws the error in the file.
  ///   - stop: Called repeatedly until the end when the check fails or is impossible, since the first connection may
  ///     read a cycle of pages without end.
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

  /// Adds a job, which may never run.
  package func submit(_ job: @escaping Job) {
    state.withLock { $0.jobs.append(job) }
    news.signal()
  }

  /// Ends the jobs, and waits for the check.
  ///
  /// - Returns: The result of the check.
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
