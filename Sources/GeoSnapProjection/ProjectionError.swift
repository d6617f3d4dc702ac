public import GeoSnap

/// An error of a reference system, a transformation or a geodesic measure.
public struct ProjectionError: Error, Hashable, Sendable {
  /// The kind of error; new codes may be added in a minor release.
  public typealias Code = ErrorCode<ProjectionError>

  /// The kind of problem.
  public let code: Code
  /// A sentence that says what is wrong and, where possible, what to do.
  public let message: String

  package init(_ code: Code, _ message: String) {
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

extension ErrorCode<ProjectionError> {
  /// A reference system that PROJ does not know or cannot read.
  public static var unknownReference: Self { Self(rawValue: "unknownReference") }
  /// A reference system that lacks what the operation needs, such as one of heights alone or a local one.
  public static var unsupportedReference: Self { Self(rawValue: "unsupportedReference") }
  /// PROJ has no operation from one reference system to the other.
  public static var noTransformation: Self { Self(rawValue: "noTransformation") }
  /// The operations need a grid file that is not installed; the message names it.
  public static var missingGrid: Self { Self(rawValue: "missingGrid") }
  /// A place that the projection cannot represent.
  public static var outsideDomain: Self { Self(rawValue: "outsideDomain") }
  /// A geometry that declares another reference system than the expected one.
  public static var mixedReferences: Self { Self(rawValue: "mixedReferences") }
  /// A line or an area that the projection tears apart, for example at the antimeridian.
  public static var torn: Self { Self(rawValue: "torn") }
  /// An area around a pole, which longitudes and latitudes cannot outline.
  public static var enclosesPole: Self { Self(rawValue: "enclosesPole") }
  /// An argument outside its documented range.
  public static var invalidArgument: Self { Self(rawValue: "invalidArgument") }
  /// A geometry that is not valid for the operation; the message is that of a ``GeometryError``.
  public static var invalidGeometry: Self { Self(rawValue: "invalidGeometry") }
  /// The transformed features do not form a valid network.
  public static var invalidNetwork: Self { Self(rawValue: "invalidNetwork") }
  /// PROJ failed; the message is PROJ's.
  public static var engine: Self { Self(rawValue: "engine") }
}

extension ProjectionError: MessageError {
  /// The rule behind the code; nil for a code that the library does not know.
  public var failureReason: String? {
    switch code {
    case .unknownReference: "PROJ does not know the reference system."
    case .unsupportedReference: "The reference system lacks what the operation needs."
    case .noTransformation: "PROJ has no operation from one reference system to the other."
    case .missingGrid: "The transformation needs a grid file that is not installed."
    case .outsideDomain: "The projection cannot represent the place."
    case .mixedReferences: "The geometry declares another reference system."
    case .torn: "The projection tears the geometry apart."
    case .enclosesPole: "Longitudes and latitudes cannot outline an area around a pole."
    case .invalidArgument: "The argument is outside the range that the operation documents."
    case .invalidGeometry: "The geometry cannot be read."
    case .invalidNetwork: "The transformed features do not make a consistent network."
    case .engine: "PROJ refused."
    default: nil
    }
  }

  /// What the user can do; nil for a code that the library does not know.
  public var recoverySuggestion: String? {
    switch code {
    case .unknownReference: "Give an EPSG code, or a text that PROJ reads."
    case .unsupportedReference: "Choose a geographic or a projected system."
    case .noTransformation: "Transform by way of a third reference system, such as EPSG:4326."
    case .missingGrid:
      "Install the grid, for instance with `projsync`, or allow a less exact transformation."
    case .outsideDomain: "Check that the coordinates are in the declared reference system."
    case .mixedReferences: "Transform the geometry, or measure it in the system that it declares."
    case .torn: "Cut the geometry there first, as at the antimeridian."
    case .enclosesPole: "Use a polar projection."
    case .invalidArgument: "Give a value within the range."
    case .invalidGeometry: "Correct the geometry as the message says."
    case .invalidNetwork: "Correct each listed problem."
    case .engine: "Read the message, which comes from PROJ."
    default: nil
    }
  }
}
