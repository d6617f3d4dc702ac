public import GeoSnap

/// Why a network file could not be read or written.
public struct StoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of failure; minor releases may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The file does not exist, is not readable, or is not a SQLite database.
    public static let cannotOpen = Code(rawValue: "cannotOpen")
    /// The database is damaged, or its content is not a consistent network.
    public static let badData = Code(rawValue: "badData")
    /// The target exists and was not to be replaced.
    public static let alreadyExists = Code(rawValue: "alreadyExists")
    /// The target cannot be written.
    public static let cannotWrite = Code(rawValue: "cannotWrite")
    /// Another program held the file until the timeout.
    public static let inUse = Code(rawValue: "inUse")
    /// Another program has changed the file since it was read: it must be read again.
    public static let changedByOthers = Code(rawValue: "changedByOthers")
  }

  /// The kind of failure.
  public let code: Code
  /// The file.
  public let path: String
  /// All problems of the data, with table and row; empty when the file itself is at fault.
  public let problems: [NetworkProblem]
  /// The error of the file itself; empty when there are problems.
  public let message: String

  /// Creates an error about a file as a whole.
  package init(_ code: Code, path: String, message: String) {
    self.code = code
    self.path = path
    self.message = message
    problems = []
  }

  /// Creates an error about the content of a file, or content that was to be written.
  package init(path: String, problems: [NetworkProblem]) {
    code = .badData
    self.path = path
    self.problems = problems
    message = ""
  }

  /// Creates an error about the content of one table.
  package init(path: String, table: String, row: String? = nil, _ message: String) {
    let problem = NetworkProblem(table: table, row: row, message: message)
    self.init(path: path, problems: [problem])
  }

  /// The path with the message, or one line for each problem.
  public var description: String {
    if problems.isEmpty { return "\(path): \(message)" }
    return problems.map { "\(path): \($0)" }.joined(separator: "\n")
  }
}

extension StoreError: ExplainedError {
  /// The reason, which explains the code; nil for a code that the library does not know.
  public var failureReason: String? {
    switch code {
    case .cannotOpen: "The file is missing, cannot be read, or is not a database."
    case .badData: "The file does not contain a consistent network."
    case .alreadyExists: "The file already exists."
    case .cannotWrite: "The file cannot be written, or the disk is full."
    case .inUse: "Another program has the file open."
    case .changedByOthers: "Another program has changed the file since it was read."
    default: nil
    }
  }

  /// A suggestion; nil for a code that the library does not know.
  public var recoverySuggestion: String? {
    switch code {
    case .cannotOpen: "Check the path and the permissions."
    case .badData: "Correct each listed row, for example in QGIS."
    case .alreadyExists: "Choose another path, or allow the file to be replaced."
    case .cannotWrite: "Check the permissions and the free space, or choose another path."
    case .inUse: "Close the other program, and try again."
    case .changedByOthers: "Read the file again, and repeat the edit."
    default: nil
    }
  }
}
