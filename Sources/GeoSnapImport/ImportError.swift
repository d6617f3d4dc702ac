public import GeoSnap

/// A problem of an input file, and its place.
public struct ImportProblem: Hashable, Sendable {
  /// The JSON path, such as `$._object.line._object.data[12][3]`, or the line, such as `line 12 in [PIPES]`.
  ///
  /// `$` is the whole file.
  public var path: String
  /// The line of the file, from 1; nil when it is not known.
  public var line: Int?
  /// The problem and what to do about it.
  public var message: String

  package init(path: String, line: Int? = nil, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  init(_ error: ReadingError) {
    self.init(path: error.path, line: error.line, message: error.message)
  }
}

extension ImportProblem: CustomStringConvertible {
  /// Line, path and message on one line; the line is omitted when the path has it.
  public var description: String {
    let line = line.map { path.contains("line \($0)") ? "" : "line \($0), " } ?? ""
    return "\(line)\(path): \(message)"
  }
}

/// An import failed; no part of the file is used.
public struct ImportError: Error, Hashable, Sendable {
  /// The name of the file.
  public var file: String
  /// The problems in reading order; at most 50 are kept.
  public var problems: [ImportProblem]

  package var isOfNetwork = false

  package static let problemLimit = 50

  package init(file: String, problems: [ImportProblem]) {
    self.file = file
    self.problems = problems
  }

  init(_ file: String, _ error: ReadingError) {
    self.init(file: file, problems: [ImportProblem(error)])
  }

  init(_ file: String, _ message: String) {
    self.init(file: file, problems: [ImportProblem(path: "$", message: message)])
  }

  init(ofNetworkFor file: String, _ message: String) {
    self.init(file, message)
    isOfNetwork = true
  }

  /// The network made from a file is inconsistent; `subject` begins each message.
  init(
    _ file: String,
    _ error: NetworkError,
    _ subject: String,
    path: (NetworkProblem) -> String = { _ in "$" }
  ) {
    self.init(
      file: file,
      problems: error.problems.prefix(Self.problemLimit).map {
        ImportProblem(path: path($0), message: "\(subject) is inconsistent: \($0)")
      }
    )
  }

  static func refuse(_ problems: [ImportProblem], _ file: String) throws(ImportError) {
    guard !problems.isEmpty else { return }
    throw ImportError(file: file, problems: Array(problems.prefix(problemLimit)))
  }

  static func naming<Value>(
    _ file: String,
    _ read: @autoclosure () throws(ReadingError) -> Value
  ) throws(ImportError) -> Value {
    do {
      return try read()
    } catch {
      throw ImportError(file, error)
    }
  }
}

extension ImportError: CustomStringConvertible, ExplainedError {
  /// One line for each problem, with the name of the file.
  public var description: String { problems.map { "\(file): \($0)" }.joined(separator: "\n") }

  /// Why the file is refused.
  public var failureReason: String? { "A file is imported only if the whole file can be read." }

  /// What the user can do.
  public var recoverySuggestion: String? { "Correct each place that is listed, and import again." }
}

/// The problem that ends the reading of a part of a file; a class, so that a throw passes one word.
package final class ReadingError: Error {
  package let path: String
  package let line: Int?
  package let message: String
  /// Whether it follows from a problem that was already reported.
  let isConsequence: Bool

  /// The import was cancelled; no one receives this error.
  static var cancelled: ReadingError { ReadingError("$", "The import was cancelled.") }

  @inline(never)
  init(_ path: String, line: Int? = nil, _ message: String, isConsequence: Bool = false) {
    self.path = path
    self.line = line
    self.message = message
    self.isConsequence = isConsequence
  }
}

extension [ImportProblem] {
  mutating func add(_ path: String, line: Int? = nil, _ message: String) {
    append(ImportProblem(path: path, line: line, message: message))
  }
}
