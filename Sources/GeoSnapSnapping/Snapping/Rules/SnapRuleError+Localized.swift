extension SnapRuleError: MessageError {
  /// The reason for the refusal; nil for a code that the library does not know.
  public var failureReason: String? {
    switch code {
    case .unknownAssetType: "The network does not define the asset type."
    case .unknownSource: "The network has no such source."
    case .missingAttribute: "The asset type of the feature is not known."
    case .wrongRole: "Junctions are points; lines have ends and inner vertices."
    case .missingView: "A tolerance in pixels needs a view with the size of a pixel."
    case .invalidTolerance: "A tolerance must be 0 or more."
    default: nil
    }
  }

  /// The remedy; nil for a code that the library does not know.
  public var recoverySuggestion: String? {
    switch code {
    case .unknownAssetType: "Use one of the asset types of the source."
    case .unknownSource: "Use one of the sources that the network defines."
    case .missingAttribute: "Give the asset group and the asset type."
    case .wrongRole:
      "Give lineEnd or innerVertex for a line, and leave the role out for a junction."
    case .missingView: "Give the snapper a view, or set the tolerance in map units."
    case .invalidTolerance: "Give the distance in units of the coordinates."
    default: nil
    }
  }
}
