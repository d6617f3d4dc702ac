internal import Foundation
internal import Synchronization

/// Looks on a thread of its own for what a server says unasked.
final class Watch: Sendable {
  /// What looking has come to.
  enum Look {
    /// Nobody is interested any more.
    case gone
    /// Somebody speaks with the server just now.
    case busy
    /// Something had come, and is taken over.
    case taken
    /// Nothing had come: it is waited for at this descriptor.
    case quiet(Int32)
  }

  private struct State {
    var isEnded = false
    var last = ContinuousClock.now
  }

  private let state = Mutex(State())

  /// How many times somebody who speaks with the server goes first.
  private static let mostTries = 4
  /// For how many seconds others gather what is taken over at once.
  private static let pause = 0.01
  // Short, as who speaks with the server may have read what came meanwhile.
  /// For how many milliseconds it is waited.
  private static let wait: Int32 = 40

  /// Begins to look.
  ///
  /// - Parameter look: Called when something has come, and now and then; whether to wait for who speaks with the server.
  func begin(_ look: @escaping @Sendable (_ waits: Bool) -> Look) {
    let thread = Thread { [self] in
      var tries = 0
      while !state.withLock({ $0.isEnded }) {
        switch look(tries >= Self.mostTries) {
        case .gone: return
        case .busy:
          tries += 1
          Thread.sleep(forTimeInterval: Self.pause / 2)
        case .taken:
          tries = 0
          Thread.sleep(forTimeInterval: Self.pause)
        case .quiet(let descriptor):
          tries = 0
          var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
          // One descriptor, which is this frame's own; of one that is gone nothing comes.
          let count = unsafe poll(&waiting, 1, Self.wait)
          // A descriptor that is closed is no reason to ask without end.
          if count != 0, waiting.revents & Int16(POLLIN) == 0 {
            Thread.sleep(forTimeInterval: 5 * Self.pause)
          }
        }
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
