extension AssetTypePathError: MessageError {
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
