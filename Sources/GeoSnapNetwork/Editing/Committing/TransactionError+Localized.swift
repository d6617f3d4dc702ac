#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension TransactionError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }

  /// The reason for the refusal.
  public var failureReason: String? {
    "Either all edits of a transaction are made or none is, and one of them was refused."
  }

  /// The remedy.
  public var recoverySuggestion: String? {
    "Correct each problem that is listed, and commit again."
  }
}
