/// The jobs that edit an index, or query an edited one; an operation of the editing jobs is one feature.
enum EditJob: String, CaseIterable {
  /// All features one by one into an empty index.
  case insertAll
  case delete
  /// The deleted features at their old places.
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
  /// As `identify`, when one feature in a hundred was deleted and inserted again.
  case identifyEdited1
  /// As `identify`, when one feature in ten was deleted and inserted again.
  case identifyEdited10
  /// As `snapEdge`, after the edits of ``identifyEdited1``.
  case snapEdgeEdited1
  /// As `snapVertex`, after the edits of ``identifyEdited1``.
  case snapVertexEdited1
  /// As `nearest1`, after the edits of ``identifyEdited1``.
  case nearest1Edited1
  /// As `nearest8`, after the edits of ``identifyEdited1``.
  case nearest8Edited1
}
