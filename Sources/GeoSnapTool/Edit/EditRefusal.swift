import GeoSnap

/// A transaction of a file that was refused: its problems, with where in the file each has its edit.
struct EditRefusal: Error {
  private let error: TransactionError
  /// What the problems of a transaction are told behind; empty for one alone that has no name.
  private let name: String
  private let path: String

  /// - Parameters:
  ///   - error: What is wrong.
  ///   - number: The position of the transaction in its file.
  ///   - isInList: Whether the file is a list.
  init(_ error: TransactionError, number: Int, isInList: Bool) {
    self.error = error
    name =
      error.transaction.isEmpty && isInList ? "transaction \(number + 1)" : error.transaction
    path = isInList ? "[\(number)].edits" : "edits"
  }

  /// A line for each problem.
  var lines: [String] {
    error.problems.map { problem in
      let number = problem.number.map { " \($0)" } ?? ""
      return (name.isEmpty ? "" : "\(name): ")
        + "\(problem) (\(problem.code.rawValue)\(number) at \(path(of: problem)))"
    }
  }

  var json: JSONValue {
    .object([
      "name": .string(error.transaction),
      "problems": .array(
        error.problems.map { problem in
          .object([
            "code": .string(problem.code.rawValue), "number": JSONValue(problem.number),
            "edit": JSONValue(problem.edit.map { $0 + 1 }), "path": .string(path(of: problem)),
            "table": JSONValue(problem.table), "row": JSONValue(problem.row),
            "message": .string(problem.message),
          ])
        }
      ),
    ])
  }

  private func path(of problem: TransactionProblem) -> String {
    path + (problem.edit.map { "[\($0)]" } ?? "")
  }
}
