internal import Dispatch
internal import Synchronization

/// Pieces of work in order, which two threads take from both ends until they meet.
package final class SharedPieces<Piece: Sendable>: Sendable {
  private struct State {
    /// What is between is free.
    var front = 0
    var back: Int
    /// What the second thread found, the last piece first.
    var found: [Piece] = []
    /// Whether the second thread has a piece in hand.
    var isAtWork = false
    /// Whether the first one waits for that piece.
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

  /// What the second thread found, in the order of the pieces; after all are done.
  package var foundFromBack: [Piece] { state.withLock { $0.found.reversed() } }

  /// Does pieces from the back, one after the other, until none is left or one fails.
  ///
  /// What fails here is left to the first thread, which knows what to say about it.
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
