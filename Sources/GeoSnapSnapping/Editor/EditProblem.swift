/// A problem of an edited geometry, with its location.
public struct EditProblem: Equatable, Sendable, CustomStringConvertible {
  /// The kind of problem: one of a transaction, or one that the editor finds.
  public typealias Code = TransactionProblem.Code

  /// The severity of a problem.
  public enum Severity: Comparable, Hashable, Sendable {
    /// A hint.
    case warning
    /// Prevents saving, unless the caller ignores errors.
    case error
  }

  /// The kind of problem.
  public var code: Code
  /// The severity; existing problems that the edit did not move are warnings.
  public var severity = Severity.error
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

extension EditProblem {
  package init(_ problem: TransactionProblem) {
    self.init(
      code: problem.code,
      message: problem.message,
      target: problem.features.first.map { .feature($0) }
    )
  }

  /// Creates the problem that the edited feature, or another one that the edit changes, was deleted.
  package init(deleted feature: FeatureID) {
    self.init(
      code: .deletedFeature,
      message:
        "A feature of the edit was deleted after the edit began: cancel the edit, and begin again.",
      target: .feature(feature)
    )
  }

  /// Creates the problem that someone else changed a feature of the edit; `isReplaced` if its network is another.
  init(changed feature: FeatureID, _ words: String, isReplaced: Bool) {
    self.init(
      code: .changedFeature,
      message: "\(words) was changed after the edit began: check it, "
        + (isReplaced
          ? "cancel the edit, and begin again."
          : "refresh the editor and save again, or cancel the edit."),
      target: .feature(feature)
    )
  }
}

extension TransactionProblem.Code {
  /// Nothing has been drawn.
  public static let emptyGeometry = Self(rawValue: "emptyGeometry")
  /// A part has fewer vertices than it needs.
  public static let tooFewVertices = Self(rawValue: "tooFewVertices")
  /// A coordinate or height is NaN or infinite.
  public static let nonFiniteOrdinate = Self(rawValue: "nonFiniteOrdinate")
  /// A coordinate is beyond ±1e150.
  public static let ordinateOutOfRange = Self(rawValue: "ordinateOutOfRange")
  /// All vertices of a line are at one place.
  public static let zeroLength = Self(rawValue: "zeroLength")
  /// Two consecutive vertices of a line or ring are at one place.
  public static let repeatedVertex = Self(rawValue: "repeatedVertex")
  /// Several parts, although the table requires one.
  public static let multipart = Self(rawValue: "multipart")
  /// An area is not valid, for example with crossing rings or a hole outside.
  public static let invalidArea = Self(rawValue: "invalidArea")
  /// An overlap with areas of ``GeometryEditor/avoidsOverlapsWith`` that cannot be cut off.
  public static let overlap = Self(rawValue: "overlap")
  /// The edited feature, or another one that the edit changes, was deleted meanwhile.
  public static let deletedFeature = Self(rawValue: "deletedFeature")
  /// Someone else changed the edited feature, or another one that the edit changes.
  public static let changedFeature = Self(rawValue: "changedFeature")
  /// Two junctions at one place.
  public static let stackedJunctions = Self(rawValue: "stackedJunctions")
  /// Lines of different asset types that meet without a junction.
  public static let needsJunction = Self(rawValue: "needsJunction")
  /// A connection at an inner vertex of the edited line, which connects at its ends only.
  public static let innerVertex = Self(rawValue: "innerVertex")
  /// The edited feature is at an inner vertex of a line that connects at its ends only.
  public static let endVertexOnly = Self(rawValue: "endVertexOnly")
  /// Two lines that must not meet at the junction.
  public static let noMeetingRule = Self(rawValue: "noMeetingRule")
}
