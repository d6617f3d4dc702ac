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
    self.network = network
    self.table = table
    self.rows = rows
    self.isImported = isImported
    self.note = note
  }
}
