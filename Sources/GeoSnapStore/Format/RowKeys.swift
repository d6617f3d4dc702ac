/// What a place says of rows and tables beside what the network knows: copies keep it.
package struct RowKeys: Equatable, Sendable {
  /// The row id of each association, in the order of the network.
  package var associations: [Int64] = []
  /// The column STATUS of each association, in which Esri's services keep what was validated.
  package var statuses: [Int64] = []
  /// The row id of each saved trace configuration.
  package var traceConfigurations: [Int64] = []

  /// What the tables are said to be for, by their names in lower case.
  package var descriptions: [String: String] = [:]

  package init() {}
}
