extension NetworkError: ExplainedError {
  /// The reason for the refusal.
  public var failureReason: String? {
    "The data contradicts itself, so no network can be made from it."
  }

  /// The remedy.
  public var recoverySuggestion: String? {
    "Correct each problem that is listed, and make the network again."
  }
}
