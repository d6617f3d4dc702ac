#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

extension SnapRuleError: LocalizedError {
  /// What is wrong, as ``description`` says it.
  public var errorDescription: String? { description }

  /// Why it is refused: the rule behind the code.
  ///
  /// nil for a code that the library does not know.
  public var failureReason: String? {
    switch code {
    case .unknownAssetType: "The network does not define the asset type."
    case .unknownSource: "The network has no such source."
    case .missingAttribute: "The asset type of the feature is not known."
    default: nil
    }
  }

  /// What to do about it.
  ///
  /// nil for a code that the library does not know.
  public var recoverySuggestion: String? {
    switch code {
    case .unknownAssetType: "Use one of the asset types of the source."
    case .unknownSource: "Use one of the sources that the network defines."
    case .missingAttribute: "Give the asset group and the asset type."
    default: nil
    }
  }
}
