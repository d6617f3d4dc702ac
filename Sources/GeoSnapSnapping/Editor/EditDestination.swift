/// Where an editor begins from and stores what it saves: the session of a network, or a store of one's own.
///
/// The editor asks ``problems(of:)`` before it stores an edit, and for its ``GeometryEditor/canSave``: both say
/// the same.
public protocol EditDestination: Sendable {
  /// What can be snapped to now.
  var scene: SnapScene { get }

  /// What keeps an edit from being stored; none when ``store(_:)`` would do it now.
  func problems(of edit: SavedEdit) -> [EditProblem]

  /// Stores an edit with all that it proposes for other features, as one step.
  ///
  /// ``scene`` shows it when this returns.
  ///
  /// - Returns: The feature as it is stored.
  /// - Throws: What keeps it from being stored; nothing has changed then.
  func store(_ edit: SavedEdit) throws -> FeatureID?

  /// Stores an edit when ``problems(of:)`` has none, and otherwise throws them.
  ///
  /// A destination that asks while it stores need not ask before: see to it that both say the same then.
  ///
  /// - Parameters:
  ///   - edit: The edit.
  ///   - network: The network that the editor has looked at, to see that nobody has changed what the edit concerns.
  /// - Returns: The feature as it is stored.
  /// - Throws: ``GeometryEditorError`` with code `invalid` and the problems; as ``store(_:)``.
  func storeWhenAllowed(_ edit: SavedEdit, madeOn network: EditedNetwork) throws -> FeatureID?
}

extension EditDestination {
  /// Asks, and stores.
  public func storeWhenAllowed(
    _ edit: SavedEdit,
    madeOn network: EditedNetwork
  ) throws -> FeatureID? {
    let problems = problems(of: edit)
    guard problems.isEmpty else { throw GeometryEditorError(problems) }
    return try store(edit)
  }
}
