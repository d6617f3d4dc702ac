import Foundation
import GeoSnapTool
import Synchronization

/// What is told to who listens.
enum CommitEvent: Sendable {
  /// One listens from now on, and the network is at this revision.
  case listening(revision: UInt64)
  /// The network has become another one. The name is the transaction's; nil for what others have written.
  case commit(revision: UInt64, name: String?)

  /// As server-sent events have it.
  var bytes: [UInt8] {
    switch self {
    case .listening(let revision):
      CommitEvent.bytes("listening", ["revision": .integer(Int(clamping: revision))])
    case .commit(let revision, let name):
      CommitEvent.bytes(
        "commit",
        ["revision": .integer(Int(clamping: revision)), "name": JSONValue(name)]
      )
    }
  }

  private static func bytes(_ event: String, _ data: [String: JSONValue]) -> [UInt8] {
    Array("event: \(event)\ndata: ".utf8) + JSONValue.object(data).bytes + Array("\n\n".utf8)
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

  /// What is told from now on, after the revision that the network is at.
  ///
  /// - Parameter revision: Read when all later commits are told already: none is missed between the two.
  /// - Returns: The events, as they go over the wire.
  /// - Throws: A refusal when too many listen already.
  func listen(
    at revision: () -> UInt64
  ) throws(ServiceRefusal) -> AsyncThrowingStream<[UInt8], any Error> {
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
    continuation.yield(CommitEvent.listening(revision: revision()).bytes)
    return stream
  }
}
