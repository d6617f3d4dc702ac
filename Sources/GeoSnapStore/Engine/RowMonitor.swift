internal import Synchronization

/// Tells how far reading or writing a file has come, and lets it be given up.
package final class RowMonitor: Sendable {
  private struct State {
    var isCancelled = false
    /// Whether what was done counts, so that it is too late to give it up.
    var isSettled = false
    /// Makes what SQLite is doing fail.
    var interrupt: (@Sendable () -> Void)?
    var expected = 1
    var done = 0
  }

  private let state = Mutex(State())
  private let progress: (@Sendable (Double) -> Void)?
  /// Held while somebody is told: two threads may read at once.
  private let telling = Mutex<Void>(())
  /// The share of the time that rows take.
  private let shareOfRows: Double

  /// - Parameters:
  ///   - shareOfRows: The share of the time that rows take; by default that of reading, where the network
  ///     is put together afterwards.
  ///   - progress: Who is told; nil for nobody.
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

  /// Notes that rows were read or written.
  ///
  /// - Throws: `CancellationError` when nobody wants them any more.
  package func note(_ rows: Int) throws {
    let share = try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      state.done += rows
      return min(1, Double(state.done) / Double(state.expected)) * shareOfRows
    }
    guard let progress else { return }
    telling.withLock { _ in progress(share) }
  }

  /// Notes that what was done counts from now on, unless it has been given up.
  ///
  /// - Returns: Whether it counts.
  package func settle() -> Bool {
    state.withLock { state in
      state.isSettled = !state.isCancelled
      return state.isSettled
    }
  }

  /// Gives up reading or writing.
  ///
  /// - Returns: Whether that is done; false when it is too late.
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
