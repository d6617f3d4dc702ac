internal import GeoSnapStore

/// Data that is written in addition to a network.
struct AdditionalWrittenData: Sendable {
  var imports: [ImportRecord] = []
  var traceConfigurations: [SavedTraceConfiguration] = []
  /// The steps of a file, which become steps of the current role.
  var steps: [StoredStep] = []
  /// The row ids that a copy keeps; nil for new ones.
  var keys: RowKeys?
  /// The history of another database, which keeps its authors.
  var history: CopiedHistory?
}
