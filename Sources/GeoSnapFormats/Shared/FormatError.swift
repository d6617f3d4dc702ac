/// An error in an encoded geometry, with its offset.
public struct FormatError: Error, Equatable, Sendable {
  /// The kind of error; new codes may be added in a minor release.
  public typealias Code = ErrorCode<FormatError>

  /// The kind of error.
  public let code: Code
  /// A sentence that says what is wrong and, where possible, what to do.
  public let message: String
  /// The byte offset in the input; in UTF-8 for text.
  public let offset: Int
  /// The line of a text, counted from 1; nil in binary.
  public let line: Int?

  @inline(never) package init(_ code: Code, _ message: String, offset: Int, line: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
    self.line = line
  }

  /// The error with the line of its offset, in an input in which `text` starts at byte `start` and line `line`.
  func located(in text: Span<UInt8>, from start: Int = 0, line: Int = 1) -> FormatError {
    let before = lineEnds(text.extracting(first: min(offset, text.count)))
    return FormatError(code, message, offset: start + offset, line: line + before)
  }
}

extension ErrorCode<FormatError> {
  /// The input ends before the geometry does, or announces more than it contains.
  public static var truncated: Self { Self(rawValue: "truncated") }
  /// The input continues after the geometry.
  public static var trailingData: Self { Self(rawValue: "trailingData") }
  /// A byte order mark other than 0 and 1.
  public static var unknownByteOrder: Self { Self(rawValue: "unknownByteOrder") }
  /// A geometry type other than OGC's seven or than the expected one.
  public static var unexpectedType: Self { Self(rawValue: "unexpectedType") }
  /// Coordinates of too few or too many ordinates, or parts of which only some have Z, or M.
  public static var unsupportedDimensions: Self { Self(rawValue: "unsupportedDimensions") }
  /// Collections nested deeper than in any real data.
  public static var nestedTooDeep: Self { Self(rawValue: "nestedTooDeep") }
  /// A character that is not allowed at its position.
  public static var syntax: Self { Self(rawValue: "syntax") }
  /// Well-formed input that is not a geometry: an open ring, a line of one coordinate, mixed systems.
  public static var invalidGeometry: Self { Self(rawValue: "invalidGeometry") }
  /// A required member is missing.
  public static var missingMember: Self { Self(rawValue: "missingMember") }
  /// A member appears twice in one object.
  public static var duplicateMember: Self { Self(rawValue: "duplicateMember") }
  /// Curves, which the library's geometries cannot represent.
  public static var unsupportedCurve: Self { Self(rawValue: "unsupportedCurve") }
  /// An item longer than the reader's limit.
  public static var tooLong: Self { Self(rawValue: "tooLong") }
}

extension FormatError: CustomStringConvertible {
  /// The message and its position.
  public var description: String {
    let place = line.map { ", line \($0)" } ?? ""
    return "\(message) (at byte \(offset)\(place))"
  }
}

func checkNesting(_ depth: Int, at offset: Int) throws(FormatError) {
  guard depth < maximumNestingDepth else {
    throw FormatError(
      .nestedTooDeep,
      "Collections nest deeper than \(maximumNestingDepth) levels.",
      offset: offset
    )
  }
}

/// Runs `body`; a geometry error gets an offset in the input.
func placed<Value>(
  at offset: Int,
  _ body: () throws(GeometryError) -> Value
) throws(FormatError) -> Value {
  do throws(GeometryError) {
    return try body()
  } catch {
    throw FormatError(.invalidGeometry, error.message, offset: offset)
  }
}

/// The greatest depth of nested collections: far beyond real data, and safe on any thread's stack.
let maximumNestingDepth = 32

extension FormatError: ExplainedError {
  /// The rule behind the code; nil for an unknown code.
  public var failureReason: String? {
    switch code {
    case .truncated: "The input ends before the geometry is complete."
    case .trailingData: "The input continues after the geometry."
    case .unknownByteOrder: "A byte order mark must be 0 or 1."
    case .unexpectedType: "The format does not allow this type of geometry here."
    case .unsupportedDimensions:
      "All coordinates of a geometry must have the same ordinates, from two to four."
    case .nestedTooDeep: "Collections are nested too deeply."
    case .syntax: "The text does not follow its format."
    case .invalidGeometry: "The text is well-formed, but it is not a geometry."
    case .missingMember: "The object lacks a required member."
    case .duplicateMember: "A member appears twice in an object."
    case .unsupportedCurve: "Curves are not supported."
    case .tooLong: "The item is longer than the limit of the reader."
    default: nil
    }
  }

  /// The remedy; nil for an unknown code.
  public var recoverySuggestion: String? {
    switch code {
    case .truncated: "Read the input again from its source: the input was cut off."
    case .trailingData: "Give one geometry at a time."
    case .unknownByteOrder:
      "Check that the bytes are well-known binary, and that the first byte is the start of the geometry."
    case .unexpectedType: "Write the geometry as one of the seven types of OGC."
    case .unsupportedDimensions: "Give all coordinates the same ordinates."
    case .nestedTooDeep: "Give the inner collections as separate geometries."
    case .syntax: "Look at the byte that the error names."
    case .invalidGeometry: "Correct the geometry at the place that the error names."
    case .missingMember: "Add the member."
    case .duplicateMember: "Remove one of the two members."
    case .unsupportedCurve:
      "Write the curves as lines with vertices, for instance with `ogr2ogr -nlt CONVERT_TO_LINEAR`."
    case .tooLong: "Give the reader a greater limit, or check that the items are separated."
    default: nil
    }
  }
}

extension Geometry {
  /// Assembles a geometry of any type but a collection from flat coordinates.
  ///
  /// `pathEnds` has the index after the last coordinate of each line or ring, `partEnds` the index after the last
  /// ring of each of several polygons. With `isChecking`, lines of one coordinate and open rings are refused.
  @inline(never) static func assembled(
    _ type: GeometryType,
    _ coordinates: CoordinateSequence,
    pathEnds: [Int] = [],
    partEnds: [Int] = [],
    srid: SRID?,
    isChecking: Bool
  ) throws(GeometryError) -> Geometry {
    if isChecking {
      switch type {
      case .lineString: return .lineString(try LineString(coordinates, srid: srid))
      case .multiLineString: try checkLines(pathEnds)
      case .polygon, .multiPolygon: try checkRings(coordinates, pathEnds)
      case .point, .multiPoint, .geometryCollection: break
      }
    }
    return .trusted(type, coordinates, pathEnds: pathEnds, partEnds: partEnds, srid: srid)
  }

  static func checkLines(_ ends: [Int]) throws(GeometryError) {
    var start = 0
    for (part, end) in ends.enumerated() {
      guard end - start != 1 else {
        throw GeometryError(
          .tooFewCoordinates,
          "A line needs 2 coordinates; part \(part), counted from 0 without empty parts, has 1."
        )
      }
      start = end
    }
  }
}
