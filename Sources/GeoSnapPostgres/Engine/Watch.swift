internal import Foundation
internal import Synchronization

/// Waits on a thread of its own for what a server says unasked.
final class Watch: Sendable {
  private struct State {
    var isEnded = false
    var last = ContinuousClock.now
  }

  private let state = Mutex(State())

  /// Begins to wait.
  ///
  /// - Parameters:
  ///   - socket: The descriptor to wait at; nil when nobody is interested any more.
  ///   - onChange: Called when something has come, and now and then.
  func begin(
    _ socket: @escaping @Sendable () -> Int32?,
    onChange: @escaping @Sendable () -> Void
  ) {
    let thread = Thread { [self] in
      while !state.withLock({ $0.isEnded }), let descriptor = socket() {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        // One descriptor, which is this frame's own; of one that is gone nothing comes.
        let count = unsafe poll(&waiting, 1, 200)
        if state.withLock({ $0.isEnded }) { return }
        // A descriptor that is closed is no reason to ask without end.
        if count != 0, waiting.revents & Int16(POLLIN) == 0 { Thread.sleep(forTimeInterval: 0.05) }
        onChange()
      }
    }
    thread.name = "geosnap.watch"
    thread.start()
  }

  /// Whether so much time has gone since it was last so.
  func isDue(_ interval: Duration) -> Bool {
    state.withLock { state in
      let now = ContinuousClock.now
      guard now - state.last >= interval else { return false }
      state.last = now
      return true
    }
  }

  func end() { state.withLock { $0.isEnded = true } }
}
