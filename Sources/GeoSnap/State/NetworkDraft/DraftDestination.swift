internal import GeoSnapSupport

/// The destination of an editor that draws into a ``NetworkDraft``.
final class DraftDestination: EditDestination {
  /// An edit that was tried: the simple edits that it consists of, and the draft after it, nil when it was refused.
  struct Trial: Sendable {
    let edit: SavedEdit
    let edits: [NetworkEdit]
    let draft: NetworkDraft?
    let problems: [TransactionProblem]
  }

  private let draft: NetworkDraft
  /// The new feature, for the properties that editors do not know; nil for a stored feature.
  private let feature: NewFeature?
  private let last = Locked<Trial?>(nil)

  init(_ draft: NetworkDraft, _ feature: NewFeature? = nil) {
    self.draft = draft
    self.feature = feature
  }

  var trial: Trial? { last.withLock { $0 } }

  var scene: SnapScene { draft.state.scene }

  func problems(of edit: SavedEdit) -> [EditProblem] {
    trial(of: edit).problems.map { EditProblem($0) }
  }

  func store(_ edit: SavedEdit, madeOn network: EditedNetwork) throws -> FeatureID? {
    let trial = trial(of: edit)
    guard let network = trial.draft?.state.network else {
      throw GeometryEditorError(trial.problems.map { EditProblem($0) })
    }
    if let feature = edit.subject.feature { return feature }
    guard
      case .insertFeature(let new, let name)? = trial.draft?.transaction.edits
        .dropFirst(draft.transaction.edits.count).first, let table = network.table(named: name)
    else { return nil }
    return new.rowID.flatMap { network.feature(table: table, rowID: $0) }
  }

  private func trial(of edit: SavedEdit) -> Trial {
    if let trial, trial.edit == edit { return trial }
    var named = edit
    let openID = feature?.globalID == nil ? edit.newID : nil
    if let given = feature?.globalID { named.newID = given }
    var edits = draft.state.transaction(for: named).edits
    if let feature, case .insertFeature(var new, let table)? = edits.first {
      new.rowID = feature.rowID
      new.origin = feature.origin
      edits[0] = .insertFeature(new, table: table)
    }
    var next = draft
    let trial: Trial
    do throws(TransactionError) {
      try next.carryOutOne(edits, openID: openID)
      trial = Trial(edit: edit, edits: edits, draft: next, problems: [])
    } catch {
      trial = Trial(edit: edit, edits: edits, draft: nil, problems: error.problems)
    }
    last.withLock { $0 = trial }
    return trial
  }
}
