internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// Checks in the steps of a file: as a trial first, then one by one.
struct CheckInRun {
  private typealias Step = CheckedOutFile.Step

  private let file: CheckedOutFile
  private let session: PostgresSession
  private let allowsUnconnected: Bool
  /// The steps that the database already has, by their commits.
  private var entries: [GlobalID: HistoryEntry] = [:]
  /// The revisions of steps that were checked in, and whose history has since been deleted.
  private var forgotten: [GlobalID: Int64] = [:]
  /// All commits of the checkout; their changes are no conflicts.
  private let own: [GlobalID]

  /// Throws ``StoreError`` when the database has a step that has since been undone in the file.
  init(_ file: CheckedOutFile, _ session: PostgresSession, allowsUnconnected: Bool) throws {
    self.file = file
    self.session = session
    self.allowsUnconnected = allowsUnconnected
    let commits = file.steps.map(\.commit)
    let begun = file.checkout.begun.compactMap { step in GlobalID(step.commit).map { (step, $0) } }
    own = Array(Set(commits + begun.map(\.1)))
    entries = try session.entries(of: own)
    // An interrupted check-in may still be running in the server.
    for (_, commit) in begun where entries[commit] == nil {
      entries[commit] = try session.entry(of: commit)
    }
    for (step, commit) in begun where entries[commit] == nil {
      if let revision = step.revision, revision <= session.forgottenRevision {
        forgotten[commit] = revision
      }
    }
    try session.reload()
    let known = Set(commits)
    if let (step, commit) = begun.first(where: { entries[$0.1] != nil && !known.contains($0.1) }) {
      throw StoreError(
        .changedByOthers,
        path: file.path,
        message:
          "Step \(step.step) (\(step.name)) was brought into the database at \(entries[commit]?.author.time ?? ""), "
          + "and has since been undone in the file, so nothing was written. Redo the step in the file, or check out again."
      )
    }
  }

  /// The outcomes that the steps would have, without writing.
  func trial() throws -> [NetworkCheckIn.Step] {
    let check = StateCheck(session.state, refuses: !allowsUnconnected)
    return try run { step, names in
      let network = check.state.network
      let conflicts = try conflicts(of: step, names, network)
      guard conflicts.isEmpty else { return .conflict(conflicts) }
      let written = names.written(step.transaction)
      let commit = try network.committing(written.transaction, checks: [check])
      names.note(written, done: commit.transaction.edits)
      if commit.transaction.edits.isEmpty { return .unchanged }
      check.didCommit(commit, isChecked: true)
      return .possible
    }
  }

  /// Checks in the steps, each in a separate transaction, and calls `didCommit` after each.
  ///
  /// With `skipsConflicts` it continues after a step that fails.
  ///
  /// - Throws: ``StoreError`` when the server cannot be reached; the next check-in finds the steps written so far.
  func write(
    skipsConflicts: Bool,
    didCommit: (_ step: Int) throws -> Void
  ) throws -> [NetworkCheckIn.Step] {
    var isStopped = false
    var count = 0
    return try run { step, names in
      if isStopped { return .possible }
      let outcome = try write(step, &names)
      switch outcome {
      case .conflict, .refused: isStopped = !skipsConflicts
      default:
        count += 1
        try didCommit(count)
      }
      return outcome
    }
  }

  private func write(_ step: Step, _ names: inout RowNames) throws -> NetworkCheckIn.Outcome {
    let written = names.written(step.transaction)
    var tries = 0
    while true {
      tries += 1
      let state = session.state
      let conflicts = try conflicts(of: step, names, state.network)
      guard conflicts.isEmpty else { return .conflict(conflicts) }
      do {
        let commit = try session.commit(written.transaction, madeOn: state.network, id: step.commit)
        names.note(written, done: commit.transaction.edits)
        return commit.transaction.edits.isEmpty
          ? .unchanged : .done(revision: session.revision)
      } catch let error as TransactionError {
        return .refused(error)
      } catch let error as StoreError {
        // Another copy of the file may check in the same step.
        if let entry = try session.entry(of: step.commit) {
          try session.reload()
          names.note(written, done: entry.decoded ?? [])
          return .doneBefore(revision: Int(entry.revision))
        }
        guard error.code == .changedByOthers, tries < 100 else { throw error }
      }
    }
  }

