import Foundation
import GeoSnapTool
import Synchronization

/// That the network has become another one.
struct CommitEvent: Sendable {
  let revision: UInt64
  /// What the transaction is called; nil for what others have written.
  let name: String?

  /// As server-sent events have it.
  var bytes: [UInt8] {
    let data = JSONValue.object([
      "revision": .integer(Int(clamping: revision)), "name": JSONValue(name),
    ])
    return Array("event: commit\ndata: ".utf8) + data.bytes + Array("\n\n".utf8)
  }
}

/// Tells everybody who listens of commits.
final class CommitEvents: Sendable {
  private struct State {
    var listeners: [Int: AsyncThrowingStream<[UInt8], any Error>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  /// The most that listen at a time.
  private static let most = 256

  func tell(_ event: CommitEvent) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(event.bytes) }
  }

  /// A line to everybody that says nothing: who is gone is found out.
  func tick() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(Array(": still here\n\n".utf8)) }
  }

  /// Ends all that is listened to.
  func end() {
    let listeners = state.withLock { state in
      let all = Array(state.listeners.values)
      state.listeners = [:]
      return all
    }
    for listener in listeners { listener.finish() }
  }

  /// What is told from now on.
  ///
  /// - Throws: A refusal when too many listen already.
  func listen() throws(ServiceRefusal) -> AsyncThrowingStream<[UInt8], any Error> {
    // Who does not read is told the newest only.
    let (stream, continuation) = AsyncThrowingStream.makeStream(
      of: [UInt8].self,
      throwing: (any Error).self,
      bufferingPolicy: .bufferingNewest(64)
    )
    let number = state.withLock { state -> Int? in
      guard state.listeners.count < CommitEvents.most else { return nil }
      state.next += 1
      state.listeners[state.next] = continuation
      return state.next
    }
    guard let number else {
      throw ServiceRefusal(
        status: 503,
        code: "busy",
        message: "Too many listen already.",
        headers: [("retry-after", "10")]
      )
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    continuation.yield(Array(": listening\n\n".utf8))
    return stream
  }
}
