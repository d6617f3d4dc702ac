/// A completed transaction: its edits, its inverse, and the network before and after.
public struct NetworkCommit: Sendable {
  /// The completed edits, with all identifiers.
  ///
  /// Includes deletions that followed from other edits, and omits edits without effect.
  public let transaction: NetworkTransaction
  /// The transaction that undoes this one, provided that nothing else has changed since.
  public let inverse: NetworkTransaction
  /// The network before.
  public let before: EditedNetwork
  /// The network after.
  public let after: EditedNetwork
  /// The inserted, updated or deleted features, and the ends of such associations, each once, in the order of edits.
  public let touched: [FeatureID]
  /// The edits of the requested transaction from which the completed edits result.
  package let numbering: EditNumbering

  /// Without edits, a step from one snapshot to another, for users of ``touched``.
  package init(
    transaction: NetworkTransaction = NetworkTransaction(""),
    inverse: NetworkTransaction = NetworkTransaction(""),
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID],
    numbering: EditNumbering = EditNumbering()
  ) {
    self.numbering = numbering
    self.transaction = transaction
    self.inverse = inverse
    self.before = before
    self.after = after
    self.touched = touched
  }

  package func follows(_ network: EditedNetwork) -> Bool { before.isSameState(as: network) }

  package func leads(to network: EditedNetwork) -> Bool { after.isSameState(as: network) }

  /// The global ids of the associations that the edits insert or delete, each once, in order.
  package var namedAssociations: [GlobalID] {
    var seen: Set<GlobalID> = []
    return transaction.edits.compactMap { edit in
      switch edit {
      case .insertAssociation(let association): association.globalID
      case .deleteAssociation(let id): id
      default: nil
      }
    }.filter { seen.insert($0).inserted }
  }
}

/// A check that transactions have to pass in addition to the built-in ones, such as a check of topology.
///
/// It runs while its store is busy, so it must not call the store or the session.
public protocol NetworkCommitCheck: Sendable {
  /// Returns the problems of the network after a transaction that passed all built-in checks; empty to let it pass.
  ///
  /// `touched` has the features that were inserted, updated or deleted, and the ends of associations that were.
  func problems(
    before: EditedNetwork,
    after: EditedNetwork,
    touched: [FeatureID]
  ) -> [TransactionProblem]

  /// Receives every transaction that is committed, undone or redone, in order; `isChecked` says whether this check's
  /// last call was for it, which is false for undo and redo.
  func didCommit(_ commit: NetworkCommit, isChecked: Bool)

  /// Is called when another network is edited from now on, since a file was read again.
  func didReload()
}

extension NetworkCommitCheck {
  /// Does nothing: most checks store no state.
  public func didCommit(_ commit: NetworkCommit, isChecked: Bool) {}

  /// Does nothing.
  public func didReload() {}
}

