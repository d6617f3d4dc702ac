/// A network that is stored somewhere and edited: the one object that an editor holds.
///
/// Its ``state`` is the network with everything that answers for it. After a commit, undo, redo or reload all of
/// it is that of the network as it is then, in time that depends on the edit. A state that was got before stays
/// as it is, for readers on any thread.
///
/// A ``GeometryEditor`` made for a session begins from its state and stores what it saves in it. What the
/// editor's ``GeometryEditor/canSave`` says is what saving does.
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
  /// The network as it is after all that was committed, with index, scene and topology.
  ///
  /// - Complexity: O(1); it never waits for a commit.
  var state: NetworkState { get }

  /// What changes from now on, in order, whoever changes it; each call makes a stream of its own.
  ///
  /// A stream ends when the session does.
  func changes() -> AsyncStream<NetworkChange>

  /// Whether there is a step to undo.
  var canUndo: Bool { get }

  /// Whether there is a step to redo.
  var canRedo: Bool { get }

  /// What keeps a transaction from being committed; none when ``commit(_:)`` would do it now.
  ///
  /// - Complexity: As ``commit(_:)`` without what the store takes.
  func problems(of transaction: NetworkTransaction) -> [TransactionProblem]

  /// Does a transaction and stores it, all of it or nothing.
  ///
  /// - Returns: What was done; it is stored.
  /// - Throws: `TransactionError` when checks refuse it, and what the store has to say. Nothing has changed
  ///   then.
  @discardableResult
  func commit(_ transaction: NetworkTransaction) throws -> NetworkCommit

  /// Does a transaction that was made on the network as it was then, and stores it.
  ///
  /// - Parameters:
  ///   - transaction: The edits.
  ///   - network: What was looked at: what others have changed since of what the edits name is a conflict, where the
  ///     session takes over what others do.
  /// - Returns: What was done.
  /// - Throws: As ``commit(_:)``.
  @discardableResult
  func commit(
    _ transaction: NetworkTransaction,
    madeOn network: EditedNetwork
  ) throws -> NetworkCommit

  /// Undoes the last step; nil when there is none.
  ///
  /// - Throws: As ``commit(_:)``.
  @discardableResult
  func undo() throws -> NetworkCommit?

  /// Does again the step that was undone last; nil when there is none.
  ///
  /// - Throws: As ``commit(_:)``.
  @discardableResult
  func redo() throws -> NetworkCommit?

  /// Takes over what other programs have changed in the store.
  ///
  /// - Returns: What they have changed; nil when they have not.
  /// - Throws: What the store has to say; all is as before then.
  @discardableResult
  func reload() throws -> NetworkChange?
}

extension EditingSession {
  /// Does the transaction on the network as it is.
  @discardableResult
  public func commit(
    _ transaction: NetworkTransaction,
    madeOn network: EditedNetwork
  ) throws -> NetworkCommit {
    try commit(transaction)
  }

  /// What can be snapped to now.
  public var scene: SnapScene { state.scene }

  /// What keeps an edit of a geometry editor from being stored.
  public func problems(of edit: SavedEdit) -> [EditProblem] {
    let state = state
    if let deleted = edit.deletedFeature(in: state.network) {
      return [EditProblem(deleted: deleted)]
    }
    return problems(of: state.transaction(for: edit)).map { EditProblem($0) }
  }

  /// Stores an edit of a geometry editor, as one step.
  ///
  /// - Returns: The feature that was edited or created; nil for a sketch, of which nothing is stored.
  /// - Throws: As ``commit(_:)``; `GeometryEditorError` when a feature that the edit concerns was deleted
  ///   meanwhile.
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
    // The feature is what the first edit of the transaction inserts.
    return edit.newID.flatMap { commit.after.feature(globalID: $0) } ?? commit.touched.first
  }

  /// Stores an edit of a geometry editor; what ``problems(of:)`` would say, the commit does.
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

  /// The state that a transaction would lead to, which nobody has committed: what if.
  ///
  /// - Throws: `TransactionError` when ``commit(_:)`` would refuse it.
  /// - Complexity: As ``commit(_:)`` without what the store takes.
  public func preview(_ transaction: NetworkTransaction) throws -> NetworkState {
    let problems = problems(of: transaction)
    guard problems.isEmpty else { throw TransactionError(transaction.name, problems) }
    return try state.previewing(transaction)
  }
}
