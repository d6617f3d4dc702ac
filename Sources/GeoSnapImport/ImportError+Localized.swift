#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension ImportError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }

  /// Why the file is refused.
  public var failureReason: String? {
    "A file is imported only when all of it can be read."
  }

  /// What the user can do.
  public var recoverySuggestion: String? {
    "Correct each place that is listed, and import again."
  }
}