  /// Visits the steps, except those that are in the database and those that need a failed one.
  private func run(
    _ body: (Step, inout RowNames) throws -> NetworkCheckIn.Outcome
  ) rethrows -> [NetworkCheckIn.Step] {
    var names = RowNames()
    // The failed steps, by the objects that they would have changed.
    var missing: [FeatureKey: Int64] = [:]
    return try file.steps.map { step in
      var outcome: NetworkCheckIn.Outcome
      let edits = step.transaction.edits
      if let entry = entries[step.commit] {
        names.note(names.written(step.transaction), done: entry.decoded ?? [])
        outcome = .doneBefore(revision: Int(entry.revision))
      } else if let revision = forgotten[step.commit] {
        outcome = .doneBefore(revision: Int(revision))
      } else if let first = edits.flatMap(\.keys).lazy.compactMap({ missing[$0.folded] }).first {
        outcome = .waits(for: first)
      } else {
        do {
          outcome = try body(step, &names)
        } catch let error as TransactionError {
          outcome = .refused(error)
        }
      }
      switch outcome {
      case .conflict, .refused, .waits:
        for key in edits.flatMap(\.changedKeys) { missing[key.folded] = step.number }
      default: break
      }
      return NetworkCheckIn.Step(
        number: step.number,
        name: step.name,
        time: step.time,
        outcome: outcome
      )
    }
  }

  // MARK: Conflicts

  /// The changes of others, since the checkout, to the objects that a step names.
  private func conflicts(
    of step: Step,
    _ names: RowNames,
    _ now: EditedNetwork
  ) throws -> [CheckInConflict] {
    var found: [CheckInConflict] = []
    var seen: Set<FeatureKey> = []
    for (position, edit) in step.transaction.edits.enumerated() {
      for key in edit.keys where seen.insert(key.folded).inserted {
        let keyNow = names.name(key)
        if step.before.isSame(key, as: keyNow, in: now) { continue }
        found.append(try conflict(key, keyNow, edit, position, step, now))
      }
      if case .deleteFeature(let key) = edit {
        for association in step.before.newAssociations(of: key, as: names.name(key), in: now)
        where seen.insert(.globalID(association)).inserted {
          // It would be deleted with the feature.
          let key = FeatureKey.globalID(association)
          found.append(try conflict(key, key, edit, position, step, now))
        }
      }
      // Objects that the step inserts are not compared.
      seen.formUnion(edit.insertedKeys.map(\.folded))
    }
    return found
  }

  private func conflict(
    _ key: FeatureKey,
    _ keyNow: FeatureKey,
    _ edit: NetworkEdit,
    _ position: Int,
    _ step: Step,
    _ now: EditedNetwork
  ) throws -> CheckInConflict {
    let entry = try session.lastChange(of: keyNow, except: own)
    return CheckInConflict(
      key: keyNow,
      edit: position,
      author: entry.map {
        [$0.author.name, $0.author.place].filter { !$0.isEmpty }.joined(separator: " on ")
      },
      time: entry?.author.time,
      name: entry?.name,
      message: ConflictSentence(
        key,
        edit,
        step.before,
        now,
        entry,
        keyNow: keyNow,
        mine: "this step",
        remedy: ""
      ).description
    )
  }
}

extension EditedNetwork {
  /// Whether an object is the same in another network, except for its row id.
  ///
  /// Fields that only one of the two has are not compared.
  fileprivate func isSame(
    _ key: FeatureKey,
    as keyNow: FeatureKey,
    in now: EditedNetwork
  ) -> Bool {
    guard let id = feature(key), let old = feature(id) else {
      guard now.feature(keyNow) == nil else { return false }
      guard case .globalID(let id) = key else { return true }
      return association(globalID: id) == now.association(globalID: id)
    }
    guard let idNow = now.feature(keyNow), let new = now.feature(idNow) else { return false }
    let (table, tableNow) = (base.tables[Int(id.table)], now.base.tables[Int(idNow.table)])
    guard table.name.lowercased() == tableNow.name.lowercased(), old.globalID == new.globalID,
      old.assetGroup == new.assetGroup, old.assetType == new.assetType, old.origin == new.origin,
      old.geometry == new.geometry
    else { return false }
    let (values, valuesNow) = (old.values(of: table.fields), new.values(of: tableNow.fields))
    let known = Set(tableNow.fields.map { $0.name.lowercased() })
    return table.fields.map { $0.name.lowercased() }.allSatisfy { name in
      !known.contains(name) || values[name] == valuesNow[name]
    }
  }

  /// The associations that a feature has in another network but not in this one.
  fileprivate func newAssociations(
    of key: FeatureKey,
    as keyNow: FeatureKey,
    in now: EditedNetwork
  ) -> [GlobalID] {
    guard let id = feature(key), let idNow = now.feature(keyNow) else { return [] }
    let known = Set(associations(of: id).map(\.globalID))
    return now.associations(of: idNow).map(\.globalID).filter { !known.contains($0) }
  }
}
