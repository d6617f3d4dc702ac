extension TransactionError: ExplainedError {
  /// The reason for the refusal.
  public var failureReason: String? {
    "A transaction makes all its edits or none, and an edit was refused."
  }

  /// The remedy.
  public var recoverySuggestion: String? {
    "Correct each problem that is listed, and commit again."
  }
}
