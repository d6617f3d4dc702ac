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

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
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
