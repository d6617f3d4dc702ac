#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension AssetTypePathError: LocalizedError {
  /// What is wrong, as ``description`` says it.
  public var errorDescription: String? { description }

  /// Why it is refused.
  public var failureReason: String? {
    matches.isEmpty
      ? "The definition has no asset type of that name."
      : "The definition uses that name more than once."
  }

  /// What to do about it.
  public var recoverySuggestion: String? {
    matches.isEmpty
      ? "Name source, asset group and asset type as the definition does."
      : "Use the codes of asset group and asset type."
  }
}
