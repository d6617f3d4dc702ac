/// One thing that is wrong with an edited geometry, and where.
public struct EditProblem: Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem.
  ///
  /// New codes may be added in a minor release.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name of the code.
    public let rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Nothing has been drawn.
    public static let emptyGeometry = Code(rawValue: "emptyGeometry")
    /// A part has fewer vertices than it needs.
    public static let tooFewVertices = Code(rawValue: "tooFewVertices")
    /// A coordinate or height is NaN or infinite.
    public static let nonFiniteOrdinate = Code(rawValue: "nonFiniteOrdinate")
    /// A coordinate is beyond ±1e150.
    public static let ordinateOutOfRange = Code(rawValue: "ordinateOutOfRange")
    /// All vertices of a line are at one place.
    public static let zeroLength = Code(rawValue: "zeroLength")
    /// Two vertices of a line or ring that follow each other are at one place.
    public static let repeatedVertex = Code(rawValue: "repeatedVertex")
    /// Several parts where the table wants one.
    public static let multipart = Code(rawValue: "multipart")
    /// An area that is not valid: crossing rings, a hole outside.
    public static let invalidArea = Code(rawValue: "invalidArea")
    /// What is edited, or what the edit changes as well, was deleted meanwhile.
    public static let deletedFeature = Code(rawValue: "deletedFeature")
    /// What is edited, or what the edit changes as well, was changed by somebody else meanwhile.
    public static let changedFeature = Code(rawValue: "changedFeature")
    /// Two junctions at one place.
    public static let stackedJunctions = Code(rawValue: "stackedJunctions")
    /// A junction and a line at one place that no rule lets join.
    public static let noRule = Code(rawValue: "noRule")
    /// Lines of different asset types that meet without a junction.
    public static let needsJunction = Code(rawValue: "needsJunction")
    /// Something at an inner vertex of the edited line, which connects at its ends only.
    public static let innerVertex = Code(rawValue: "innerVertex")
    /// The edited feature is at an inner vertex of a line that connects at its ends only.
    public static let endVertexOnly = Code(rawValue: "endVertexOnly")
    /// Two lines that must not meet at the junction.
    public static let noMeetingRule = Code(rawValue: "noMeetingRule")
  }

  /// How bad it is.
  public enum Severity: Int, Hashable, Sendable, Comparable {
    /// Worth knowing.
    case warning
    /// Keeps the geometry from being saved, unless the caller insists.
    case error

    /// Whether one is less bad than another.
    public static func < (one: Severity, other: Severity) -> Bool { one.rawValue < other.rawValue }
  }

  /// The kind of problem.
  public var code: Code
  /// How bad it is: what was wrong before the edit and has not moved since is a warning.
  public var severity: Severity
  /// A sentence that says what is wrong and, where possible, what to do.
  public var message: String
  /// The part, counted as ``GeometryPath/part``; nil when the whole geometry is meant.
  public var part: Int?
  /// The vertex, counted within the part; nil when the whole part is meant.
  public var vertex: Int?
  /// Where it is; nil when it is nowhere in particular.
  public var location: Coordinate?
  /// The other feature; nil when none is concerned.
  public var target: SnapTarget?

  init(
    _ code: Code,
    _ message: String,
    part: Int? = nil,
    vertex: Int? = nil,
    location: Coordinate? = nil,
    target: SnapTarget? = nil
  ) {
    self.code = code
    severity = .error
    self.message = message
    self.part = part
    self.vertex = vertex
    self.location = location
    self.target = target
  }

  /// What keeps a transaction from being stored, as a problem of the edit that it came of.
  public init(_ problem: TransactionProblem) {
    self.init(
      Code(rawValue: problem.code.rawValue),
      problem.message,
      target: problem.features.first.map { .feature($0) }
    )
  }

  /// That a feature was deleted while it was edited, or one that the edit changes as well.
  public init(deleted feature: FeatureID) {
    self.init(
      .deletedFeature,
      "A feature that the edit concerns was deleted meanwhile: cancel the edit, and begin again.",
      target: .feature(feature)
    )
  }

  /// That a feature was changed by somebody else while it was edited, or one that the edit changes as well.
  ///
  /// - Parameters:
  ///   - feature: The feature.
  ///   - words: The feature in words.
  ///   - isReplaced: Whether another network has taken the place of the one that the feature was of.
  init(changed feature: FeatureID, _ words: String, isReplaced: Bool) {
    self.init(
      .changedFeature,
      "\(words) was changed meanwhile: look at it, "
        + (isReplaced
          ? "cancel the edit, and begin again."
          : "refresh the editor and save again, or cancel the edit."),
      target: .feature(feature)
    )
  }

  /// The message.
  public var description: String { message }

  /// The number under which Esri's network validation reports the same; nil when it has none.
  public var networkErrorCode: Int? {
    switch code {
    case .emptyGeometry: 1
    case .zeroLength: 5
    case .noRule: 8
    case .needsJunction, .noMeetingRule: 10
    case .innerVertex, .endVertexOnly: 13
    case .multipart: 19
    case .repeatedVertex: 21
    case .stackedJunctions: 25
    default: NetworkErrorCode(rawValue: code.rawValue)?.number
    }
  }

  /// Whether no feature can have such a geometry, however much the caller insists.
  var isFatal: Bool {
    [.emptyGeometry, .tooFewVertices, .nonFiniteOrdinate, .ordinateOutOfRange].contains(code)
  }

  /// What it shares with the same problem found at another time, whatever the vertices' numbers are.
  var identity: Identity {
    Identity(code: code, location: location, target: target, part: location == nil ? part : nil)
  }

  /// The same thing at the same place.
  struct Identity: Hashable {
    let code: Code
    let location: Coordinate?
    let target: SnapTarget?
    let part: Int?
  }
}
