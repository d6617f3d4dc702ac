/// A problem in a network's data, with its location.
public struct NetworkProblem: Equatable, Sendable, CustomStringConvertible {
  /// The table.
  public var table: String
  /// The row, by the number or name that the table uses; nil for the whole table.
  public var row: String?
  /// The column; nil for the whole row or several columns.
  public var column: String?
  /// The message and, where possible, the remedy.
  public var message: String
  /// The kind of error; nil if it leaves no network at all, even without the row.
  public var code: NetworkErrorCode?
  /// The global id of the feature; nil when there is none or it is unknown.
  public var globalID: GlobalID?

  package init(
    table: String,
    row: String? = nil,
    column: String? = nil,
    message: String,
    code: NetworkErrorCode? = nil,
    globalID: GlobalID? = nil
  ) {
    self.table = table
    self.row = row
    self.column = column
    self.message = message
    self.code = code
    self.globalID = globalID
  }

  /// Whether the only problem is an unknown asset type: such a feature can be kept and connects to nothing.
  package var isAboutAssetType: Bool { code == .unknownAssetGroup || code == .invalidAssetType }

  /// One line: table, row, message.
  public var description: String {
    if let row { "\(table), row \(row): \(message)" } else { "\(table): \(message)" }
  }
}

/// All problems in a network's data, of which no part is then used.
public struct NetworkError: Equatable, Sendable, AdvisedError {
  /// The problems, in the order of the tables.
  public var problems: [NetworkProblem]

  package init(_ problems: [NetworkProblem]) { self.problems = problems }

  /// One line for each problem.
  public var description: String { problems.map(\.description).joined(separator: "\n") }

  var advice: (reason: String, remedy: String) {
    (
      "The data contradicts itself, so no network can be made from it.",
      "Correct each problem that is listed, and make the network again."
    )
  }
}

/// Collects problems in the data of a network.
package protocol ProblemCollector { var problems: [NetworkProblem] { get set } }

extension ProblemCollector {
  @inline(never)
  package mutating func report(
    _ table: String,
    _ row: String?,
    _ message: String,
    _ code: NetworkErrorCode? = nil,
    _ globalID: GlobalID? = nil,
    column: String? = nil
  ) {
    problems.append(
      NetworkProblem(
        table: table,
        row: row,
        column: column,
        message: message,
        code: code,
        globalID: globalID
      )
    )
  }
}

/// The kinds of errors in the parts of a network and their connections.
///
/// The raw value is the code in JSON and in the command's output; ``number`` is Esri's.
public enum NetworkErrorCode: String, Hashable, Sendable, CaseIterable {
  /// A value is not of the type of its field or network attribute.
  case wrongDataType
  /// A feature of a source with geometry has no geometry or an empty one.
  case emptyGeometry
  /// The source does not have the asset group.
  case unknownAssetGroup
  /// A line is shorter than the tolerance.
  case zeroLengthLine
  /// A junction lies on a line where the line has no vertex.
  case noVertexForConnection
  /// A junction meets an edge, an edge meets an edge at a junction, or two junctions are associated without a rule.
  case noConnectivityRule
  /// A line ends at a junction where several terminals are possible.
  case ambiguousTerminal
  /// Lines of different types meet without a junction.
  case noJunctionBetweenLines
  /// A junction lies on an inner vertex of a line that connects at end vertices only.
  case midspanConnectionForbidden
  /// A containment association that no rule allows.
  case noContainmentRule
  /// An attachment association that no rule allows.
  case noAttachmentRule
  /// A line of several parts.
  case multipartLine
  /// A line crosses or touches itself.
  case selfIntersectingLine
  /// A line has the same vertex twice in a row.
  case repeatedVertex
  /// The asset group does not have the asset type.
  case invalidAssetType
  /// Two points that connect are at the same place.
  case stackedPoints
  /// An association refers to a feature that does not exist.
  case missingAssociatedFeature
  /// The value of a network attribute cannot be stored: it is missing but required, or out of range.
  case invalidAttributeValue
  /// A row of another table has an asset group or type that differs from the feature's.
  case inconsistentAssetType
  /// A line end names a terminal that its junction does not have or that no rule allows.
  case invalidTerminal
  /// A tap is at the ends of two lines, or on inner vertices of several lines.
  case tapAtSeveralLines
  /// A junction with several terminals is on an inner vertex of a line.
  case multiTerminalMidspan
  /// A geometry cannot be read: it is truncated, has another form or reference system, or an unusable ordinate.
  case unreadableGeometry
  /// The type of a geometry differs from the source's.
  case wrongGeometryType
  /// A row that needs a global id has none or an invalid one.
  case missingGlobalID
  /// Two rows have the same global id.
  case repeatedGlobalID
  /// An association refers to a feature whose row is set aside.
  case associatedFeatureSetAside
  /// A rule cannot be read, or refers to items that the definition does not have.
  case brokenRule
  /// A row of another table cannot be read.
  case unreadableRow

