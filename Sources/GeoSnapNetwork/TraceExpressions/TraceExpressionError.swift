/// What is wrong with an expression, and where.
public struct TraceExpressionError: Error, Equatable, Sendable {
  /// The character at which it goes wrong, from 1; one past the end when something is missing.
  public var column: Int
  /// What is wrong.
  public var message: String
  /// What could stand there instead; empty when there is no list of it.
  public var validNames: [String]

  /// Creates an error.
  public init(column: Int, message: String, validNames: [String] = []) {
    self.column = column
    self.message = message
    self.validNames = validNames
  }
}

extension TraceExpressionError: CustomStringConvertible {
  /// One line: column, message, valid names.
  public var description: String {
    let names = validNames.isEmpty ? "" : " Valid are: \(validNames.joined(separator: ", "))."
    return "Column \(column): \(message)\(names)"
  }
}
