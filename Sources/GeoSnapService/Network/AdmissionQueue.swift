import Synchronization

package final class AdmissionQueue: Sendable {
  private typealias Waiting = CheckedContinuation<Entry, Never>

  private struct State {
    var free: Int
    var waiting: [Waiting] = []
    var isOver = false
    /// The callers that wait until no task is running.
    var ending: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>
  private let count: Int
  private let most: Int

  package init(count: Int, most: Int) {
    state = Mutex(State(free: count))
    self.count = count
    self.most = most
  }

  package func end() async {
    await withCheckedContinuation { continuation in
      let (waiting, all) = state.withLock { state in
        state.isOver = true
        state.ending.append(continuation)
        defer { state.waiting = [] }
        return (state.waiting, ended(&state))
      }
      for one in waiting { one.resume(returning: .over) }
      for one in all { one.resume() }
    }
  }

  private func ended(_ state: inout State) -> [CheckedContinuation<Void, Never>] {
    guard state.isOver, state.free == count else { return [] }
    defer { state.ending = [] }
    return state.ending
  }

  package func take<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await enter()
    defer { leave() }
    // A client that has disconnected meanwhile gets no answer.
    try Task.checkCancellation()
    return try await work()
  }

  private enum Entry {
    case turn
    case full
    case over
  }

  private func enter() async throws(ServiceRefusal) {
    let entry = await withCheckedContinuation { continuation in
      let entry = state.withLock { state -> Entry? in
        if state.isOver { return .over }
        if state.free > 0 {
          state.free -= 1
          return .turn
        }
        guard state.waiting.count < most else { return .full }
        state.waiting.append(continuation)
        return nil
      }
      if let entry { continuation.resume(returning: entry) }
    }
    switch entry {
    case .turn: return
    case .full: throw .busy("Too many requests are waiting: ask again in a moment.", retryAfter: 1)
    case .over: throw .busy("The service is shutting down.", code: "ending", retryAfter: 1)
    }
  }

  private func leave() {
    let (next, all) = state.withLock { state -> (Waiting?, [CheckedContinuation<Void, Never>]) in
      guard state.waiting.isEmpty else { return (state.waiting.removeFirst(), []) }
      state.free += 1
      return (nil, ended(&state))
    }
    next?.resume(returning: .turn)
    for one in all { one.resume() }
  }
}
