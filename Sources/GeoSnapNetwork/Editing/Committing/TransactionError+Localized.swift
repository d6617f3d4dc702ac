extension TransactionError: ExplainedError {
  /// The reason for the refusal.
  public var failureReason: String? {
    "Either all edits of a transaction are made or none is, and one of them was refused."
  }

  /// The remedy.
  public var recoverySuggestion: String? {
    "Correct each problem that is listed, and commit again."
  }
}
