public import GeoSnap

/// What an import read, created, moved and left out.
public struct ImportReport: Hashable, Sendable {
  /// A feature whose place in the network differs from that in the file, or a gap that was kept.
  public struct Move: Hashable, Sendable {
    /// The reason for a move.
    public enum Reason: String, Hashable, Sendable {
      /// A node shares its point with another node, which keeps it.
      case sharedPoint
      /// A line end missed its node.
      case missedNode
      /// A line end or a point missed a line.
      case missedLine
      /// A line end missed its node, or an end or a point missed a line; it was not moved.
      case keptGap
      /// A vertex within a line was on a feature to which the line does not connect.
      case accidentalContact
    }

    /// The origin of the feature.
    public var origin: String
    /// The place in the file.
    public var from: Coordinate
    /// The place in the network.
    public var to: Coordinate
    /// The distance between both places, in metres when the coordinates are degrees, in coordinate units otherwise.
    public var distance: Double
    /// The reason for the move.
    public var reason: Reason
  }

  /// A part of the network that has a place but no separate row in the data.
  public struct Addition: Hashable, Sendable {
    /// The kind of addition.
    public enum Kind: String, Hashable, Sendable {
      /// A vertex of a line where another feature lies on it.
      case vertex
      /// A junction where lines meet.
      case node
      /// A feature that is one of several parts of a row.
      case part
    }

    /// The kind of addition.
    public var kind: Kind
    /// The origin of the feature: the line with the vertex, the node, or the row of the part.
    public var origin: String
    /// Its place; for a part its first vertex.
    public var place: Coordinate
    /// The distance from the line in the data, in the unit of ``ImportReport/Move/distance``; 0 for nodes and parts.
    public var distance: Double
  }

  /// The number of elements read from each table of the file; empty tables are left out.
  public var elementsRead: [String: Int] = [:]
  /// The number of features and objects added to each network source.
  public var featuresWritten: [String: Int] = [:]
  /// The moves and gaps, in the order of the elements.
  public var moves: [Move] = []
  /// The vertices, nodes and parts that the import created, in the order of the features.
  public var additions: [Addition] = []
  /// The number of containers, associations and other derived objects, by label.
  public var derived: [String: Int] = [:]
  /// The number of rows of each table that the importer does not import.
  public var notImported: [String: Int] = [:]
  /// Further remarks, one sentence each.
  public var notes: [String] = []
}

/// A network made from a file, and the report.
public struct ImportResult: Sendable {
  /// The resulting network; after appending, it includes the existing one.
  public let network: UtilityNetwork
  /// What was read, created, moved and left out.
  public let report: ImportReport
}
