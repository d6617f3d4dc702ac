/// What an importer did with one table of the file it read: no element is lost unnoticed.
public struct ImportRecord: Hashable, Sendable {
  /// The network that was read, such as the name of its file.
  public var network: String
  /// The table in that network, such as `line`.
  public var table: String
  /// The number of rows there.
  public var rows: Int
  /// Whether the rows became features.
  public var isImported: Bool
  /// Why they did not, or what else is worth knowing; nil for nothing.
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
