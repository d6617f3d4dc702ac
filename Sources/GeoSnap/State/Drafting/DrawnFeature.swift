/// A feature that was drawn in a draft, with what the editor has proposed for it to connect.
public struct DrawnFeature: Equatable, Sendable {
  /// The feature, as the draft's state knows it.
  public let feature: FeatureID
  /// The position of the edit among those of the draft.
  public let edit: Int
  /// How many vertices other lines got.
  public let insertedVertexCount: Int
  /// How many places lines were split at.
  public let splitCount: Int
  /// How many associations it got.
  public let associationCount: Int
  /// The places where there was a choice of terminals, with what was chosen.
  public let terminalChoices: [TerminalChoice]

  /// A feature that has its shape already.
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
