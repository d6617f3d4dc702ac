/// An error in an encoded geometry, with its offset.
public struct FormatError: Error, Equatable, Sendable {
  /// The kind of error; new codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The input ends before the geometry does, or announces more than it contains.
    public static let truncated = Code(rawValue: "truncated")
    /// The input continues after the geometry.
    public static let trailingData = Code(rawValue: "trailingData")
    /// A byte order mark other than 0 and 1.
    public static let unknownByteOrder = Code(rawValue: "unknownByteOrder")
    /// A geometry type other than OGC's seven or than the expected one.
    public static let unexpectedType = Code(rawValue: "unexpectedType")
    /// Coordinates of too few or too many ordinates, or parts of which only some have Z, or M.
    public static let unsupportedDimensions = Code(rawValue: "unsupportedDimensions")
    /// Collections nested deeper than in any real data.
    public static let nestedTooDeep = Code(rawValue: "nestedTooDeep")
    /// A character that is not allowed at its position.
    public static let syntax = Code(rawValue: "syntax")
    /// Well-formed input that is not a geometry: an open ring, a line of one coordinate, mixed systems.
    public static let invalidGeometry = Code(rawValue: "invalidGeometry")
    /// A required member is missing.
    public static let missingMember = Code(rawValue: "missingMember")
    /// A member appears twice in one object.
    public static let duplicateMember = Code(rawValue: "duplicateMember")
    /// Curves, which the library's geometries cannot represent.
    public static let unsupportedCurve = Code(rawValue: "unsupportedCurve")
    /// An item longer than the reader's limit.
    public static let tooLong = Code(rawValue: "tooLong")
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that says what is wrong and, where possible, what to do.
  public let message: String
  /// The byte offset in the input; in UTF-8 for text.
  public let offset: Int
  /// The line of a text, counted from 1; nil in binary.
  public let line: Int?

  /// Creates an error.
  @inline(never)
  public init(_ code: Code, _ message: String, offset: Int, line: Int? = nil) {
    self.code = code
    self.message = message
    self.offset = offset
    self.line = line
  }

  /// Creates an error from a geometry error, at an offset of the input.
  @inline(never)
  init(_ error: GeometryError, offset: Int) {
    self.init(.invalidGeometry, error.message, offset: offset)
  }
}

extension FormatError: CustomStringConvertible {
  /// The message and its position.
  public var description: String {
    let place = line.map { ", line \($0)" } ?? ""
    return "\(message) (at byte \(offset)\(place))"
  }
}

extension FormatError {
  /// The error with the line of its offset, in an input in which `text` starts at byte `start` and line `line`.
  func located(in text: Span<UInt8>, from start: Int = 0, line: Int = 1) -> FormatError {
    let before = lineEnds(text.extracting(first: min(offset, text.count)))
    return FormatError(code, message, offset: start + offset, line: line + before)
  }
}

/// The greatest depth of nested collections: far beyond real data, and safe on any thread's stack.
let maximumNestingDepth = 32
