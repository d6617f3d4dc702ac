package import GeoSnapColumns

/// The connectivity graph of a network: what is joined to what, by place, by rule and by association.
///
/// Each terminal of a junction is a node. Lines become edges between the nodes they join, one edge from each
/// connected vertex to the next; two terminals of a device have an internal edge between them, and a connectivity
/// association is an edge. Where the ends of lines of one asset type meet without a junction, and where a line's end
/// joins nothing, stands a node without a feature: a system junction.
///
/// Nothing connects at a drawn crossing, at a vertex whose line connects at its ends only, or where no rule allows
/// it; what meets and may not connect is in ``problems``.
///
/// It takes over commits with ``apply(_:index:)``, in time that depends on the edit: the packed graph stays, and what
/// edits change lies over it. A value: a copy is a snapshot, which any number of threads may walk on.
public struct Topology: Sendable {
  /// The network, with the edits that the topology has taken over.
  public private(set) var network: EditedNetwork
  /// Nodes are numbers below it; not every number is a node once there were edits.
  public private(set) var nodeLimit: Int
  /// Edges are numbers below it; not every number is an edge once there were edits.
  public private(set) var edgeLimit: Int

  @usableFromInline package let packed: PackedTopology
  // Of the packed columns those that a walk asks of each node and edge, so that it need not go by way of
  // the object that holds them.
  @usableFromInline let nodeFeatures: Column<Int32>
  @usableFromInline let edgeFeatures: Column<Int32>
  /// Where the packed edges of lines end, and those within devices.
  @usableFromInline let lineEnd: Int
  @usableFromInline let internalEnd: Int
  /// What edits have changed; nil where nothing has.
  ///
  /// In a box, as walks copy the topology often.
  @usableFromInline private(set) var box: TopologyEditBox?
  package private(set) var caches: TopologyCaches

  init(_ packed: PackedTopology) {
    self.init(packed, EditedNetwork(packed.network))
  }

  /// Reads the topology of a network from an image.
  package init(_ network: UtilityNetwork, from image: inout ImageReader) throws(ImageError) {
    self.init(try PackedTopology(network, from: &image))
  }

  /// Writes the topology as it was before any edit.
  package func write(to image: inout ImageWriter) throws(ImageError) {
    try packed.write(to: &image)
  }

  private init(_ packed: PackedTopology, _ network: EditedNetwork) {
    self.packed = packed
    self.network = network
    nodeFeatures = packed.nodeFeatures
    edgeFeatures = packed.edgeFeatures
    lineEnd = packed.lineEdges.upperBound
    internalEnd = packed.internalEdges.upperBound
    caches = packed.caches
    nodeLimit = packed.nodeFeatures.count
    edgeLimit = packed.edgeFeatures.count
  }

  /// The topology of the same network without edits.
  package var withoutEdits: Topology {
    edits == nil ? self : Topology(packed, network.withoutEdits)
  }

  /// What edits have changed; nil where nothing has.
  package var edits: TopologyEdits? { box?.edits }

  /// What all states of the network share.
  package var sharedCaches: TopologyCaches { packed.caches }

  /// How near two vertices must be to be one place.
  public var tolerance: CoincidenceTolerance { packed.tolerance }

  package var rules: JoinRules { packed.rules }

  /// What meets without connecting: in the order of features where nothing is edited, in no particular order
  /// otherwise.
  ///
  /// - Complexity: O(k) for k problems once there were edits.
  public var problems: [TopologyProblem] { edits?.problems ?? packed.problems }

  /// Takes over a commit: derives anew what it touches.
  ///
  /// What comes out is the graph that a full build of the edited network gives, under other numbers: those of the
  /// packed graph stay, new nodes and edges get numbers behind them.
  ///
  /// - Parameters:
  ///   - commit: A commit on ``network``; commits come in their order.
  ///   - index: An index of all features under their ordinals as they are after the commit, such as
  ///     ``NetworkIndex/features``; the topology keeps one of its own when it is never given.
  /// - Returns: What meets without connecting and did not so before.
  /// - Throws: ``IndexError`` when a geometry has an ordinate too large to measure with, or with code
  ///   `commitOutOfOrder` when the commit is not the next one on ``network``; the topology is as before then.
  /// - Complexity: Linear in the number of features that meet those touched; independent of the network's size, but
  ///   for the index of its own, which is made at the first commit.
  @discardableResult
  public mutating func apply(
    _ commit: NetworkCommit,
    index: FeatureIndex? = nil
  ) throws(IndexError) -> [TopologyProblem] {
    guard commit.follows(network) else { throw .commitOutOfOrder }
    var next: TopologyEdits
    if let edits { next = edits } else { next = try TopologyEdits(packed, network, index: index) }
    let problems = try next.apply(commit, index: index)
    network = next.network
    nodeLimit = next.overlay.nodeLimit
    edgeLimit = next.overlay.edgeLimit
    caches = TopologyCaches()
    box = TopologyEditBox(next)
    return problems
  }
}
