/// The source and destination of an editor's features: the session of a network, or a custom store.
///
/// The editor calls ``problems(of:)`` before it stores an edit and for its ``GeometryEditor/canSave``.
public protocol EditDestination: Sendable {
  /// The current content to snap to.
  var scene: SnapScene { get }

  /// The problems that prevent storage of an edit; empty if ``store(_:)`` would succeed now.
  func problems(of edit: SavedEdit) -> [EditProblem]

  /// Stores an edit with all its proposals for other features, as one step; ``scene`` then includes it.
  ///
  /// - Returns: The stored feature.
  /// - Throws: The reason why it cannot be stored; the destination is then unchanged.
  func store(_ edit: SavedEdit) throws -> FeatureID?

  /// Stores an edit if ``problems(of:)`` is empty.
  ///
  /// A destination that checks during storage can skip a separate check, provided that the result is the same.
  /// `network` is the network that the editor used, for detection of concurrent changes.
  ///
  /// - Returns: The stored feature.
  /// - Throws: ``GeometryEditorError`` with code `invalid` and the problems, or the errors of ``store(_:)``.
  func storeWhenAllowed(_ edit: SavedEdit, madeOn network: EditedNetwork) throws -> FeatureID?
}

extension EditDestination {
  /// Checks for problems, then stores.
  public func storeWhenAllowed(
    _ edit: SavedEdit,
    madeOn network: EditedNetwork
  ) throws -> FeatureID? {
    let problems = problems(of: edit)
    guard problems.isEmpty else { throw GeometryEditorError(problems) }
    return try store(edit)
  }
}
