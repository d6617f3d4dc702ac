/// A feature that was drawn in a draft, with the editor's proposals to connect it.
public struct DrawnFeature: Equatable, Sendable {
  /// The feature's identifier in the state of the draft.
  public let feature: FeatureID
  /// The position of the edit among those of the draft.
  public let edit: Int
  /// The number of vertices that were inserted into other lines.
  public let insertedVertexCount: Int
  /// The number of places where lines were split.
  public let splitCount: Int
  /// The number of associations that were created.
  public let associationCount: Int
  /// The places where there was a choice of terminals, and the choices.
  public let terminalChoices: [TerminalChoice]

  init(_ feature: FeatureID, edit: Int) {
    self.feature = feature
    self.edit = edit
    insertedVertexCount = 0
    splitCount = 0
    associationCount = 0
    terminalChoices = []
  }

  init(_ feature: FeatureID, edit: Int, _ saved: SavedEdit, _ edits: [NetworkEdit]) {
    self.feature = feature
    self.edit = edit
    insertedVertexCount = edits.count { if case .insertVertex = $0 { true } else { false } }
    splitCount = edits.reduce(0) { count, edit in
      if case .splitLine(_, let places, _) = edit { count + places.count } else { count }
    }
    associationCount = edits.count { if case .insertAssociation = $0 { true } else { false } }
    terminalChoices = saved.terminalChoices
  }
}
