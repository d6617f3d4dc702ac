import Foundation
import GeoSnap
import GeoSnapPostgres
import Synchronization

/// Checks every state of a session: whether it follows from the one before, and is complete.
final class TrialReader: Sendable {
  private let say: @Sendable (TrialEvent) -> Void
  private let states = Mutex(0)

  init(say: @escaping @Sendable (TrialEvent) -> Void) { self.say = say }

  /// Follows a session until it is closed; `changes` are its changes since `state`.
  func follow(_ changes: AsyncStream<NetworkChange>, from state: NetworkState) async {
    var last = state.network
    for await change in changes {
      let number = states.withLock {
        $0 += 1
        return $0
      }
      if let commit = change.commit {
        if !commit.before.isSameState(as: last) {
          say(
            .fault("A change does not begin with the state before it: \(commit.transaction.name)")
          )
        }
      } else {
        say(.replaced)
      }
      last = change.state.network
      look(at: last, isThorough: number.isMultiple(of: 97))
    }
    say(.read(states: states.withLock { $0 }))
  }

  private func look(at network: EditedNetwork, isThorough: Bool) {
    for pair in 0..<Town.pairs {
      let values = (0...1).map { side in
        network.feature(globalID: Town.half(pair, side)).flatMap {
          network.attribute(Town.pair, of: $0)
        }
      }
      if values[0] != values[1] {
        say(.fault("A state shows half a transaction: pair \(pair) is \(values)"))
      }
    }
    guard isThorough else { return }
    for association in network.associations {
      for end in [association.from, association.to]
      where network.feature(globalID: end.globalID) == nil {
        say(
          .fault("A state has association \(association.globalID) without its end \(end.globalID)")
        )
      }
    }
  }
}
