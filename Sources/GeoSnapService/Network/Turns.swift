import Synchronization

/// Lets so many in at a time, and others wait, up to a most.
final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>
  private let most: Int

  init(count: Int, most: Int) {
    state = Mutex(State(free: count))
    self.most = most
  }

  /// Does something in one's turn.
  ///
  /// - Throws: A refusal when too many wait already; what the work throws.
  func take<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await enter()
    defer { leave() }
    // Who has gone meanwhile is not answered.
    try Task.checkCancellation()
    return try await work()
  }

  private func enter() async throws(ServiceRefusal) {
    enum Place { case free, queue, full }
    func place(_ state: inout State) -> Place {
      if state.free > 0 {
        state.free -= 1
        return .free
      }
      return state.waiting.count < most ? .queue : .full
    }
    var isFull = false
    await withCheckedContinuation { continuation in
      let isIn = state.withLock { state -> Bool in
        switch place(&state) {
        case .free: return true
        case .queue:
          state.waiting.append(continuation)
          return false
        case .full:
          isFull = true
          return true
        }
      }
      if isIn { continuation.resume() }
    }
    guard !isFull else {
      throw ServiceRefusal(
        status: 503,
        code: "busy",
        message: "Too many questions wait already: ask again in a moment.",
        headers: [("retry-after", "1")]
      )
    }
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
