internal import GeoSnapSupport

/// Keeps the state of a network that is edited, and refuses transactions that it cannot take over or after
/// which something meets that may not connect.
///
/// A store tells it of every commit, and ``state`` is that of the network as it is. The store asks one question
/// at a time, about the network as it is.
package final class StateCheck: NetworkCommitCheck {
  private final class Held: Sendable {
    let state: NetworkState

    init(_ state: NetworkState) { self.state = state }
  }

  private struct Known: Sendable {
    var held: Held
    /// The state after the transaction that was asked about last.
    var next: Held?
  }

  private let known: Locked<Known>
  /// Whether what may not connect is refused.
  private let refuses: Bool

  package init(_ state: NetworkState, refuses: Bool) {
    known = Locked(Known(held: Held(state)))
    self.refuses = refuses
  }

  /// The state after all commits.
  package var state: NetworkState { known.withLock { $0.held }.state }

  package func problems(
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID]
  ) -> [TransactionProblem] {
    let commit = NetworkCommit(before: before, after: after, touched: touched)
    var next = state
    do {
      let meetings = try next.apply(commit)
      let held = Held(next)
      known.withLock { $0.next = held }
      return refuses
        ? next.topology.refusals(touched, before: before, meetings: meetings) : []
    } catch {
      return [TransactionProblem(.wrongGeometry, error.message)]
    }
  }

  package func didCommit(_ commit: NetworkCommit, isChecked: Bool) {
    if let next = known.withLock({ $0.next }), commit.leads(to: next.state.network) {
      return hold(next)
    }
    var next = state
    do {
      try next.apply(commit)
    } catch {
      preconditionFailure(
        "What is undone, done again or read from a file had been checked: \(error)"
      )
    }
    hold(Held(next))
  }

  /// Goes on with another network.
  package func hold(_ state: NetworkState) { hold(Held(state)) }

  private func hold(_ held: Held) {
    // The last one is freed, if no one else has it, when the lock is open again.
    let last = known.withLock { known in
      let last = known
      known = Known(held: held)
      return last
    }
    withExtendedLifetime(last) {}
  }
}
