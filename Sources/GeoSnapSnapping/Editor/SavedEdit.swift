/// The result of an edit, with all changes of other features that its connections need.
public struct SavedEdit: Equatable, Sendable {
  /// The edited object.
  public var subject: EditSubject
  /// The target in the scene; nil for a sketch, which is not in the scene.
  public var target: SnapTarget?
  /// The index of its table in ``UtilityNetwork/tables``; nil for a sketch.
  public var table: Int?
  /// Its asset type; nil for a sketch and in plain tables.
  public var assetType: AssetTypeID?
  /// The global id of a feature that is not stored yet; nil for other edits and in plain tables.
  public var newID: GlobalID?
  /// The new geometry.
  public var geometry: Geometry
  /// The attributes of a feature to create, by the names of fields.
  public var attributes: [String: AttributeValue] = [:]
  /// Whether a new feature gets the associations that rules require at its place.
  public var makesAssociations = false
  /// The vertices that other lines need for a connection.
  public var insertions: [VertexInsertion] = []
  /// The lines to split at one of its vertices.
  public var splits: [LineSplit] = []
  /// The other lines that are merged with it.
  public var merges: [LineMerge] = []
  /// The choices of terminals for a user.
  public var terminalChoices: [TerminalChoice] = []
  /// The ends of lines with a terminal of a junction that is no longer there, which is cleared.
  var leftEnds: [TerminalEnd] = []
  /// The other features with shared vertices that moved along.
  public var neighbours: [NeighbourEdit] = []
  /// The remaining problems: warnings, and ignored errors.
  public var problems: [EditProblem] = []
  /// The global ids of features that are not stored yet, by their numbers.
  var pendingIDs: [GlobalID?] = []

  /// The stored feature that was edited or created; nil for a sketch and for a feature that is not stored yet.
  ///
  /// After ``GeometryEditor/save(ignoringErrors:)`` with a session, the session's state has this identifier.
  public var feature: FeatureID? { target?.feature }

  /// The stored lines that it was placed on, each once, which get a vertex there or are split.
  ///
  /// A split line is the piece that keeps the identifier. A line that had a vertex at the place is not in the list.
  ///
  /// - Complexity: Linear in the edit's proposals.
  public var joinedLines: [FeatureID] {
    var lines: [FeatureID] = []
    for target in splits.compactMap(\.line) + insertions.map(\.segment.target) {
      if let line = target.feature, !lines.contains(line) { lines.append(line) }
    }
    return lines
  }
}

/// A vertex that another line needs since the edited feature is on one of its segments.
public struct VertexInsertion: Equatable, Sendable {
  /// The segment; the new vertex comes after its start.
  public var segment: SnapSegment
  /// The coordinates.
  public var location: Coordinate
  /// The height; nil when the line has none.
  public var z: Double?
  /// The part of the edited geometry at the place.
  public var part: Int
  /// Its vertex at the place.
  public var vertex: Int
}

/// A line to split, since a junction with several terminals is on it and a continuous line has none of these.
public struct LineSplit: Equatable, Sendable {
  /// The line; nil for the edited line.
  public var line: SnapTarget?
  /// The part of the line.
  public var part: Int
  /// The vertex of the line at the split, or the one before it.
  public var vertex: Int
  /// The coordinates.
  public var location: Coordinate
  /// The height of the edited vertex; nil without heights.
  public var z: Double?
}

/// A line that is merged with the edited one.
public struct LineMerge: Equatable, Sendable {
  /// The other line.
  public var feature: FeatureID
  /// The geometry of the edited line before.
  public var before: Geometry
}

/// An end of a line.
public enum LineEnd: Hashable, Sendable {
  /// The first vertex.
  case start
  /// The last vertex.
  case end
}

/// A choice of a junction's terminal for a line.
///
/// A line that is split there has a choice for the ``LineEnd/end`` before and for the ``LineEnd/start`` after.
public struct TerminalChoice: Equatable, Sendable {
  /// The junction; nil for the edited feature.
  public var junction: SnapTarget?
  /// The line; nil for the edited feature.
  public var line: SnapTarget?
  /// The part of the edited geometry at the place.
  public var part: Int
  /// Its vertex at the place.
  public var vertex: Int
  /// The end of the line; nil for an inner vertex.
  public var lineEnd: LineEnd?
  /// The possible terminals.
  public var terminals: [Terminal]
  /// The id of the line's existing terminal for this end; nil when it is not one of the possible ones.
  public var current: Int?
  /// The id of the chosen terminal; nil for no choice, which suffices if the line already has one or needs none.
  public var terminal: Int?
  /// The connection of a split line with the junction before the junction was moved.
  var former: TerminalName?

  /// The existing terminal; or else the first one for the end of a line and the second for its start.
  ///
  /// If a junction moves along a line that ended at it, the piece on that side keeps the terminal.
  public var suggestion: Int? {
    if let current { return current }
    if let former {
      if lineEnd == former.end { return former.terminal }
      if let other = terminals.first(where: { $0.id != former.terminal }) { return other.id }
    }
    return (lineEnd == .start ? terminals.dropFirst().first : nil)?.id ?? terminals.first?.id
  }
}

struct TerminalName: Equatable {
  let end: LineEnd
  let terminal: Int
}

/// An end of a line with a terminal.
struct TerminalEnd: Equatable {
  let line: SnapTarget
  let end: LineEnd
}

/// Another feature that moved along with shared vertices.
public struct NeighbourEdit: Equatable, Sendable {
  /// The feature.
  public var target: SnapTarget
  /// Its new geometry.
  public var geometry: Geometry
}

/// The source and destination of an editor's features: the session of a network, or a custom store.
///
/// The editor calls ``problems(of:)`` for its problems and for its ``GeometryEditor/canSave``.
public protocol EditDestination: Sendable {
  /// The current content to snap to.
  var scene: SnapScene { get }

  /// The problems that prevent storage of an edit; empty if ``store(_:madeOn:)`` would succeed now.
  func problems(of edit: SavedEdit) -> [EditProblem]

  /// Stores an edit with all its proposals for other features, as one step; ``scene`` then includes it.
  ///
  /// `network` is the network that the editor used, for detection of concurrent changes.
  ///
  /// - Returns: The stored feature.
  /// - Throws: ``GeometryEditorError`` with code `invalid` and the problems of ``problems(of:)``, or another reason why
  ///   it cannot be stored; the destination is then unchanged.
  func store(_ edit: SavedEdit, madeOn network: EditedNetwork) throws -> FeatureID?
}
