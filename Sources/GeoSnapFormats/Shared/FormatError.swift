/// What is wrong with an encoded geometry, and where.
public struct FormatError: Error, Equatable, Sendable {
  /// The kind of problem.
  ///
  /// New codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The input ends before the geometry does, or announces more than it holds.
    public static let truncated = Code(rawValue: "truncated")
    /// The input goes on after the geometry.
    public static let trailingData = Code(rawValue: "trailingData")
    /// A byte order mark other than 0 and 1.
    public static let unknownByteOrder = Code(rawValue: "unknownByteOrder")
    /// A geometry type that is not one of OGC's seven, or not the one expected there.
    public static let unexpectedType = Code(rawValue: "unexpectedType")
    /// Coordinates of too few or too many ordinates, or parts that disagree about having Z or M.
    public static let unsupportedDimensions = Code(rawValue: "unsupportedDimensions")
    /// Collections nested deeper than any real data.
    public static let nestedTooDeep = Code(rawValue: "nestedTooDeep")
    /// A character that has no place where it stands.
    public static let syntax = Code(rawValue: "syntax")
    /// Well-formed, but no geometry: an open ring, a line of one coordinate, mixed systems.
    public static let invalidGeometry = Code(rawValue: "invalidGeometry")
    /// A member that must be there and is not.
    public static let missingMember = Code(rawValue: "missingMember")
    /// A member that stands twice in one object.
    public static let duplicateMember = Code(rawValue: "duplicateMember")
    /// Curves, which no geometry of this library can hold.
    public static let unsupportedCurve = Code(rawValue: "unsupportedCurve")
    /// One item that is longer than the reader may hold.
    public static let tooLong = Code(rawValue: "tooLong")
  }

  /// The kind of problem.
  public let code: Code
  /// A sentence that says what is wrong and, where possible, what to do.
  public let message: String
  /// Where in the input, as a number of bytes from its start; of UTF-8 in a text.
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

  /// Places a geometry's own complaint in the input it was read from.
  @inline(never)
  init(_ error: GeometryError, offset: Int) {
    self.init(.invalidGeometry, error.message, offset: offset)
  }
}

extension FormatError: CustomStringConvertible {
  /// The message and where it applies.
  public var description: String {
    let place = line.map { ", line \($0)" } ?? ""
    return "\(message) (at byte \(offset)\(place))"
  }
}

extension FormatError {
  /// The error with the line that its offset is on.
  ///
  /// - Parameters:
  ///   - text: What was read.
  ///   - start: Where in a longer text `text` begins.
  ///   - line: The line that it begins on.
  /// - Returns: The error as it is in the longer text.
  func located(in text: Span<UInt8>, from start: Int = 0, line: Int = 1) -> FormatError {
    let before = lineEnds(text.extracting(first: min(offset, text.count)))
    return FormatError(code, message, offset: start + offset, line: line + before)
  }
}

/// How deep collections may nest: far beyond real data, far within any thread's stack.
let maximumNestingDepth = 32
