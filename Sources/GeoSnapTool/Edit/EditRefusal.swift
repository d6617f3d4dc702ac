import GeoSnap

/// A refused transaction of a file: its problems, each with the place of its edit in the file.
struct EditRefusal: Error {
  private let error: TransactionError
  /// The prefix of the problems; empty for a single transaction without a name.
  private let name: String
  private let path: String

  /// Describes an error in the transaction at position `number` of the file.
  init(_ error: TransactionError, number: Int, isInList: Bool) {
    self.error = error
    name =
      error.transaction.isEmpty && isInList ? "transaction \(number + 1)" : error.transaction
    path = isInList ? "[\(number)].edits" : "edits"
  }

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
