/// An error in an expression, with its position.
public struct TraceExpressionError: Error, Equatable, Sendable {
  /// The position of the wrong character, from 1; one past the end when something is missing.
  public var column: Int
  /// The error.
  public var message: String
  /// The valid names at the position; empty without a list.
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
    let names = validNames.isEmpty ? "" : " Choose from: \(Words.names(validNames))."
    return "Column \(column): \(message)\(names)"
  }
}
