#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension TraceExpressionError: LocalizedError {
  /// What is wrong, as ``description`` says it.
  public var errorDescription: String? { description }

  /// Why it is refused.
  public var failureReason: String? {
    "The expression does not follow the language of traces, or names what the network has not."
  }

  /// What to do about it.
  public var recoverySuggestion: String? {
    validNames.isEmpty
      ? "Mend the expression at the column that is named."
      : "Use one of: \(validNames.joined(separator: ", "))."
  }
}
