internal import GeoSnapStore

/// What is written beside a network.
struct WrittenBesides: Sendable {
  var imports: [ImportRecord] = []
  var traceConfigurations: [SavedTraceConfiguration] = []
  /// The steps of a file, which become steps of the one who writes them.
  var steps: [StoredStep] = []
  /// The row ids that a copy keeps; nil for new ones.
  var keys: RowKeys?
  /// The history of another database, which stays that of its people.
  var history: CopiedHistory?
}
