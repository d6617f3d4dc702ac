import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore

/// One editor of a trial: does random transactions in a separate session, and records the replies.
final class TrialWriter {
  let session: PostgresSession
  private let name: String
  private var edits: TrialEdits
  private let say: (TrialEvent) -> Void
  private var refusals = 0
  /// One in this number of refusals is compared with brute force.
  private let checksEvery: Int

  init(
    _ session: PostgresSession,
    name: String,
    _ edits: TrialEdits,
    checksEvery: Int,
    say: @escaping (TrialEvent) -> Void
  ) {
    self.session = session
    self.name = name
    self.edits = edits
    self.checksEvery = checksEvery
    self.say = say
  }

  /// Does one transaction, undo or redo; returns the number of confirmed commits.
  func step() -> Int {
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

  private func commit() -> Int {
    // Other editors continue while this one pauses.
    let thinks = edits.below(4) == 0 ? edits.below(20) : 0
    let basis = session.state
    guard let transaction = edits.next(basis) else { return 0 }
    if thinks > 0 { Thread.sleep(forTimeInterval: Double(thinks) / 1000) }
    do {
      let commit = try session.commit(transaction, madeOn: basis)
      return commit.transaction.edits.isEmpty ? 0 : try tell("commit", commit)
    } catch {
      tell(error, transaction, basis, transaction.name)
      return 0
    }
  }

  private func tell(
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
      say(
        .conflict(name: name, editor: self.name, basis: digests, until: session.revision)
      )
    case let error as StoreError:
      say(.failed(code: error.code.rawValue, message: "\(error)"))
      Thread.sleep(forTimeInterval: 0.05)
    case is TransactionError:
      say(.refused(name: name))
      refusals += 1
      if let transaction, refusals.isMultiple(of: checksEvery) {
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
    if !isRefused {
      say(.fault("\(transaction.name) was refused without reason: \(message)"))
    }
  }
}
