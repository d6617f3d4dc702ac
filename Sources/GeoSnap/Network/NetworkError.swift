/// One thing that is wrong with a network's data, and where.
public struct NetworkProblem: Hashable, Sendable {
  /// The table.
  public var table: String
  /// The row, as the table counts or names it; nil when the whole table is meant.
  public var row: String?
  /// What is wrong and, where possible, what to do.
  public var message: String

  /// Creates a problem.
  public init(table: String, row: String? = nil, message: String) {
    self.table = table
    self.row = row
    self.message = message
  }
}

extension NetworkProblem: CustomStringConvertible {
  /// One line: table, row, message.
  public var description: String {
    if let row { "\(table), row \(row): \(message)" } else { "\(table): \(message)" }
  }
}

/// All that is wrong with a network's data: nothing is skipped, and nothing is used in part.
public struct NetworkError: Error, Hashable, Sendable {
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
