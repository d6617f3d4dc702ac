/// An error in a geometry, or the reason why an operation has no result.
public struct GeometryError: Error, Hashable, Sendable {
  /// The kind of error; new codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A line of one coordinate or a ring of fewer than four.
    public static let tooFewCoordinates = Code(rawValue: "tooFewCoordinates")
    /// A ring whose last coordinate is not its first.
    public static let ringNotClosed = Code(rawValue: "ringNotClosed")
    /// An ordinate that is NaN or infinite.
    public static let nonFiniteOrdinate = Code(rawValue: "nonFiniteOrdinate")
    /// An ordinate so large that distances would overflow.
    public static let ordinateOutOfRange = Code(rawValue: "ordinateOutOfRange")
    /// Parts of one geometry of which only some have Z, or M.
    public static let mixedDimensions = Code(rawValue: "mixedDimensions")
    /// Operands that declare different spatial reference systems.
    public static let mixedSpatialReferences = Code(rawValue: "mixedSpatialReferences")
    /// A geometry without coordinates where one is needed.
    public static let emptyGeometry = Code(rawValue: "emptyGeometry")
    /// A geometry type that the operation has no meaning for.
    public static let unsupportedType = Code(rawValue: "unsupportedType")
    /// An argument outside its documented range.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// An error of GEOS, with GEOS's message.
    public static let engine = Code(rawValue: "engine")
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that says what is wrong and, where possible, what to do.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The error of an operation on a type that it does not take; `rule` names those that it takes.
  package init(_ rule: String, not type: GeometryType) {
    self.init(.unsupportedType, "\(rule); this is a \(type.name).")
  }
}
