extension NetworkElementError: MessageError {
  /// The rule behind the code.
  public var failureReason: String? {
    switch code {
    case .notInNetwork: "The feature is not part of the network topology."
    case .unknownFeature: "The network has no feature with this global id."
    case .otherAssetType: "The feature is of another asset type."
    case .unknownTerminal: "The feature has no such terminal."
    }
  }

  /// The way to correct it.
  public var recoverySuggestion: String? {
    switch code {
    case .notInNetwork: "Choose a feature of a network source with a known asset type."
    case .unknownFeature: "Check the id; the feature may have been deleted."
    case .otherAssetType: "Name the asset type that the feature has."
    case .unknownTerminal: "Use one of the terminals of its asset type."
    }
  }
}
