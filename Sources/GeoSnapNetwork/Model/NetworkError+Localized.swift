#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension NetworkError: LocalizedError {
  /// What is wrong, as ``description`` says it.
  public var errorDescription: String? { description }

  /// Why it is refused.
  public var failureReason: String? {
    "Something in the data contradicts something else, so that no network can be made of it."
  }

  /// What to do about it.
  public var recoverySuggestion: String? {
    "Mend each problem that is listed, and make the network again."
  }
}