  /// Esri's number of the error; nil when Esri has none.
  public var number: Int? { Self.numbers[self] }

  private static let numbers: [NetworkErrorCode: Int] = [
    .wrongDataType: 0, .emptyGeometry: 1, .unknownAssetGroup: 2, .zeroLengthLine: 5,
    .noVertexForConnection: 6, .noConnectivityRule: 8, .ambiguousTerminal: 9,
    .noJunctionBetweenLines: 10, .midspanConnectionForbidden: 13, .noContainmentRule: 17,
    .noAttachmentRule: 18, .multipartLine: 19, .selfIntersectingLine: 20, .repeatedVertex: 21,
    .invalidAssetType: 23, .stackedPoints: 25, .missingAssociatedFeature: 31,
    .invalidAttributeValue: 32, .inconsistentAssetType: 33, .invalidTerminal: 36,
    .tapAtSeveralLines: 37, .multiTerminalMidspan: 38,
  ]

  /// The error as a sentence.
  public var sentence: String {
    switch self {
    case .wrongDataType: "A value is not of the type of its field."
    case .emptyGeometry: "The feature has no geometry."
    case .unknownAssetGroup: "The source does not have the asset group."
    case .zeroLengthLine: "The line is shorter than the tolerance."
    case .noVertexForConnection: "The line has no vertex where the junction stands."
    case .noConnectivityRule: "No rule allows them to connect."
    case .ambiguousTerminal: "More than one terminal is possible: name one."
    case .noJunctionBetweenLines: "Lines of different kinds meet without a junction."
    case .midspanConnectionForbidden: "The line connects at its ends only."
    case .noContainmentRule: "No rule allows the containment."
    case .noAttachmentRule: "No rule allows the attachment."
    case .multipartLine: "The line has several parts."
    case .selfIntersectingLine: "The line crosses or touches itself."
    case .repeatedVertex: "The line has a vertex twice in a row."
    case .invalidAssetType: "The asset group does not have the asset type."
    case .stackedPoints: "Two points that connect are at the same place."
    case .missingAssociatedFeature: "The association names a feature that does not exist."
    case .invalidAttributeValue: "The network attribute cannot hold the value."
    case .inconsistentAssetType: "The asset type differs from that in another table."
    case .invalidTerminal: "There is no such terminal, or no rule allows it."
    case .tapAtSeveralLines: "A tap must be at one line, on one of its inner vertices."
    case .multiTerminalMidspan:
      "A junction of several terminals keeps lines apart: split the line there, or delete the junction to merge them, "
        + "in the same transaction."
    case .unreadableGeometry: "The geometry cannot be read."
    case .wrongGeometryType: "The geometry is not of the type that the source requires."
    case .missingGlobalID: "The row has no global id."
    case .repeatedGlobalID: "Two rows have the same global id."
    case .associatedFeatureSetAside: "The association names a feature whose row is set aside."
    case .brokenRule: "The rule cannot be read."
    case .unreadableRow: "The row cannot be read."
    }
  }
}
