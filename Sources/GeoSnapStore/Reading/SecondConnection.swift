internal import Dispatch
internal import Foundation
package import GRDB
internal import GeoSnap
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

/// Ordered pieces of work, which two threads take from both ends until they meet.
package final class SharedPieces<Piece: Sendable>: Sendable {
  private struct State {
    /// The pieces from `front` to `back` are free.
    var front = 0
    var back: Int
    /// The results of the second thread, the last piece first.
    var found: [Piece] = []
    var isAtWork = false
    var isAwaited = false
  }

  private let state: Mutex<State>
  private let isPutDown = DispatchSemaphore(value: 0)

  package init(count: Int) { state = Mutex(State(back: count)) }

  /// The next piece from the front; nil when all are done, for which it waits.
  package func takeFirst() -> Int? {
    while true {
      let (piece, mustWait) = state.withLock { state -> (Int?, Bool) in
        if state.front < state.back {
          state.front += 1
          return (state.front - 1, false)
        }
        state.isAwaited = state.isAtWork
        return (nil, state.isAtWork)
      }
      guard mustWait else { return piece }
      isPutDown.wait()
    }
  }

  /// The results of the second thread, in the order of the pieces, when all are done.
  package var foundFromBack: [Piece] { state.withLock { $0.found.reversed() } }

  /// Works on pieces from the back, until all are taken or one fails.
  package func helpFromBack(_ work: (_ piece: Int) throws -> Piece) {
    while let piece = takeLast() {
      let found = try? work(piece)
      let isAwaited = state.withLock { state in
        if let found { state.found.append(found) } else { state.back += 1 }
        state.isAtWork = false
        defer { state.isAwaited = false }
        return state.isAwaited
      }
      if isAwaited { isPutDown.signal() }
      if found == nil { return }
    }
  }

  private func takeLast() -> Int? {
    state.withLock { state in
      guard state.front < state.back else { return nil }
      state.back -= 1
      state.isAtWork = true
      return state.back
    }
  }
}

/// The keys of a table in pieces that take about the same time to read.
package struct KeyPieces: Sendable {
  /// The number of rows in a piece without gaps in its keys.
  package static let rowCount = 1 << 14

  /// The first key of each piece except the first piece.
  private let starts: [Int64]

  package var count: Int { starts.count + 1 }

  package init(_ keys: ClosedRange<Int64>?, rowCount: Int) {
    let count = rowCount / KeyPieces.rowCount
    guard let keys, count > 1 else {
      starts = []
      return
    }
    let width = UInt64(bitPattern: keys.upperBound &- keys.lowerBound) / UInt64(count)
    starts = (1..<count).map { keys.lowerBound &+ Int64(bitPattern: width &* UInt64($0)) }
  }

  /// The first key of a piece and of the next one; nil for no limit.
  package func limits(of piece: Int) -> (start: Int64?, end: Int64?) {
    (piece == 0 ? nil : starts[piece - 1], piece < starts.count ? starts[piece] : nil)
  }
}

extension DatabaseFile {
  /// Reads within one transaction while a second connection checks the same state of the file, and then helps to
  /// read.
  ///
  /// Pages may be linked in a cycle, so no unchecked result is returned: when no second connection can check, the
  /// first one checks before it reads. An error of the check takes precedence over one of the body, since it is the
  /// cause.
  package func read<Value>(
    on begin: (@escaping @Sendable () -> Void) -> Void = Thread.detachNewThread,
    whileChecking check: @escaping @Sendable (Database) throws -> Void,
    _ body: (_ database: Database, _ second: SecondConnection?) throws -> Value
  ) throws(StoreError) -> Value {
    try read { database in
      // After its first read, the transaction keeps other programs from writing to the file itself, so the second
      // connection sees the same state. In write-ahead mode it does not.
      _ = try Row.fetchOne(database, sql: "SELECT count(*) FROM sqlite_master")
      let isShared = try String.fetchOne(database, sql: "PRAGMA journal_mode") != "wal"
      let second = SecondConnection()
      guard isShared, second.start(on: begin, secondConnection, check: check, stop: interrupt)
      else {
        try check(database)
        return try body(database, nil)
      }
      let result = Result { try body(database, second) }
      switch second.finish() {
      case .success: return try result.get()
      case .failure(let error) where !(error is DatabaseError): throw error
      default:
        // A program that waits to write keeps new readers out.
        try check(database)
        if case .success(let value) = result { return value }
        return try body(database, nil)
      }
    }
  }
}
