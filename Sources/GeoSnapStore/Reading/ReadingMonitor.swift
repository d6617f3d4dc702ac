internal import Synchronization

/// Tells how far reading a file has come, and lets it be given up.
final class ReadingMonitor: Sendable {
  private struct State {
    var isCancelled = false
    /// Makes what SQLite is doing fail.
    var interrupt: (@Sendable () -> Void)?
    var expected = 1
    var done = 0
  }

  private let state = Mutex(State())
  private let progress: (@Sendable (Double) -> Void)?
  /// The share of the time that rows take; the rest is for putting the network together.
  private static let shareOfRows = 0.75

  init(_ progress: (@Sendable (Double) -> Void)?) { self.progress = progress }

  func begin(interrupt: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.interrupt = interrupt
      return state.isCancelled
    }
    if isCancelled { interrupt() }
  }

  func expect(_ rows: Int) { state.withLock { $0.expected = max(rows, 1) } }

  /// Notes that rows were read.
  ///
  /// - Throws: `CancellationError` when nobody wants them any more.
  func note(_ rows: Int) throws {
    let share = try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      state.done += rows
      return min(1, Double(state.done) / Double(state.expected)) * Self.shareOfRows
    }
    progress?(share)
  }

  @Sendable
  func cancel() {
    let interrupt = state.withLock { state in
      state.isCancelled = true
      return state.interrupt
    }
    interrupt?()
  }
}
