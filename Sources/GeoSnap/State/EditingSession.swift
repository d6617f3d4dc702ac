/// A stored network that is being edited: the one object that an editor holds.
///
/// Its ``state`` is the network with its index, scene and topology. After a commit, undo, redo or reload the state is
/// up to date, in time that depends on the edit. A state that was read before stays unchanged and may be read on any
/// thread.
///
/// A ``GeometryEditor`` for a session begins from its state and saves into it. ``GeometryEditor/canSave`` is true
/// exactly when saving succeeds.
///
/// ```swift
/// let editor = GeometryEditor(for: session, view: SnapView(scale: 500))
/// try editor.start(creatingIn: table, assetType: valve)
/// try editor.place(at: tapped)
/// try editor.save()
/// let isolated = try session.state.topology.trace(parameters)
/// try session.undo()
/// ```
public protocol EditingSession: EditDestination {
  /// The network after all commits, with index, scene and topology; read in O(1), without waiting for a commit.
  var state: NetworkState { get }

  /// The changes from now on, in order, by any program; each call makes a separate stream, which ends with the
  /// session.
  func changes() -> AsyncStream<NetworkChange>

  /// Whether there is a step to undo.
  var canUndo: Bool { get }

  /// Whether there is a step to redo.
  var canRedo: Bool { get }

  /// The problems that keep a transaction from being committed; empty when ``commit(_:)`` would accept it now.
  func problems(of transaction: NetworkTransaction) -> [TransactionProblem]

  /// Carries out a transaction and stores it, as a whole or without any effect.
  ///
  /// - Throws: `TransactionError` when checks refuse it, and errors of the store. The network is unchanged then.
  @discardableResult
  func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit

  /// Carries out a transaction that was made on an earlier snapshot of the network, and stores it; throws as
  /// ``commit(_:)``.
  ///
  /// When the session takes over changes by others, a change since `network` to a feature that the edits name is a
  /// conflict.
  @discardableResult
  func commit(
    _ transaction: NetworkTransaction,
    madeOn network: EditedNetwork
  ) throws -> NetworkCommit

  /// Undoes the last step; nil when there is none, and errors as of ``commit(_:)``.
  @discardableResult
  func undo() throws -> NetworkCommit?

  /// Redoes the step that was undone last; nil when there is none, and errors as of ``commit(_:)``.
  @discardableResult
  func redo() throws -> NetworkCommit?

  /// Takes over the changes that other programs have made in the store; nil when there are none.
  ///
  /// - Throws: Errors of the store; nothing has changed then.
  @discardableResult
  func reload() throws -> NetworkChange?
}

extension EditingSession {
  /// Commits the transaction on the current network; `network` is ignored.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction,
    madeOn network: EditedNetwork
  ) throws -> NetworkCommit {
    try commit(transaction)
  }

  /// The features that can be snapped to now.
  public var scene: SnapScene { state.scene }

  /// The problems that keep an edit of a geometry editor from being stored.
  public func problems(of edit: SavedEdit) -> [EditProblem] {
    let state = state
    if let deleted = edit.deletedFeature(in: state.network) {
      return [EditProblem(deleted: deleted)]
    }
    return problems(of: state.transaction(for: edit)).map { EditProblem($0) }
  }

  /// Stores an edit of a geometry editor, as one step.
  ///
  /// - Returns: The feature that was edited or created; nil for a sketch, which is not stored.
  /// - Throws: As ``commit(_:)``; `GeometryEditorError` when a feature that the edit concerns has been deleted.
  @discardableResult
  public func store(_ edit: SavedEdit) throws -> FeatureID? {
    let state = state
    return try store(edit, state, madeOn: state.network)
  }

  private func store(
    _ edit: SavedEdit,
    _ state: NetworkState,
    madeOn network: EditedNetwork
  ) throws -> FeatureID? {
    if let deleted = edit.deletedFeature(in: state.network) {
      let problem = EditProblem(deleted: deleted)
      throw GeometryEditorError(.noSuchFeature, problem.message, problems: [problem])
    }
    let commit = try commit(state.transaction(for: edit), madeOn: network)
    if case .feature(let feature) = edit.subject { return feature }
    // The first edit of the transaction inserts the feature.
    return edit.newID.flatMap { commit.after.feature(globalID: $0) } ?? commit.touched.first
  }

  /// Stores an edit of a geometry editor; the commit reports the problems that ``problems(of:)`` would report.
  public func storeWhenAllowed(
    _ edit: SavedEdit,
    madeOn network: EditedNetwork
  ) throws -> FeatureID? {
    let state = state
    if let deleted = edit.deletedFeature(in: state.network) {
      throw GeometryEditorError([EditProblem(deleted: deleted)])
    }
    do {
      return try store(edit, state, madeOn: network)
    } catch let error as TransactionError {
      throw GeometryEditorError(error.problems.map { EditProblem($0) })
    }
  }

  /// The state that a transaction would lead to, without committing it; in the time of ``commit(_:)`` without the
  /// store.
  ///
  /// - Throws: `TransactionError` when ``commit(_:)`` would refuse it.
  public func preview(_ transaction: NetworkTransaction) throws -> NetworkState {
    let problems = problems(of: transaction)
    guard problems.isEmpty else { throw TransactionError(transaction.name, problems) }
    return try state.previewing(transaction)
  }
}

extension EditedNetwork {
  /// The problems that keep a transaction from being committed on this network; empty when there are none.
  package func problems(
    of transaction: NetworkTransaction,
    checks: [any NetworkCommitCheck] = []
  ) -> [TransactionProblem] {
    do throws(TransactionError) {
      _ = try committing(transaction, checks: checks)
      return []
    } catch {
      return error.problems
    }
  }
}
