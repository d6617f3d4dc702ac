internal import Foundation
internal import Synchronization

/// A separate thread that waits for notifications of a server.
final class Watch: Sendable {
  enum Look {
    /// The session is gone: the thread ends.
    case gone
    /// Another thread uses the connection.
    case busy
    /// Notifications had arrived and were handled.
    case taken
    /// There were no notifications; the thread waits at this descriptor.
    case quiet(Int32)
  }

  private struct State {
    var isEnded = false
    var last = ContinuousClock.now
  }

  private let state = Mutex(State())

  /// How many times another thread that uses the connection goes first.
  private static let mostTries = 4
  /// The seconds in which changes are collected before they are taken over.
  private static let pause = 0.01
  // Short, since a thread that uses the connection may have read the notifications.
  /// The milliseconds to wait at the descriptor.
  private static let wait: Int32 = 40

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
          // One local descriptor; a closed one is reported as such.
          let count = unsafe poll(&waiting, 1, Self.wait)
          // A closed descriptor must not cause a busy loop.
          if count != 0, waiting.revents & Int16(POLLIN) == 0 {
            Thread.sleep(forTimeInterval: 5 * Self.pause)
          }
        }
      }
    }
    thread.name = "geosnap.watch"
    thread.start()
  }

  /// Whether an interval has passed since the last time that this was true.
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

/// Passes a value to another thread, which then has sole use of it.
final class Transfer<Value>: @unchecked Sendable {
  private let value: Value

  init(_ value: Value) { self.value = value }

  func take() -> Value { value }
}
