#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension AssetTypePathError: LocalizedError {
  /// The ``description``.
  public var errorDescription: String? { description }

  /// The reason for the refusal.
  public var failureReason: String? {
    matches.isEmpty
      ? "The definition has no asset type of that name."
      : "The definition uses that name more than once."
  }

  /// The remedy.
  public var recoverySuggestion: String? {
    matches.isEmpty
      ? "Name source, asset group and asset type as the definition does."
      : "Use the codes of asset group and asset type."
  }
}
