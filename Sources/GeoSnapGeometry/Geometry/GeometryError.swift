#if canImport(FoundationEssentials)
  public import protocol FoundationEssentials.LocalizedError
#else
  public import protocol Foundation.LocalizedError
#endif

/// The kind of an error.
public struct ErrorCode<Explained>: RawRepresentable, Hashable, Sendable {
  /// The stable name of the code.
  public let rawValue: String

  /// Creates a code from its stable name.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An error in a geometry, or the reason why an operation has no result.
public struct GeometryError: Error, Hashable, Sendable {
  /// The kind of error; new codes may be added in a minor release.
  public typealias Code = ErrorCode<GeometryError>

  /// The kind of error.
  public let code: Code
  /// A sentence that says what is wrong and, where possible, what to do.
  public let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// The error of an operation on a type that it does not take; `rule` names those that it takes.
  package init(_ rule: String, not type: GeometryType) {
    self.init(.unsupportedType, "\(rule); this is a \(type.name).")
  }
}

extension ErrorCode<GeometryError> {
  /// A line of one coordinate or a ring of fewer than four.
  public static var tooFewCoordinates: Self { Self(rawValue: "tooFewCoordinates") }
  /// A ring whose last coordinate is not its first.
  public static var ringNotClosed: Self { Self(rawValue: "ringNotClosed") }
  /// An ordinate that is NaN or infinite.
  public static var nonFiniteOrdinate: Self { Self(rawValue: "nonFiniteOrdinate") }
  /// An ordinate so large that distances would overflow.
  public static var ordinateOutOfRange: Self { Self(rawValue: "ordinateOutOfRange") }
  /// Parts of one geometry of which only some have Z, or M.
  public static var mixedDimensions: Self { Self(rawValue: "mixedDimensions") }
  /// Operands that declare different spatial reference systems.
  public static var mixedSpatialReferences: Self { Self(rawValue: "mixedSpatialReferences") }
  /// A geometry without coordinates where one is needed.
  public static var emptyGeometry: Self { Self(rawValue: "emptyGeometry") }
  /// A geometry type that the operation has no meaning for.
  public static var unsupportedType: Self { Self(rawValue: "unsupportedType") }
  /// An argument outside its documented range.
  public static var invalidArgument: Self { Self(rawValue: "invalidArgument") }
  /// An error of GEOS, with GEOS's message.
  public static var engine: Self { Self(rawValue: "engine") }
}

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

/// An error whose description is a sentence, with the reason and the remedy beside it.
public protocol ExplainedError: LocalizedError, CustomStringConvertible {}

extension ExplainedError {
  /// The error's `description`.
  public var errorDescription: String? { description }

  /// Nil, since the library has no help pages of a system.
  public var helpAnchor: String? { nil }
}

/// An explained error whose description is its message.
public protocol MessageError: ExplainedError {
  /// The error as a sentence.
  var message: String { get }
}

extension MessageError {
  /// The error's `message`.
  public var description: String { message }
}

/// The reason why a geometry is not valid, and the location.
public struct ValidityProblem: Hashable, Sendable {
  /// The reason in GEOS's words, such as `Self-intersection`.
  public let reason: String
  /// The location; its ordinates may be NaN when the problem is a coordinate that is not finite.
  public let location: Coordinate

  package init(reason: String, location: Coordinate) {
    self.reason = reason
    self.location = location
  }
}
