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
