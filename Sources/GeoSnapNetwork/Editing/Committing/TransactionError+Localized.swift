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
    "All edits of a transaction are done, or none is: one of them is refused."
  }

  /// The remedy.
  public var recoverySuggestion: String? {
    "Mend each problem that is listed, and commit again."
  }
}
