internal import GeoSnapSupport
internal import Synchronization

/// Receives the share of long work that is done, from 0 to 1, from one thread at a time.
public typealias ProgressHandler = @Sendable (_ done: Double) -> Void

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
  private let progress: ProgressHandler?
  /// Locked while `progress` is called, since two threads may read at once.
  private let telling = Mutex<Void>(())
  private let shareOfRows: Double

  package init(shareOfRows: Double = 0.75, _ progress: ProgressHandler?) {
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

  package func note(_ rows: Int) throws {
    let share = try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      state.done += rows
      return min(1, Double(state.done) / Double(state.expected)) * shareOfRows
    }
    guard let progress else { return }
    telling.withLock { _ in progress(share) }
  }

  package func settle() -> Bool {
    state.withLock { state in
      state.isSettled = !state.isCancelled
      return state.isSettled
    }
  }

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

/// Does work on a separate thread, with a monitor that cancels it with its task, and that tells `progress` at the end
/// that all is done.
package func reporting<Value: Sendable>(
  _ progress: ProgressHandler?,
  shareOfRows: Double = 0.75,
  _ work: @escaping @Sendable (RowMonitor) throws -> Value
) async throws -> Value {
  let monitor = RowMonitor(shareOfRows: shareOfRows, progress)
  let value = try await onThread(stop: monitor.cancel) { try work(monitor) }
  progress?(1)
  return value
}
