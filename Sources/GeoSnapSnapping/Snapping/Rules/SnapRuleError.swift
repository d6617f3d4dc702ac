/// Why rules for snapping could not be made.
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
