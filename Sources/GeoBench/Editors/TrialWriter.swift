import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import Synchronization

/// One editor of a trial: does random transactions in a separate session, and records the replies.
struct TrialWriter {
  let session: PostgresSession
  let name: String
  var edits: TrialEdits
  let say: (TrialEvent) -> Void
  /// One in so many refusals is compared with brute force.
  private static let checksEvery = 100
  var refusals = 0

  /// Does one transaction, undo or redo; returns the number of confirmed commits.
  mutating func step() -> Int {
    let chance = edits.below(100)
    do {
      if chance < 4 { return try tell("undo", session.undo()) }
      if chance < 6 { return try tell("redo", session.redo()) }
    } catch {
      tell(error, nil, session.state, "")
      return 0
    }
    return commit()
  }

  private func tell(_ kind: String, _ commit: NetworkCommit?) throws -> Int {
    guard let commit else { return 0 }
    let counted = commit.transaction.name.hasPrefix("count ") ? commit.transaction.edits.first : nil
    var counter: String?
    if case .setAttributes(.globalID(let id), _)? = counted { counter = "\(id)" }
    say(.told(kind: kind, name: commit.transaction.name, counter: counter))
    return 1
  }

  private mutating func commit() -> Int {
    // Other editors continue while this one pauses.
    let thinks = edits.below(4) == 0 ? edits.below(20) : 0
    let basis = session.state
    guard let transaction = edits.next(basis) else { return 0 }
    if thinks > 0 { Thread.sleep(forTimeInterval: Double(thinks) / 1000) }
    do {
      let commit = try session.commit(transaction, madeOn: basis.network)
      return commit.transaction.edits.isEmpty ? 0 : try tell("commit", commit)
    } catch {
      tell(error, transaction, basis, transaction.name)
      return 0
    }
  }

  private mutating func tell(
    _ error: any Error,
    _ transaction: NetworkTransaction?,
    _ basis: NetworkState,
    _ name: String
  ) {
    switch error {
    case let error as StoreError where error.code == .changedByOthers:
      var digests: [String: UInt64] = [:]
      for key in transaction?.edits.flatMap(\.keys) ?? [] {
        if case .globalID(let id) = key { digests["\(id)"] = basis.network.digest(key) }
      }
      say(.conflict(name: name, editor: self.name, basis: digests, until: session.revision))
    case let error as StoreError:
      say(.failed(code: error.code.rawValue, message: "\(error)"))
      Thread.sleep(forTimeInterval: 0.05)
    case is TransactionError:
      say(.refused(name: name))
      refusals += 1
      if let transaction, refusals.isMultiple(of: Self.checksEvery) {
        check(transaction, [session.state, basis], "\(error)")
      }
    default: say(.fault("\(name): \(error)"))
    }
  }

  /// Checks that a transaction is refused without a session as well.
  private func check(
    _ transaction: NetworkTransaction,
    _ states: [NetworkState],
    _ message: String
  ) {
    let isRefused = states.contains { state in
      let network = EditedNetwork(state.network.rebased())
      return (try? network.committing(transaction, checks: [TopologyCheck()])) == nil
    }
    if !isRefused { say(.fault("\(transaction.name) was refused without reason: \(message)")) }
  }
}

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

/// A reply or an observation of an editor or a reader of a trial, in order of time.
enum TrialEvent: Codable, Sendable {
  case told(kind: String, name: String, counter: String?)
  /// A conflict was reported: others have changed a feature since the state on which the transaction was made.
  case conflict(name: String, editor: String, basis: [String: UInt64], until: Int)
  case refused(name: String)
  case failed(code: String, message: String)
  case replaced
  case read(states: Int)
  case fault(String)

  var line: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  init?(line: String) {
    guard let event = try? JSONDecoder().decode(TrialEvent.self, from: Data(line.utf8)) else {
      return nil
    }
    self = event
  }
}

extension EditedNetwork {
  /// A hash of the feature or association of a key, which almost certainly changes with any of its values.
  func digest(_ key: FeatureKey) -> UInt64 {
    var text = feature(key).flatMap { feature($0) }.map { "\($0)" }
    if text == nil, case .globalID(let id) = key {
      text = association(globalID: id).map { "\($0)" }
    }
    guard let text else { return 0 }
    // FNV-1a.
    return text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
