/// Data about rows and tables that the network does not hold, and that copies keep.
package struct RowKeys: Equatable, Sendable {
  /// The row id of each association, in the order of the network.
  package var associations: [Int64] = []
  /// The column STATUS of each association, in which Esri's services record the validation.
  package var statuses: [Int64] = []
  package var traceConfigurations: [Int64] = []

  /// The descriptions of the tables, by lower-case name.
  package var descriptions: [String: String] = [:]

  package init() {}
}
