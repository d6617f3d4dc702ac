public import GeoSnap

/// What an import read, made, moved and left out.
public struct ImportReport: Hashable, Sendable {
  /// Something whose place in the network is not the one in the file.
  public struct Move: Hashable, Sendable {
    /// Why it was moved.
    public enum Reason: String, Hashable, Sendable {
      /// A node shares its point with another, which keeps it.
      case sharedPoint
      /// A line end missed its node.
      case missedNode
      /// A line end or a point missed a line.
      case missedLine
      /// A line end missed its node, or an end or a point a line, and was left where it is.
      case keptGap
      /// A vertex within a line stood on something that it does not connect to.
      case accidentalContact
    }

    /// The origin of what was moved.
    public var origin: String
    /// Where the file has it.
    public var from: Coordinate
    /// Where the network has it.
    public var to: Coordinate
    /// How far apart the two are, in metres when the coordinates are degrees, in coordinate units otherwise.
    public var distance: Double
    /// Why it was moved.
    public var reason: Reason
  }

  /// Something that stands in no row of the data and has a place of its own.
  public struct Addition: Hashable, Sendable {
    /// What was made.
    public enum Kind: String, Hashable, Sendable {
      /// A vertex of a line, where something lies on it.
      case vertex
      /// A junction where lines meet.
      case node
      /// A feature that is one of several parts of a row.
      case part
    }

    /// What was made.
    public var kind: Kind
    /// The origin of the feature: the line with the vertex, the node, the row of the part.
    public var origin: String
    /// Where it is; of a part its first vertex.
    public var place: Coordinate
    /// How far it is from the line as the data has it, in metres when the coordinates are degrees, in
    /// coordinate units otherwise; 0 for nodes and parts.
    public var distance: Double
  }

  /// The number of elements read from each table of the file that has any.
  public var elementsRead: [String: Int] = [:]
  /// The number of features and objects added to each network source.
  public var featuresWritten: [String: Int] = [:]
  /// What was moved, in the order of the elements.
  public var moves: [Move] = []
  /// The vertices, nodes and parts that the import made, in the order of the features.
  public var additions: [Addition] = []
  /// The number of things that stand in no file but follow from it, by label: containers and
  /// associations of each kind.
  public var derived: [String: Int] = [:]
  /// The number of rows of each table that the importer does not know.
  public var notImported: [String: Int] = [:]
  /// What else a reader should know, one sentence each.
  public var notes: [String] = []
}

/// A network made from a file, and what happened on the way.
public struct ImportResult: Sendable {
  /// The network: the one appended to, with all that was imported.
  public let network: UtilityNetwork
  /// What was read, made, moved and left out.
  public let report: ImportReport
}
