internal import GeoSnapSupport

/// Keeps the state of a network that is being edited; refuses transactions that it cannot apply or that leave
/// features meeting without connecting.
package final class StateCheck: NetworkCommitCheck {
  private final class SharedState: Sendable {
    let state: NetworkState

    init(_ state: NetworkState) { self.state = state }
  }

  private struct Known: Sendable {
    var held: SharedState
    /// The state after the transaction that was checked last.
    var next: SharedState?
  }

  private let known: Locked<Known>
  private let refuses: Bool

  package init(_ state: NetworkState, refuses: Bool) {
    known = Locked(Known(held: SharedState(state)))
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
      let held = SharedState(next)
      known.withLock { $0.next = held }
      return refuses ? next.topology.refusals(touched, before: before, meetings: meetings) : []
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
    hold(SharedState(next))
  }

  package func hold(_ state: NetworkState) { hold(SharedState(state)) }

  private func hold(_ held: SharedState) {
    // If this is its last reference, the old state is freed after the lock is released.
    let last = known.withLock { known in
      let last = known
      known = Known(held: held)
      return last
    }
    withExtendedLifetime(last) {}
  }
}
