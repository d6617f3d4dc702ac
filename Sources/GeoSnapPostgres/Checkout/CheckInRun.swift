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
      let message =
        "Step \(step.step) (\(step.name)) was brought into the database at \(entries[commit]?.author.time ?? ""), "
        + "and has since been undone in the file, so nothing was written. Redo the step in the file, or check out again."
      throw StoreError(.changedByOthers, path: file.path, message: message)
    }
  }

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
        return commit.transaction.edits.isEmpty ? .unchanged : .done(revision: session.revision)
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
  fileprivate func isSame(_ key: FeatureKey, as keyNow: FeatureKey, in now: EditedNetwork) -> Bool {
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

/// Maps the keys of a file's rows to those of the database.
struct RowNames {
  private var names: [FeatureKey: FeatureKey] = [:]

  struct Written {
    let transaction: NetworkTransaction
    /// The file's keys of the features that it inserts, in order.
    fileprivate let inserted: [FeatureKey?]
  }

  /// The database's key for a key of the file.
  func name(_ key: FeatureKey) -> FeatureKey { names[key.folded] ?? key }

  /// Converts a step of the file; the database gives new rows their ids.
  func written(_ step: NetworkTransaction) -> Written {
    var names = self
    var edits: [NetworkEdit?] = []
    var inserted: [FeatureKey?] = []
    var rows: [FeatureKey: Int] = [:]
    for edit in step.edits {
      if case .insertFeature(var feature, let table) = edit {
        let key = feature.rowID.map { FeatureKey.row(table: table, rowID: $0).folded }
        feature.rowID = nil
        if let key, let id = feature.globalID {
          names.names[key] = .globalID(id)
        } else if let key {
          rows[key] = edits.count
        }
        edits.append(.insertFeature(feature, table: table))
        inserted.append(key)
        continue
      }
      if let key = edit.keys.first?.folded, let position = rows[key] {
        edits[position] = edits[position]?.absorbing(edit)
        if edits[position] == nil { rows[key] = nil }
        continue
      }
      edits.append(edit.renaming(names.name))
      inserted.append(nil)
    }
    let left = edits.indices.filter { edits[$0] != nil }
    return Written(
      transaction: NetworkTransaction(step.name, left.compactMap { edits[$0] }),
      inserted: left.map { inserted[$0] }
    )
  }

  mutating func note(_ written: Written, done: [NetworkEdit]) {
    let asked = zip(written.transaction.edits, written.inserted).compactMap { edit, key in
      if case .insertFeature = edit { key } else { nil as FeatureKey? }
    }
    let given = done.compactMap { edit -> FeatureKey? in
      guard case .insertFeature(let feature, let table) = edit else { return nil }
      if let id = feature.globalID { return .globalID(id) }
      return feature.rowID.map { .row(table: table, rowID: $0) }
    }
    // A file's history names the row id of each insertion, so both lists have the same length.
    guard asked.count == given.count else { return }
    for (key, name) in zip(asked, given) { names[key] = name }
  }
}

extension FeatureKey {
  var folded: FeatureKey {
    guard case .row(let table, let rowID) = self else { return self }
    return .row(table: table.lowercased(), rowID: rowID)
  }
}

extension NetworkEdit {
  fileprivate func renaming(_ name: (FeatureKey) -> FeatureKey) -> NetworkEdit {
    switch self {
    case .setGeometry(let key, let geometry): .setGeometry(name(key), geometry)
    case .setAttributes(let key, let values): .setAttributes(name(key), values)
    case .setAssetType(let key, let group, let type):
      .setAssetType(name(key), assetGroup: group, assetType: type)
    case .setOrigin(let key, let origin): .setOrigin(name(key), origin)
    case .insertVertex(let key, let place, let z): .insertVertex(name(key), at: place, z: z)
    case .splitLine(let key, let places, let ids): .splitLine(name(key), at: places, newIDs: ids)
    case .mergeLines(let key, let other): .mergeLines(name(key), with: name(other))
    case .deleteFeature(let key): .deleteFeature(name(key))
    case .insertFeature, .insertAssociation, .deleteAssociation: self
    }
  }

  /// An insertion merged with a later edit of the new row; nil when that deletes it.
  fileprivate func absorbing(_ edit: NetworkEdit) -> NetworkEdit? {
    guard case .insertFeature(var feature, let table) = self else { return self }
    switch edit {
    case .setGeometry(_, let geometry): feature.geometry = geometry
    case .setAttributes(_, let values):
      for (name, value) in values {
        let known = feature.attributes.keys.first { $0.lowercased() == name.lowercased() }
        feature.attributes[known ?? name] = value
      }
    case .setAssetType(_, let group, let type):
      (feature.assetGroup, feature.assetType) = (group, type)
    case .setOrigin(_, let origin): feature.origin = origin
    case .deleteFeature: return nil
    // A history stores these as the edits above.
    case .insertVertex, .splitLine, .mergeLines, .insertFeature, .insertAssociation,
      .deleteAssociation:
      break
    }
    return .insertFeature(feature, table: table)
  }

  /// The features and associations that the edit changes, without the ends of an association.
  var changedKeys: [FeatureKey] {
    switch self {
    case .insertAssociation(let association):
      association.globalID.map { [.globalID($0)] } ?? []
    case .insertFeature: insertedKeys
    default: keys
    }
  }
}

extension HistoryEntry {
  /// Whether the entry changes an object, rather than only associating it.
  func changes(_ key: FeatureKey, _ catalogue: Catalogue) -> Bool {
    guard kind != .foreign else { return true }
    return decoded?.contains { $0.changedKeys.contains(key) } ?? false
  }
}
