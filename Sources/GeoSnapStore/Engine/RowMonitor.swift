internal import Synchronization

/// Tells how far reading or writing a file has come, and lets it be given up.
final class RowMonitor: Sendable {
  private struct State {
    var isCancelled = false
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
  init(shareOfRows: Double = 0.75, _ progress: (@Sendable (Double) -> Void)?) {
    self.shareOfRows = shareOfRows
    self.progress = progress
  }

  func begin(interrupt: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      state.interrupt = interrupt
      return state.isCancelled
    }
    if isCancelled { interrupt() }
  }

  func expect(_ rows: Int) { state.withLock { $0.expected = max(rows, 1) } }

  /// Notes that rows were read or written.
  ///
  /// - Throws: `CancellationError` when nobody wants them any more.
  func note(_ rows: Int) throws {
    let share = try state.withLock { state in
      if state.isCancelled { throw CancellationError() }
      state.done += rows
      return min(1, Double(state.done) / Double(state.expected)) * shareOfRows
    }
    guard let progress else { return }
    telling.withLock { _ in progress(share) }
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
