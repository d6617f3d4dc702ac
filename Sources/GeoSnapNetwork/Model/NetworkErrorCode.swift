/// What can be wrong with the parts of a network and with how they meet.
///
/// The raw value is the code that the command and JSON show; ``number`` is Esri's, where it has one.
public enum NetworkErrorCode: String, Hashable, Sendable, CaseIterable {
  /// A value is not of the type of its field or network attribute.
  case wrongDataType
  /// A feature of a source with geometry has none, or an empty one.
  case emptyGeometry
  /// The asset group is none of the source's.
  case unknownAssetGroup
  /// A line is shorter than the tolerance.
  case zeroLengthLine
  /// A junction stands on a line where the line has no vertex.
  case noVertexForConnection
  /// A junction and an edge meet, or a triple of them, or two junctions are associated, and no rule
  /// allows it.
  case noConnectivityRule
  /// A line's end meets a junction of several terminals, and more than one of them will do.
  case ambiguousTerminal
  /// Lines of different kinds meet without a junction.
  case noJunctionBetweenLines
  /// A junction stands on an inner vertex of a line whose policy connects at end vertices only.
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
  /// The asset type is none of the asset group's.
  case invalidAssetType
  /// Two points that connect stand on one spot.
  case stackedPoints
  /// An association names a feature that is not there.
  case missingAssociatedFeature
  /// The value of a network attribute cannot be kept: it is missing where none may be, or beyond
  /// what the attribute holds.
  case invalidAttributeValue
  /// A row of another table says another asset group or type than the feature has.
  case inconsistentAssetType
  /// A line's end names a terminal that the junction there has not, or that no rule allows.
  case invalidTerminal
  /// A tap stands at the ends of two lines, or on inner vertices of several.
  case tapAtSeveralLines
  /// A junction of several terminals stands on an inner vertex of a line.
  case multiTerminalMidspan
  /// A geometry cannot be read: it is cut short, of another form or reference system, or has an ordinate
  /// that cannot be measured with.
  case unreadableGeometry
  /// A geometry is of another type than its source demands.
  case wrongGeometryType
  /// A row that needs a global id has none, or a text that is none.
  case missingGlobalID
  /// Two rows have one global id.
  case repeatedGlobalID
  /// An association names a feature whose row is set aside.
  case associatedFeatureSetAside
  /// A rule cannot be read, or names what the definition does not have.
  case brokenRule
  /// A row of another table cannot be read.
  case unreadableRow

  /// Esri's number of the error; nil for what Esri has none for.
  public var number: Int? {
    switch self {
    case .wrongDataType: 0
    case .emptyGeometry: 1
    case .unknownAssetGroup: 2
    case .zeroLengthLine: 5
    case .noVertexForConnection: 6
    case .noConnectivityRule: 8
    case .ambiguousTerminal: 9
    case .noJunctionBetweenLines: 10
    case .midspanConnectionForbidden: 13
    case .noContainmentRule: 17
    case .noAttachmentRule: 18
    case .multipartLine: 19
    case .selfIntersectingLine: 20
    case .repeatedVertex: 21
    case .invalidAssetType: 23
    case .stackedPoints: 25
    case .missingAssociatedFeature: 31
    case .invalidAttributeValue: 32
    case .inconsistentAssetType: 33
    case .invalidTerminal: 36
    case .tapAtSeveralLines: 37
    case .multiTerminalMidspan: 38
    case .unreadableGeometry, .wrongGeometryType, .missingGlobalID, .repeatedGlobalID,
      .associatedFeatureSetAside, .brokenRule, .unreadableRow:
      nil
    }
  }
}

extension NetworkErrorCode {
  /// What is wrong, as a sentence.
  public var sentence: String {
    switch self {
    case .wrongDataType: "A value is not of the type of its field."
    case .emptyGeometry: "The feature has no geometry."
    case .unknownAssetGroup: "The asset group is none of the source's."
    case .zeroLengthLine: "The line is shorter than the tolerance."
    case .noVertexForConnection: "The line has no vertex where the junction stands."
    case .noConnectivityRule: "No rule allows them to connect."
    case .ambiguousTerminal: "More than one terminal will do: name one."
    case .noJunctionBetweenLines: "Lines of different kinds meet without a junction."
    case .midspanConnectionForbidden: "The line connects at its ends only."
    case .noContainmentRule: "No rule allows the containment."
    case .noAttachmentRule: "No rule allows the attachment."
    case .multipartLine: "The line has several parts."
    case .selfIntersectingLine: "The line crosses or touches itself."
    case .repeatedVertex: "The line has a vertex twice in a row."
    case .invalidAssetType: "The asset type is none of the asset group's."
    case .stackedPoints: "Two points that connect stand on one spot."
    case .missingAssociatedFeature: "The association names a feature that is not there."
    case .invalidAttributeValue: "The network attribute cannot hold the value."
    case .inconsistentAssetType: "Another table says another asset type."
    case .invalidTerminal: "There is no such terminal, or no rule allows it."
    case .tapAtSeveralLines: "A tap stands at one line, on one of its inner vertices."
    case .multiTerminalMidspan: "A junction of several terminals stands at ends of lines only."
    case .unreadableGeometry: "The geometry cannot be read."
    case .wrongGeometryType: "The geometry is of another type than the source demands."
    case .missingGlobalID: "The row has no global id."
    case .repeatedGlobalID: "Two rows have one global id."
    case .associatedFeatureSetAside: "The association names a feature whose row is set aside."
    case .brokenRule: "The rule cannot be read."
    case .unreadableRow: "The row cannot be read."
    }
  }
}
