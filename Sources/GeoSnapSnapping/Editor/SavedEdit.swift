/// The result of an edit, with all that has to be done elsewhere for it to connect.
public struct SavedEdit: Equatable, Sendable {
  /// What was edited.
  public var subject: EditSubject
  /// Under what the scene has it now; nil for a sketch, which the scene does not hold.
  public var target: SnapTarget?
  /// The index of its table in ``UtilityNetwork/tables``; nil for a sketch.
  public var table: Int?
  /// Its asset type; nil for a sketch and in plain tables.
  public var assetType: AssetTypeID?
  /// The global id for a feature about to be created; nil where there is none to create, and in plain tables.
  public var newID: GlobalID?
  /// The new geometry.
  public var geometry: Geometry
  /// The attributes of a feature about to be created, by the names of fields.
  public var attributes: [String: AttributeValue] = [:]
  /// Whether a new feature gets the associations that rules want at its place.
  public var makesAssociations = false
  /// The vertices that other lines need before they can connect with it.
  public var insertions: [VertexInsertion] = []
  /// The lines that have to be split at one of its vertices.
  public var splits: [LineSplit] = []
  /// The other lines that have become part of it.
  public var merges: [LineMerge] = []
  /// The places where the user has to choose a terminal.
  public var terminalChoices: [TerminalChoice] = []
  /// The ends of lines that name a terminal of a junction that is no longer there; the name is cleared.
  public var leftEnds: [TerminalEnd] = []
  /// The other features that share vertices with it and have moved along.
  public var neighbours: [NeighbourEdit] = []
  /// What is wrong nevertheless: warnings, and errors that were let pass.
  public var problems: [EditProblem] = []
}

/// A vertex that another line needs where the edited feature lies on one of its segments.
public struct VertexInsertion: Equatable, Sendable {
  /// The segment: the new vertex comes after the one it starts at.
  public var segment: SnapSegment
  /// Where.
  public var location: Coordinate
  /// The height there; nil when the line has none.
  public var z: Double?
  /// The part of the edited geometry that lies there.
  public var part: Int
  /// Its vertex.
  public var vertex: Int
}

/// A line that has to be split: a junction with several terminals lies on it, and a line that ran
/// through would be at none of them.
public struct LineSplit: Equatable, Sendable {
  /// The line; nil for the edited line itself.
  public var line: SnapTarget?
  /// The part of the line.
  public var part: Int
  /// The vertex of the line to split it at, or the one before where it has none there.
  public var vertex: Int
  /// Where.
  public var location: Coordinate
  /// The height of the edited vertex; nil when it has none.
  public var z: Double?

  /// Creates a split.
  public init(line: SnapTarget?, part: Int, vertex: Int, location: Coordinate, z: Double? = nil) {
    self.line = line
    self.part = part
    self.vertex = vertex
    self.location = location
    self.z = z
  }
}

/// A line that has become part of the edited one.
public struct LineMerge: Equatable, Sendable {
  /// The other line.
  public var feature: FeatureID
  /// The edited line as it was before.
  public var before: Geometry
}

/// An end of a line.
public enum LineEnd: Hashable, Sendable {
  /// The first vertex.
  case start
  /// The last vertex.
  case end
}

/// A line at a junction with several terminals, of which the user has to choose one.
///
/// A line that is split there chooses twice: with the ``LineEnd/end`` of the piece before, and with the
/// ``LineEnd/start`` of the piece behind.
public struct TerminalChoice: Equatable, Sendable {
  /// The junction; nil for the edited feature itself.
  public var junction: SnapTarget?
  /// The line; nil for the edited feature itself.
  public var line: SnapTarget?
  /// The part of the edited geometry that lies there.
  public var part: Int
  /// Its vertex.
  public var vertex: Int
  /// The end of the line; nil for an inner vertex.
  public var lineEnd: LineEnd?
  /// The terminals that the line may take.
  public var terminals: [Terminal]
  /// The terminal that the line names already for this end, by its id; nil when it names none of them.
  public var current: Int?
  /// The terminal that was chosen, by its id; nil when none was, which is enough where the line names one
  /// already, or need not.
  public var terminal: Int?
  /// How a line that is split was joined with the junction before the junction was moved.
  var former: TerminalName?

  /// The terminal that the line names already; else one for each side, so that the junction lies in the
  /// line's way: the first for the end of a line, the second for its start.
  ///
  /// Where a junction is moved along a line that ended at it, the piece on that side keeps the terminal.
  public var suggestion: Int? {
    if let current { return current }
    if let former {
      if lineEnd == former.end { return former.terminal }
      if let other = terminals.first(where: { $0.id != former.terminal }) { return other.id }
    }
    return (lineEnd == .start ? terminals.dropFirst().first : nil)?.id ?? terminals.first?.id
  }
}

/// The terminal that an end of a line names.
struct TerminalName: Equatable {
  let end: LineEnd
  let terminal: Int
}

/// An end of a line that names a terminal.
public struct TerminalEnd: Equatable, Sendable {
  /// The line.
  public var line: SnapTarget
  /// The end.
  public var end: LineEnd
}

/// Another feature whose vertices moved along with those it shares.
public struct NeighbourEdit: Equatable, Sendable {
  /// The feature.
  public var target: SnapTarget
  /// Its new geometry.
  public var geometry: Geometry

  /// Creates an edit.
  public init(target: SnapTarget, geometry: Geometry) {
    self.target = target
    self.geometry = geometry
  }
}
