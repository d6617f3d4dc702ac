import Foundation
import GeoSnapTool
import Synchronization

/// An event for listeners.
enum CommitEvent: Sendable {
  /// The listener is registered, and the network has this revision.
  case listening(revision: UInt64)
  /// The network has changed. The name is the transaction's; nil for changes of other programs.
  case commit(revision: UInt64, name: String?)

  /// The event in the form of server-sent events.
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

/// Sends events of commits to all listeners.
final class CommitEvents: Sendable {
  private struct State {
    var listeners: [Int: AsyncThrowingStream<[UInt8], any Error>.Continuation] = [:]
    var next = 0
  }

  private let state = Mutex(State())
  /// The maximum number of listeners.
  private static let most = 256

  func tell(_ event: CommitEvent) { send(event.bytes) }

  /// Sends a comment line to all listeners, to detect closed connections.
  func tick() { send(Array(": still here\n\n".utf8)) }

  private func send(_ bytes: [UInt8]) {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(bytes) }
  }

  /// Ends all streams.
  func end() {
    let listeners = state.withLock { state in
      let all = Array(state.listeners.values)
      state.listeners = [:]
      return all
    }
    for listener in listeners { listener.finish() }
  }

  /// Registers a listener and returns its stream, which begins with the network's revision.
  ///
  /// `revision` is read after the registration, so no commit is missed.
  ///
  /// - Throws: A refusal when there are too many listeners.
  func listen(
    at revision: () -> UInt64
  ) throws(ServiceRefusal) -> AsyncThrowingStream<[UInt8], any Error> {
    // A slow listener gets only the newest events.
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
      throw .busy("Too many clients are listening: try again later.", retryAfter: 10)
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    continuation.yield(CommitEvent.listening(revision: revision()).bytes)
    return stream
  }
}
