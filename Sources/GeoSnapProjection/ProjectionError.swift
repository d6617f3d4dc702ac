internal import GeoSnap

/// An error of a reference system, a transformation or a geodesic measure.
public struct ProjectionError: Error, Hashable, Sendable {
  /// The kind of problem; minor releases may add codes.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A reference system that PROJ does not know or cannot read.
    public static let unknownReference = Code(rawValue: "unknownReference")
    /// A reference system that lacks what the operation needs, such as one of heights alone or a local one.
    public static let unsupportedReference = Code(rawValue: "unsupportedReference")
    /// PROJ has no operation from one reference system to the other.
    public static let noTransformation = Code(rawValue: "noTransformation")
    /// The operations need a grid file that is not installed; the message names it.
    public static let missingGrid = Code(rawValue: "missingGrid")
    /// A place that the projection cannot represent.
    public static let outsideDomain = Code(rawValue: "outsideDomain")
    /// A geometry that declares another reference system than the expected one.
    public static let mixedReferences = Code(rawValue: "mixedReferences")
    /// A line or an area that the projection tears apart, for example at the antimeridian.
    public static let torn = Code(rawValue: "torn")
    /// An area around a pole, which longitudes and latitudes cannot outline.
    public static let enclosesPole = Code(rawValue: "enclosesPole")
    /// An argument outside its documented range.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// A geometry that is not valid for the operation; the message is that of a ``GeometryError``.
    public static let invalidGeometry = Code(rawValue: "invalidGeometry")
    /// The transformed features do not form a valid network.
    public static let invalidNetwork = Code(rawValue: "invalidNetwork")
    /// PROJ failed; the message is PROJ's.
    public static let engine = Code(rawValue: "engine")
  }

  /// The kind of problem.
  public let code: Code
  /// A sentence that says what is wrong and, where possible, what to do.
  public let message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  init(_ error: GeometryError) { self.init(.invalidGeometry, error.message) }
}

/// Runs `body` and rethrows a ``GeometryError`` as a ``ProjectionError``.
func checkingGeometry<Value>(
  _ body: () throws(GeometryError) -> Value
) throws(ProjectionError) -> Value {
  do throws(GeometryError) {
    return try body()
  } catch {
    throw ProjectionError(error)
  }
}
