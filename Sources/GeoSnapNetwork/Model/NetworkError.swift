/// One thing that is wrong with a network's data, and where.
public struct NetworkProblem: Equatable, Sendable {
  /// The table.
  public var table: String
  /// The row, as the table counts or names it; nil when the whole table is meant.
  public var row: String?
  /// The column; nil when the whole row is meant, or several columns.
  public var column: String?
  /// What is wrong and, where possible, what to do.
  public var message: String
  /// What kind of error it is, when the network can be had without the row; nil for damage that
  /// leaves no network.
  public var code: NetworkErrorCode?
  /// The feature that is concerned; nil when there is none, or it is not known.
  public var globalID: GlobalID?

  /// Creates a problem.
  public init(
    table: String,
    row: String? = nil,
    column: String? = nil,
    message: String,
    code: NetworkErrorCode? = nil,
    globalID: GlobalID? = nil
  ) {
    self.table = table
    self.row = row
    self.column = column
    self.message = message
    self.code = code
    self.globalID = globalID
  }
}

extension NetworkProblem {
  /// Whether no more is wrong than that a feature is of an asset type that the definition does not have: it
  /// can be kept and takes part in nothing.
  package var isAboutAssetType: Bool { code == .unknownAssetGroup || code == .invalidAssetType }
}

extension NetworkProblem: CustomStringConvertible {
  /// One line: table, row, message.
  public var description: String {
    if let row { "\(table), row \(row): \(message)" } else { "\(table): \(message)" }
  }
}

/// All that is wrong with a network's data: nothing is skipped, and nothing is used in part.
public struct NetworkError: Error, Equatable, Sendable {
  /// The problems, in the order of the tables.
  public var problems: [NetworkProblem]

  /// Creates an error.
  public init(_ problems: [NetworkProblem]) { self.problems = problems }
}

extension NetworkError: CustomStringConvertible {
  /// One line for each problem.
  public var description: String {
    problems.map(\.description).joined(separator: "\n")
  }
}
