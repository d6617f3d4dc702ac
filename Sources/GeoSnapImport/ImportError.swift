/// One thing in an input file that the importer cannot read, and where it stands.
public struct ImportProblem: Hashable, Sendable {
  /// The JSON path, such as `$._object.line._object.data[12][3]`; `$` for the file as a whole.
  public var path: String
  /// What is wrong and what to do.
  public var message: String

  /// Creates a problem.
  public init(path: String, message: String) {
    self.path = path
    self.message = message
  }
}

extension ImportProblem: CustomStringConvertible {
  /// One line: path, message.
  public var description: String { "\(path): \(message)" }
}

/// Why a file was not imported: nothing of it is used when anything is wrong.
public struct ImportError: Error, Hashable, Sendable {
  /// The name of the file.
  public var file: String
  /// The problems found, in the order of reading; at most ``problemLimit`` are kept.
  public var problems: [ImportProblem]

  /// The most problems that one error lists.
  public static let problemLimit = 50

  /// Creates an error.
  public init(file: String, problems: [ImportProblem]) {
    self.file = file
    self.problems = problems
  }
}

extension ImportError: CustomStringConvertible {
  /// One line for each problem, the file's name before it.
  public var description: String {
    problems.map { "\(file): \($0)" }.joined(separator: "\n")
  }
}

/// The one problem that ends the reading of a part of a file.
struct ReadingError: Error {
  var path: String
  var message: String

  init(_ path: String, _ message: String) {
    self.path = path
    self.message = message
  }
}
