public import GeoSnap

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
