/// The record of an importer about one table of the file that it read.
public struct ImportRecord: Hashable, Sendable {
  /// The network that was read, such as the name of its file.
  public var network: String
  /// The table in that network, such as `line`.
  public var table: String
  /// The number of rows in that table.
  public var rows: Int
  /// Whether the rows became features.
  public var isImported: Bool
  /// Why they did not, or a remark; nil for none.
  public var note: String?

  /// Creates a record.
  public init(network: String, table: String, rows: Int, isImported: Bool, note: String? = nil) {
    (self.network, self.table, self.rows) = (network, table, rows)
    (self.isImported, self.note) = (isImported, note)
  }
}

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
