extension TraceExpressionError: ExplainedError {
  /// The reason for the refusal.
  public var failureReason: String? {
    "The expression does not follow the language of traces, or uses a name that the network does "
      + "not have."
  }

  /// The remedy.
  public var recoverySuggestion: String? {
    validNames.isEmpty
      ? "Correct the expression at the column that is named."
      : "Use one of: \(Words.names(validNames))."
  }
}
