#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension TransactionError: LocalizedError {
  /// What is wrong, as ``description`` says it.
  public var errorDescription: String? { description }

  /// Why it is refused.
  public var failureReason: String? {
    "All edits of a transaction are done, or none is: one of them is refused."
  }

  /// What to do about it.
  public var recoverySuggestion: String? {
    "Mend each problem that is listed, and commit again."
  }
}
