/// An error in the rules for snapping or in the settings of a snapper.
public struct SnapRuleError: Error, Equatable, Sendable {
  /// The kind of problem; a minor release may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The network does not define the asset type.
    public static let unknownAssetType = Code(rawValue: "unknownAssetType")
    /// The network has no such source.
    public static let unknownSource = Code(rawValue: "unknownSource")
    /// An attribute that determines the asset type is missing.
    public static let missingAttribute = Code(rawValue: "missingAttribute")
    /// The role does not suit the edited asset type.
    public static let wrongRole = Code(rawValue: "wrongRole")
    /// A tolerance is in pixels but there is no view.
    public static let missingView = Code(rawValue: "missingView")
    /// A tolerance is negative or NaN.
    public static let invalidTolerance = Code(rawValue: "invalidTolerance")
  }

  /// The kind of problem.
  public let code: Code
  /// The error as a sentence.
  public let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }
}

extension SnapRuleError {
  init(wrong role: SnapRole, for assetType: String) {
    self.init(
      .wrongRole,
      role == .point
        ? "\(assetType) is a line, which has no role point: give lineEnd, innerVertex or none."
        : "\(assetType) is a junction, which has no role \(role): give point or none."
    )
  }
}

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
