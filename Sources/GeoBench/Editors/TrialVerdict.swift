import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport

/// Compares the replies that editors received with the database, by replaying the history from the beginning.
struct TrialVerdict {
  private(set) var faults: [String] = []
  private(set) var entries = 0

  private let initial: UtilityNetwork
  private let history: PostgresHistory
  private let events: [TrialEvent]

  private struct Version {
    let revision: Int64
    let author: String
    let digest: UInt64
  }

  private var versions: [String: [Version]] = [:]

  init(_ address: PostgresAddress, initial: UtilityNetwork, _ events: [TrialEvent]) throws {
    self.initial = initial
    self.events = events
    history = try PostgresHistory(address)
    entries = history.entries.count
  }

  var stored: UtilityNetwork { history.stored.network }

  /// Checks the trial; `isComplete` is true when every change was confirmed to its editor.
  mutating func judge(isComplete: Bool, seed: UInt64) async throws {
    for case .fault(let text) in events { faults.append(text) }
    if !history.stored.unreadable.isEmpty {
      faults.append("Rows cannot be read: \(history.stored.unreadable.prefix(3))")
    }
    let network = replay()
    let state = try NetworkState(network.rebased())
    let anew = try NetworkState(stored)
    var random = SeededGenerator(seed: seed)
    let comparison = StateComparison(state, anew: anew, hasOneOrder: false)
    if let difference = comparison.difference(at: Self.places(stored, 50, &random)) {
      faults.append("The history done again is not what the tables hold: \(difference)")
    }
    judgeTold(isComplete)
    if isComplete { judgeCounters() }
    judgeConflicts()
    try await judgeRules(anew)
  }

  static func places(
    _ network: UtilityNetwork,
    _ count: Int,
    _ random: inout SeededGenerator
  ) -> [Coordinate] {
    var places: [Coordinate] = []
    let tables = network.tables.filter { $0.count > 0 && $0.sourceID != nil }
    while places.count < count, !tables.isEmpty {
      let table = tables[random.below(tables.count)]
      let geometry = table.geometries[random.below(table.count)]
      guard let all = geometry?.coordinates, all.count > 0 else { continue }
      places.append(all[random.below(all.count)])
    }
    return places
  }

  // MARK: The history

  /// Replays all entries in order; commits of a session are checked against the rules at that time.
  private mutating func replay() -> EditedNetwork {
    var network = EditedNetwork(initial)
    let check = TopologyCheck()
    for entry in history.entries {
      guard let transaction = history.transaction(of: entry, on: network) else {
        faults.append("Entry \(entry.revision) (\(entry.kind) \(entry.name)) cannot be read.")
        continue
      }
      let isCommit = entry.kind == "commit"
      do {
        let commit =
          isCommit
          ? try network.committing(transaction, checks: [check])
          : try network.replaying(transaction)
        if commit.transaction.edits != transaction.edits {
          faults.append(
            "Entry \(entry.revision) (\(entry.name)) does something else when done again."
          )
        }
        take(commit, isCommit)
      } catch {
        faults.append(
          "Entry \(entry.revision) (\(entry.kind) \(entry.name)) is not allowed: \(error)"
        )
        if let commit = try? network.replaying(transaction) { take(commit, false) }
      }
      func take(_ commit: NetworkCommit, _ isChecked: Bool) {
        check.didCommit(commit, isChecked: isChecked)
        network = commit.after
        note(commit, entry)
      }
    }
    return network
  }

  private mutating func note(_ commit: NetworkCommit, _ entry: PostgresHistory.Entry) {
    var keys: Set<GlobalID> = []
    for edit in commit.transaction.edits {
      for case .globalID(let id) in edit.keys { keys.insert(id) }
    }
    for id in keys {
      let key = FeatureKey.globalID(id)
      let (before, after) = (commit.before.digest(key), commit.after.digest(key))
      if before == after { continue }
      versions["\(id)", default: [Version(revision: 0, author: "", digest: before)]]
        .append(Version(revision: entry.revision, author: entry.author, digest: after))
    }
  }

  // MARK: Replies

  private mutating func judgeTold(_ isComplete: Bool) {
    var told: [String: Int] = [:]
    for case .told(let kind, let name, _) in events { told["\(kind) \(name)", default: 0] += 1 }
    var found: [String: Int] = [:]
    for entry in history.entries where entry.kind != "foreign" && entry.kind != "definition" {
      found["\(entry.kind) \(entry.name)", default: 0] += 1
    }
    for (name, count) in told.sorted(by: { $0.key < $1.key }) where (found[name] ?? 0) < count {
      faults.append("Told and not in the history: \(name)")
    }
    for (name, count) in found.sorted(by: { $0.key < $1.key }) {
      if name.hasPrefix("commit "), count > 1 {
        faults.append("In the history \(count) times: \(name)")
      }
      if isComplete, (told[name] ?? 0) < count {
        faults.append("In the history and not told: \(name)")
      }
    }
  }

  private mutating func judgeCounters() {
    var counts: [String: Int64] = [:]
    for case .told(let kind, _, let counter?) in events {
      counts[counter, default: 0] += kind == "undo" ? -1 : 1
    }
    let network = EditedNetwork(stored)
    for (counter, count) in counts.sorted(by: { $0.key < $1.key }) {
      let row = GlobalID(counter).flatMap { network.feature(globalID: $0) }
      let value = row.flatMap { network.attribute(Town.count, of: $0) }
      if value != .integer(count) {
        faults.append("Counter \(counter) is \(String(describing: value)): \(count) were reported.")
      }
    }
  }

  /// Checks that another editor had changed one of the features that a refused transaction named.
  private mutating func judgeConflicts() {
    for case .conflict(let name, let editor, let basis, let until) in events {
      if name.isEmpty { continue }
      let isReal = basis.contains { id, digest in
        // The first value of an inserted feature is not a change.
        let known = versions[id] ?? []
        return known.indices.dropFirst().contains { index in
          known[index - 1].digest == digest && known[index].author != editor
            && known[index].revision <= Int64(until)
        }
      }
      if !isReal {
        faults.append("No one has changed what \(name) names, which was reported as a conflict.")
      }
    }
  }

  /// The errors of validation for which a commit is not refused.
  private static let validatedOnly: Set<NetworkErrorCode> = [
    .midspanConnectionForbidden, .noVertexForConnection, .selfIntersectingLine, .repeatedVertex,
    .invalidAttributeValue, .tapAtSeveralLines, .multiTerminalMidspan,
  ]

  private mutating func judgeRules(_ anew: NetworkState) async throws {
    func counts(_ validation: NetworkValidation) -> [NetworkErrorCode: Int] {
      validation.errors.reduce(into: [:]) { $0[$1.code, default: 0] += 1 }
    }
    let before = counts(try await NetworkState(initial).validation())
    let after = counts(try await anew.validation())
    for (code, count) in after
    where count > before[code] ?? 0 && !Self.validatedOnly.contains(code) {
      faults.append(
        "Validation finds \(count) times \(code.rawValue), before \(before[code] ?? 0)."
      )
    }
  }
}
