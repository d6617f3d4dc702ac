internal import Foundation
internal import GeoSnap
internal import GeoSnapStore

/// Brings the steps of a file back into the database: on trial first, then one by one.
struct CheckInRun {
  private typealias Step = CheckedOutFile.Step

  private let file: CheckedOutFile
  private let session: PostgresSession
  private let allowsUnconnected: Bool
  /// The steps that the database has already, by their commits.
  private var entries: [GlobalID: HistoryEntry] = [:]
  /// The revisions of steps that were brought back, and that the history has forgotten since.
  private var forgotten: [GlobalID: Int64] = [:]
  /// All commits of the checkout: what they have changed is no conflict.
  private let own: [GlobalID]

  /// - Throws: ``StoreError`` when the database has a step that was undone in the file since.
  init(_ file: CheckedOutFile, _ session: PostgresSession, allowsUnconnected: Bool) throws {
    self.file = file
    self.session = session
    self.allowsUnconnected = allowsUnconnected
    let commits = file.steps.map(\.commit)
    let begun = file.checkout.begun.compactMap { step in GlobalID(step.commit).map { (step, $0) } }
    own = Array(Set(commits + begun.map(\.1)))
    entries = try session.entries(of: own)
    // A check-in that was cut off may be at work in the server still.
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
          "Step \(step.step) (\(step.name)) was brought into the database at \(entries[commit]?.author.time ?? ""), and "
          + "was undone in the file since. Do it again in the file, or check out anew. Nothing was written."
      )
    }
  }

  /// What would become of the steps, of which nothing is written.
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

  /// Brings steps back, each in a transaction of its own.
  ///
  /// - Parameters:
  ///   - skipsConflicts: Whether to go on behind a step that cannot be done.
  ///   - didCommit: Told after each step.
  /// - Returns: How it ended.
  /// - Throws: ``StoreError`` when the server cannot be reached: what was written until then is found next time.
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
        // Another copy of the file may bring the same step.
        if let entry = try session.entry(of: step.commit) {
          try session.reload()
          names.note(written, done: entry.decoded ?? [])
          return .doneBefore(revision: Int(entry.revision))
        }
        guard error.code == .changedByOthers, tries < 100 else { throw error }
      }
    }
  }

  /// Goes through the steps; those that are in already are passed over, and those that need one which was not done.
  private func run(
    _ body: (Step, inout RowNames) throws -> NetworkCheckIn.Outcome
  ) rethrows -> [NetworkCheckIn.Step] {
    var names = RowNames()
    // What was not done, by what it would have changed.
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

  /// What others have changed of what a step names, since it was checked out.
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
          // It would go with the feature.
          let key = FeatureKey.globalID(association)
          found.append(try conflict(key, key, edit, position, step, now))
        }
      }
      // What the step itself brings is not compared.
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
    let entry = try session.lastChange(of: keyNow, besides: own)
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
  /// Whether what a key names is in another network as it is here, but for its row id.
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

  /// The associations that a feature has in another network and not here.
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
