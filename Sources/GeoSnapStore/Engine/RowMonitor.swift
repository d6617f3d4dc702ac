internal import Synchronization

/// Reports the progress of reading or writing a file, and cancels it.
package final class RowMonitor: Sendable {
  private struct State {
    var isCancelled = false
    /// Whether the work can no longer be cancelled.
    var isSettled = false
    var interrupt: (@Sendable () -> Void)?
    var expected = 1
    var done = 0
  }

  private let state = Mutex(State())
  private let progress: (@Sendable (Double) -> Void)?
  /// Locked while `progress` is called, since two threads may read at once.
  private let telling = Mutex<Void>(())
  private let shareOfRows: Double

  /// Creates a monitor.
  ///
  /// The default of `shareOfRows` is the share of reading, which is followed by building the network.
  package init(shareOfRows: Double = 0.75, _ progress: (@Sendable (Double) -> Void)?) {
    self.shareOfRows = shareOfRows
    self.progress = progress
  }

  package func begin(interrupt: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.interrupt = interrupt
      return state.isCancelled
    }
    if isCancelled { interrupt() }
  }

  package func expect(_ rows: Int) { state.withLock { $0.expected = max(rows, 1) } }

  /// Records that rows were read or written.
  ///
  /// - Throws: `CancellationError` when the work was cancelled.
  package func note(_ rows: Int) throws {
    let share = try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      state.done += rows
      return min(1, Double(state.done) / Double(state.expected)) * shareOfRows
    }
    guard let progress else { return }
    telling.withLock { _ in progress(share) }
  }

  /// Makes the work final, unless it was cancelled.
  ///
  /// - Returns: Whether it is final.
  package func settle() -> Bool {
    state.withLock { state in
      state.isSettled = !state.isCancelled
      return state.isSettled
    }
  }

  /// Cancels reading or writing.
  ///
  /// - Returns: Whether it is cancelled; false when the work is final already.
  @Sendable
  package func cancel() -> Bool {
    let (isDone, interrupt) = state.withLock { state in
      if state.isSettled { return (false, nil as (@Sendable () -> Void)?) }
      state.isCancelled = true
      return (true, state.interrupt)
    }
    interrupt?()
    return isDone
  }
}
