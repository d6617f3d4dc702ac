/// A problem in a network's data, with its location.
public struct NetworkProblem: Equatable, Sendable {
  /// The table.
  public var table: String
  /// The row, by the number or name that the table uses; nil for the whole table.
  public var row: String?
  /// The column; nil for the whole row or several columns.
  public var column: String?
  /// The message and, where possible, the remedy.
  public var message: String
  /// The kind of error; nil if it leaves no network at all, even without the row.
  public var code: NetworkErrorCode?
  /// The global id of the feature; nil when there is none or it is unknown.
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
  /// Whether the only problem is an unknown asset type: such a feature can be kept and connects to nothing.
  package var isAboutAssetType: Bool { code == .unknownAssetGroup || code == .invalidAssetType }
}

extension NetworkProblem: CustomStringConvertible {
  /// One line: table, row, message.
  public var description: String {
    if let row { "\(table), row \(row): \(message)" } else { "\(table): \(message)" }
  }
}

/// All problems in a network's data, of which no part is then used.
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

/// Collects problems in the data of a network.
package protocol ProblemCollector {
  var problems: [NetworkProblem] { get set }
}

extension ProblemCollector {
  @inline(never)
  package mutating func report(
    _ table: String,
    _ row: String?,
    _ message: String,
    _ code: NetworkErrorCode? = nil,
    _ globalID: GlobalID? = nil,
    column: String? = nil
  ) {
    problems.append(
      NetworkProblem(
        table: table,
        row: row,
        column: column,
        message: message,
        code: code,
        globalID: globalID
      )
    )
  }
}
