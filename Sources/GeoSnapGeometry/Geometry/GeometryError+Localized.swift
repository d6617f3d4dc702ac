extension GeometryError: MessageError {
  /// The rule behind the code; nil for an unknown code.
  public var failureReason: String? {
    switch code {
    case .tooFewCoordinates: "A line needs two coordinates, and a ring four."
    case .ringNotClosed: "The first coordinate of a ring must be repeated at its end."
    case .nonFiniteOrdinate: "Ordinates must be finite numbers."
    case .ordinateOutOfRange: "Distances between such large ordinates overflow."
    case .mixedDimensions:
      "Either all parts of a geometry have Z, or no part has Z; the same applies to M."
    case .mixedSpatialReferences: "Ordinates of two reference systems cannot be compared."
    case .emptyGeometry: "The operation needs coordinates."
    case .unsupportedType: "The operation does not apply to this type of geometry."
    case .invalidArgument: "The argument is outside the range that the operation documents."
    case .engine: "GEOS refused the geometry."
    default: nil
    }
  }

  /// The remedy; nil for an unknown code.
  public var recoverySuggestion: String? {
    switch code {
    case .tooFewCoordinates: "Add the coordinates that are missing, or leave the part out."
    case .ringNotClosed: "Repeat the first coordinate at the end."
    case .nonFiniteOrdinate: "Find the NaN or infinity in the source of the geometry."
    case .ordinateOutOfRange: "Check the units and the reference system of the data."
    case .mixedDimensions: "Give all parts the same ordinates, or remove Z or M."
    case .mixedSpatialReferences:
      "Transform one of the geometries to the reference system of the other."
    case .emptyGeometry: "Check first whether the geometry is empty."
    case .unsupportedType: "Use a type that the operation names, or process the parts one by one."
    case .invalidArgument: "Give a value within the range."
    case .engine: "Look up the validity problem of the geometry, and repair the geometry."
    default: nil
    }
  }
}
