public import GeoSnap

/// Why a network file could not be read or written.
public struct StoreError: Error, Equatable, Sendable {
  /// The kind of failure.
  ///
  /// New codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// There is no such file, it may not be read, or it is no SQLite database at all.
    public static let cannotOpen = Code(rawValue: "cannotOpen")
    /// The database is damaged, or what it holds is no consistent network.
    public static let badData = Code(rawValue: "badData")
    /// Something is there already and was not to be replaced.
    public static let alreadyExists = Code(rawValue: "alreadyExists")
    /// The place cannot be written to.
    public static let cannotWrite = Code(rawValue: "cannotWrite")
    /// Another program has the file, and did not let go of it in time.
    public static let inUse = Code(rawValue: "inUse")
    /// Another program has changed the file since it was read: it must be read anew.
    public static let changedByOthers = Code(rawValue: "changedByOthers")
  }

  /// The kind of failure.
  public let code: Code
  /// The file.
  public let path: String
  /// All that is wrong with the data, with table and row; empty when the file itself is at fault.
  public let problems: [NetworkProblem]
  /// A sentence that says what is wrong with the file itself; empty when there are problems.
  public let message: String

  /// Creates an error about a file as a whole.
  public init(_ code: Code, path: String, message: String) {
    self.code = code
    self.path = path
    self.message = message
    problems = []
  }

  /// Creates an error about what is in a file or was to be written to it.
  public init(path: String, problems: [NetworkProblem]) {
    code = .badData
    self.path = path
    self.problems = problems
    message = ""
  }
}

extension StoreError: CustomStringConvertible {
  /// The path with the message, or one line for each problem.
  public var description: String {
    if problems.isEmpty { return "\(path): \(message)" }
    return problems.map { "\(path): \($0)" }.joined(separator: "\n")
  }
}
