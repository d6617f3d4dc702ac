#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension ImportError: LocalizedError {
  /// What is wrong, as ``description`` says it.
  public var errorDescription: String? { description }

  /// Why it is refused.
  public var failureReason: String? {
    "Nothing of a file is used when anything in it cannot be read."
  }

  /// What to do about it.
  public var recoverySuggestion: String? {
    "Mend each place that is listed, and import again."
  }
}