extension EditedNetwork {
  /// Carries out all edits of a transaction, in order, or none.
  ///
  /// A later edit can use a feature that an earlier one inserts. Rules for associations are checked for the result of
  /// all edits. The `checks` run when all built-in checks have passed.
  ///
  /// - Throws: ``TransactionError`` with one problem for each error.
  /// - Complexity: Linear in the number of edits and cascaded deletions, independent of the size of the network.
  public func committing(
    _ transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck] = []
  ) throws(TransactionError) -> NetworkCommit {
    try committing(transaction, checks: checks, meanwhile: { _ in })
  }

  /// Works as ``committing(_:checks:)``, and passes a commit to `begin` between built-in and further checks.
  package func committing(
    _ transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck],
    meanwhile begin: (NetworkCommit) -> Void
  ) throws(TransactionError) -> NetworkCommit {
    var run = TransactionRun(self, isReplay: false)
    run.carryOut(transaction)
    run.checkOutcome()
    run.forgetReservedRowIDs()
    var problems = run.problems
    let commit = run.commit(transaction.name, from: self)
    if problems.isEmpty {
      begin(commit)
      for check in checks {
        problems += check.problems(before: self, after: run.network, touched: run.touched)
      }
    }
    guard problems.isEmpty else { throw TransactionError(transaction.name, problems.map(run.told)) }
    return commit
  }

  /// Carries out the inverse of a commit, or repeats what an inverse undid.
  ///
  /// Only checks that every edit finds its features; other checks passed before. `undone` is the transaction that
  /// this one undoes, nil if other changes since then do not matter.
  ///
  /// - Throws: ``TransactionError`` when other changes make the transaction impossible or would also be undone.
  package func replaying(
    _ transaction: NetworkTransaction,
    undoing undone: NetworkTransaction? = nil
  ) throws(TransactionError) -> NetworkCommit {
    var run = TransactionRun(self, isReplay: true)
    run.carryOut(transaction)
    guard run.problems.isEmpty else { throw TransactionError(transaction.name, run.problems) }
    let commit = run.commit(transaction.name, from: self)
    if let undone, try commit.after.replaying(undone).transaction.edits != commit.inverse.edits {
      throw TransactionError(
        transaction.name,
        [
          TransactionProblem(
            .changedOtherwise,
            "A later change is in the same rows: undoing or redoing this step would undo the later change too."
          )
        ]
      )
    }
    return commit
  }

  /// The edits for ``replaying(_:undoing:)`` that lead to `other`, which was read later from the same file.
  package func edits(to other: UtilityNetwork) -> [NetworkEdit]? {
    guard base.definition == other.definition, base.rules == other.rules, srid == other.srid,
      base.tables.map(\.emptied) == other.tables.map(\.emptied)
    else { return nil }
    var edits = associationsGone(in: other)
    var deleted: [NetworkEdit] = []
    var updated: [NetworkEdit] = []
    var inserted: [NetworkEdit] = []
    for (number, table) in other.tables.enumerated() {
      var left = Set<Int32>()
      for row in 0..<table.count {
        let now = table[row]
        let known = feature(table: number, rowID: now.rowID)
        if let known { left.insert(known.row) }
        guard let known, let before = feature(known), before.globalID == now.globalID else {
          if let known, let key = key(of: known) { deleted.append(.deleteFeature(key)) }
          inserted.append(.insertFeature(NewFeature(now, fields: table.fields), table: table.name))
          continue
        }
        if before != now { updated += Self.updates(key(of: known), before, now, table.fields) }
      }
      for feature in features(table: number) where !left.contains(feature.row) {
        if let key = key(of: feature) { deleted.append(.deleteFeature(key)) }
      }
    }
    edits += deleted + updated + inserted
    for association in other.associations
    where self.association(globalID: association.globalID) != association {
      edits.append(.insertAssociation(NewAssociation(association)))
    }
    return edits
  }

  private func associationsGone(in other: UtilityNetwork) -> [NetworkEdit] {
    var now: [GlobalID: Association] = [:]
    for association in other.associations { now[association.globalID] = association }
    return associations.filter { now[$0.globalID] != $0 }.map { .deleteAssociation($0.globalID) }
  }

  /// The edits that change a feature into another; none when its key is unknown.
  package static func updates(
    _ key: FeatureKey?,
    _ before: Feature,
    _ now: Feature,
    _ fields: [AttributeField]
  ) -> [NetworkEdit] {
    guard let key else { return [] }
    var edits: [NetworkEdit] = []
    if before.geometry != now.geometry { edits.append(.setGeometry(key, now.geometry)) }
    if before.assetGroup != now.assetGroup || before.assetType != now.assetType {
      edits.append(.setAssetType(key, assetGroup: now.assetGroup, assetType: now.assetType))
    }
    if before.origin != now.origin { edits.append(.setOrigin(key, now.origin)) }
    let values = now.values(of: fields, changedFrom: before)
    if !values.isEmpty { edits.append(.setAttributes(key, values)) }
    return edits
  }
}

extension Feature {
  /// The values of fields that differ from those of a feature, by the fields' names.
  func values(of fields: [AttributeField], changedFrom before: Feature) -> [String: AttributeValue]
  {
    var values: [String: AttributeValue] = [:]
    for (position, field) in fields.enumerated()
    where before.attributes[position] != attributes[position] {
      values[field.name] = attributes[position]
    }
    return values
  }
}

extension TransactionRun {
  /// The problem for the author of the edits: with the number of the erroneous edit, and without generated
  /// identifiers of features that do not exist now.
  func told(_ problem: TransactionProblem) -> TransactionProblem {
    var told = problem
    if told.edit == nil {
      let own = problem.features.first.flatMap { lastEdits[$0.number] }
      told.edit = own ?? problem.features.compactMap { lastEdits[$0.number] }.max()
    }
    if let id = problem.row.flatMap({ GlobalID($0) }), let edit = openIDs[id] {
      (told.row, told.edit) = (nil, Int(edit))
    } else if let row = problem.row, wholeNumber(row) != nil, let feature = problem.features.first,
      let edit = openRows[feature.number]
    {
      (told.row, told.edit) = (nil, edit)
    }
    told.message = EditNumbering(openIDs: openIDs.mapValues { Int($0) }).told(problem.message)
    if let edit = told.edit, splits.contains(edit) {
      // A piece of the line has no id yet that an edit could name.
      for field in [TerminalField.from, TerminalField.to] {
        told.message = told.message.replacing(
          TerminalField.setting(field),
          with: "Give the split \"terminals\" before and after the place, such as [[1, 2]]:"
        )
      }
    }
    return told
  }
}

extension NetworkEdit {
  /// The keys of the features and associations that the edit changes or needs.
  package var keys: [FeatureKey] {
    switch self {
    case .insertFeature: []
    case .setGeometry(let key, _), .setAttributes(let key, _), .setAssetType(let key, _, _),
      .setOrigin(let key, _), .insertVertex(let key, _, _), .splitLine(let key, _, _),
      .deleteFeature(let key):
      [key]
    case .mergeLines(let key, let other): [key, other]
    case .insertAssociation(let association):
      [.globalID(association.from.globalID), .globalID(association.to.globalID)]
    case .deleteAssociation(let globalID): [.globalID(globalID)]
    }
  }
}
