/// A problem of an edited geometry, with its location.
public struct EditProblem: Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem; a minor release may add codes.
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
    /// Two consecutive vertices of a line or ring are at one place.
    public static let repeatedVertex = Code(rawValue: "repeatedVertex")
    /// Several parts, although the table requires one.
    public static let multipart = Code(rawValue: "multipart")
    /// An area is not valid, for example with crossing rings or a hole outside.
    public static let invalidArea = Code(rawValue: "invalidArea")
    /// An overlap with areas of ``GeometryEditor/avoidsOverlapsWith`` that cannot be cut off.
    public static let overlap = Code(rawValue: "overlap")
    /// The edited feature, or another one that the edit changes, was deleted meanwhile.
    public static let deletedFeature = Code(rawValue: "deletedFeature")
    /// Someone else changed the edited feature, or another one that the edit changes.
    public static let changedFeature = Code(rawValue: "changedFeature")
    /// Two junctions at one place.
    public static let stackedJunctions = Code(rawValue: "stackedJunctions")
    /// A junction and a line at one place without a rule.
    public static let noRule = Code(rawValue: "noRule")
    /// Lines of different asset types that meet without a junction.
    public static let needsJunction = Code(rawValue: "needsJunction")
    /// A connection at an inner vertex of the edited line, which connects at its ends only.
    public static let innerVertex = Code(rawValue: "innerVertex")
    /// The edited feature is at an inner vertex of a line that connects at its ends only.
    public static let endVertexOnly = Code(rawValue: "endVertexOnly")
    /// Two lines that must not meet at the junction.
    public static let noMeetingRule = Code(rawValue: "noMeetingRule")
  }

  /// The severity of a problem.
  public enum Severity: Int, Hashable, Sendable, Comparable {
    /// A hint.
    case warning
    /// Prevents saving, unless the caller ignores errors.
    case error

    /// Whether one is less severe than another.
    public static func < (one: Severity, other: Severity) -> Bool { one.rawValue < other.rawValue }
  }

  /// The kind of problem.
  public var code: Code
  /// The severity; existing problems that the edit did not move are warnings.
  public var severity: Severity
  /// The problem and, where possible, the remedy, as sentences.
  public var message: String
  /// The part, counted as in ``GeometryPath/part``; nil for the whole geometry.
  public var part: Int?
  /// The vertex, counted within the part; nil for the whole part.
  public var vertex: Int?
  /// The location; nil for none.
  public var location: Coordinate?
  /// The other feature; nil for none.
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

  package init(_ problem: TransactionProblem) {
    self.init(
      Code(rawValue: problem.code.rawValue),
      problem.message,
      target: problem.features.first.map { .feature($0) }
    )
  }

  /// Creates the problem that the edited feature, or another one that the edit changes, was deleted.
  package init(deleted feature: FeatureID) {
    self.init(
      .deletedFeature,
      "A feature of the edit was deleted after the edit began: cancel the edit, and begin again.",
      target: .feature(feature)
    )
  }

  /// Creates the problem that someone else changed a feature of the edit; `isReplaced` if its network is another.
  init(changed feature: FeatureID, _ words: String, isReplaced: Bool) {
    self.init(
      .changedFeature,
      "\(words) was changed after the edit began: check it, "
        + (isReplaced
          ? "cancel the edit, and begin again."
          : "refresh the editor and save again, or cancel the edit."),
      target: .feature(feature)
    )
  }

  /// The message.
  public var description: String { message }

  /// Esri's number of the same error in network validation; nil when there is none.
  package var networkErrorCode: Int? {
    switch code {
    case .zeroLength: 5
    case .noRule: 8
    case .needsJunction, .noMeetingRule: 10
    case .innerVertex, .endVertexOnly: 13
    case .multipart: 19
    case .stackedJunctions: 25
    default: NetworkErrorCode(rawValue: code.rawValue)?.number
    }
  }

  /// Whether it cannot be ignored, since no feature can have such a geometry.
  var isFatal: Bool {
    [.emptyGeometry, .tooFewVertices, .nonFiniteOrdinate, .ordinateOutOfRange].contains(code)
  }

  /// The identity of the problem, independent of the vertices' numbers.
  var identity: Identity {
    Identity(code: code, location: location, target: target, part: location == nil ? part : nil)
  }

  struct Identity: Hashable {
    let code: Code
    let location: Coordinate?
    let target: SnapTarget?
    let part: Int?
  }
}
