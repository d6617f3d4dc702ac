/// Why rules for snapping could not be made, or why a snapper does not answer.
public struct SnapRuleError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  ///
  /// New codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The network does not define the asset type.
    public static let unknownAssetType = Code(rawValue: "unknownAssetType")
    /// The network has no such source.
    public static let unknownSource = Code(rawValue: "unknownSource")
    /// An attribute that decides the asset type is missing.
    public static let missingAttribute = Code(rawValue: "missingAttribute")
    /// The role does not fit the asset type being edited.
    public static let wrongRole = Code(rawValue: "wrongRole")
    /// A tolerance is in pixels, and there is no view to say what a pixel is.
    public static let missingView = Code(rawValue: "missingView")
    /// A tolerance is negative or no number.
    public static let invalidTolerance = Code(rawValue: "invalidTolerance")
  }

  /// The kind of problem.
  public let code: Code
  /// A sentence that says what is wrong.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The message.
  public var description: String { message }
}

extension SnapRuleError {
  /// The error that a role does not fit an asset type.
  init(wrong role: SnapRole, for assetType: String) {
    self.init(
      .wrongRole,
      role == .point
        ? "\(assetType) is a line, which has no role point: give lineEnd, innerVertex or none."
        : "\(assetType) is a junction, which has no role \(role): give point or none."
    )
  }
}
