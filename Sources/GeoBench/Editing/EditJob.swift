/// The jobs that edit an index, or query an edited one; an operation of the first is one feature.
enum EditJob: String, CaseIterable {
  /// All features one by one into an empty index.
  case insertAll
  /// Features taken out.
  case delete
  /// The same features put back where they were.
  case insert
  /// Features moved by a metre or two.
  case move
  /// Nine queries to one edit.
  case mixed
  /// As ``delete``, with a snapshot taken every 100 edits.
  case deleteSnapshots
  /// As ``insert``, with a snapshot taken every 100 edits.
  case insertSnapshots
  /// As ``move``, with a snapshot taken every 100 edits.
  case moveSnapshots
  /// As `identify`, when one feature in a hundred has been taken out and put back.
  case identifyEdited1
  /// As `identify`, when one feature in ten has been taken out and put back.
  case identifyEdited10
  /// As `snapEdge`, when one feature in a hundred has been taken out and put back.
  case snapEdgeEdited1
  /// As `snapVertex`, when one feature in a hundred has been taken out and put back.
  case snapVertexEdited1
  /// As `nearest1`, when one feature in a hundred has been taken out and put back.
  case nearest1Edited1
  /// As `nearest8`, when one feature in a hundred has been taken out and put back.
  case nearest8Edited1
}
