internal import Dispatch
internal import Synchronization

/// Ordered pieces of work, which two threads take from both ends until they meet.
package final class SharedPieces<Piece: Sendable>: Sendable {
  private struct State {
    /// The pieces from `front` to `back` are free.
    var front = 0
    var back: Int
    /// The results of the second thread, the last piece first.
    var found: [Piece] = []
    var isAtWork = false
    var isAwaited = false
  }

  private let state: Mutex<State>
  private let isPutDown = DispatchSemaphore(value: 0)

  package init(count: Int) { state = Mutex(State(back: count)) }

  /// The next piece from the front; nil when all are done, for which it waits.
  package func takeFirst() -> Int? {
    while true {
      let (piece, mustWait) = state.withLock { state -> (Int?, Bool) in
        if state.front < state.back {
          state.front += 1
          return (state.front - 1, false)
        }
        state.isAwaited = state.isAtWork
        return (nil, state.isAtWork)
      }
      guard mustWait else { return piece }
      isPutDown.wait()
    }
  }

  /// The results of the second thread, in the order of the pieces, when all are done.
  package var foundFromBack: [Piece] { state.withLock { $0.found.reversed() } }

  /// Works on pieces from the back, until all are taken or one fails.
  ///
  /// A failed piece is left to the first thread, which reports the error.
  package func helpFromBack(_ work: (_ piece: Int) throws -> Piece) {
    while let piece = takeLast() {
      let found = try? work(piece)
      let isAwaited = state.withLock { state in
        if let found { state.found.append(found) } else { state.back += 1 }
        state.isAtWork = false
        defer { state.isAwaited = false }
        return state.isAwaited
      }
      if isAwaited { isPutDown.signal() }
      if found == nil { return }
    }
  }

  private func takeLast() -> Int? {
    state.withLock { state in
      guard state.front < state.back else { return nil }
      state.back -= 1
      state.isAtWork = true
      return state.back
    }
  }
}
