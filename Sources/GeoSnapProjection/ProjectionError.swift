internal import GeoSnap

/// Why a reference system, a transformation or a geodesic measure has no answer.
public struct ProjectionError: Error, Hashable, Sendable {
  /// The kind of problem.
  ///
  /// New codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A reference system that PROJ does not know or cannot read.
    public static let unknownReference = Code(rawValue: "unknownReference")
    /// A reference system without what is asked: one of heights alone, or of no body of the sky.
    public static let unsupportedReference = Code(rawValue: "unsupportedReference")
    /// No operation leads from one system to the other.
    public static let noTransformation = Code(rawValue: "noTransformation")
    /// The operations need a grid file that is not installed; the message names it.
    public static let missingGrid = Code(rawValue: "missingGrid")
    /// A place that the projection cannot represent.
    public static let outsideDomain = Code(rawValue: "outsideDomain")
    /// A geometry that declares another reference system than the one it is measured in.
    public static let mixedReferences = Code(rawValue: "mixedReferences")
    /// A line or an area that the projection tears apart, as at the antimeridian.
    public static let torn = Code(rawValue: "torn")
    /// An area around a pole, which longitudes and latitudes cannot outline.
    public static let enclosesPole = Code(rawValue: "enclosesPole")
    /// An argument outside its documented range.
    public static let invalidArgument = Code(rawValue: "invalidArgument")
    /// A geometry that the operation cannot read; the message is that of a ``GeometryError``.
    public static let invalidGeometry = Code(rawValue: "invalidGeometry")
    /// A network that cannot be made of transformed features.
    public static let invalidNetwork = Code(rawValue: "invalidNetwork")
    /// PROJ refused; the message is its own.
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

extension ProjectionError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}

/// Does what reports a ``GeometryError``, as a ``ProjectionError``.
func checkingGeometry<Value>(
  _ body: () throws(GeometryError) -> Value
) throws(ProjectionError) -> Value {
  do throws(GeometryError) {
    return try body()
  } catch {
    throw ProjectionError(error)
  }
}
