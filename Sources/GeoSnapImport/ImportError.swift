/// One thing in an input file that the importer cannot read, and where it stands.
public struct ImportProblem: Hashable, Sendable {
  /// The JSON path, such as `$._object.line._object.data[12][3]`; `$` for the file as a whole.
  ///
  /// In a file of lines the line and the section or column, such as `line 12 in [PIPES]`.
  public var path: String
  /// The line of the file, from 1; nil where the file has none, or nobody counted them.
  public var line: Int?
  /// What is wrong and what to do.
  public var message: String

  /// Creates a problem.
  public init(path: String, line: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  init(_ error: ReadingError) {
    self.init(path: error.path, line: error.line, message: error.message)
  }
}

extension ImportProblem: CustomStringConvertible {
  /// One line: the line where the path does not name it, path, message.
  public var description: String {
    let line = line.map { path.contains("line \($0)") ? "" : "line \($0), " } ?? ""
    return "\(line)\(path): \(message)"
  }
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

extension ImportError {
  /// The error of one problem.
  init(_ file: String, _ error: ReadingError) {
    self.init(file: file, problems: [ImportProblem(error)])
  }
}

/// The one problem that ends the reading of a part of a file.
///
/// A reference, so that the hundreds of calls that may throw it hand on one word and not seven.
package final class ReadingError: Error {
  package let path: String
  package let line: Int?
  package let message: String
  /// Whether it comes of a problem that was told already.
  let isConsequence: Bool

  /// That nobody wants what is read any more; nobody hears it.
  static var cancelled: ReadingError { ReadingError("$", "The import was cancelled.") }

  @inline(never)
  init(_ path: String, line: Int? = nil, _ message: String, isConsequence: Bool = false) {
    self.path = path
    self.line = line
    self.message = message
    self.isConsequence = isConsequence
  }
}
