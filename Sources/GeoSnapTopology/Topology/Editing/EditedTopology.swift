internal import GeoSnapSupport

/// The topology of a network under edits: an overlay over packed rows.
///
/// A commit derives anew only what it touches: the places at its features' vertices, the lines that
/// meet there, and their associations. What comes out is the graph that a full build of the edited
/// network gives, under other numbers: those of the packed topology stay, new nodes and edges get
/// numbers behind them. A value like the network itself: a copy is a snapshot.
public struct EditedTopology: Sendable {
  /// The packed topology below.
  public let base: Topology
  /// The network as it is after all commits.
  public private(set) var network: EditedNetwork

  /// Finds features by place.
  var index: FeatureIndex
  package var overlay: GraphOverlay
  /// The first nodes of junctions where not as in the base; nil for those deleted.
  var firstNodes = PersistentMap<Int32, Int32?>()
  /// The edges of lines where not as in the base, from start to end.
  var lineEdges = PersistentMap<Int32, [Int32]>()
  /// The edges of associations by position where not as in the base; nil for none.
  var associationEdges = PersistentMap<Int32, Int32?>()
  /// What does not connect, by the vertex or the association at fault; base problems are there too.
  var problemsAtVertices: PersistentMap<LineVertex, [TopologyProblem]>
  var problemsOfAssociations: PersistentMap<GlobalID, [TopologyProblem]>

  /// Begins editing under a topology.
  ///
  /// - Parameters:
  ///   - topology: The packed topology.
  ///   - index: An index of all features of its network under their ordinals, such as
  ///     ``NetworkIndex/features``; built when nil.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with.
  /// - Complexity: O(n), for the index most of it; O(k) for k problems when the index is given.
  public init(_ topology: Topology, index: FeatureIndex? = nil) throws(IndexError) {
    base = topology
    network = EditedNetwork(topology.network)
    if let index {
      self.index = index
    } else {
      self.index = try FeatureIndex(topology.network.geometries)
    }
    overlay = GraphOverlay(topology)
    problemsAtVertices = PersistentMap()
    problemsOfAssociations = PersistentMap()
    for problem in topology.problems {
      if let association = problem.association {
        problemsOfAssociations.set([problem], for: association)
      } else {
        add(problem, atVertexOf: topology.network)
      }
    }
  }

  /// Files a problem of the base under the vertex it was found at.
  private mutating func add(_ problem: TopologyProblem, atVertexOf network: UtilityNetwork) {
    guard let line = problem.features.first, let place = problem.location,
      let vertex = network.geometry(of: line)?.onlyLine?.connectingVertex(at: place)
    else { return }
    add(problem, at: LineVertex(network.ordinal(of: line), Int32(vertex)))
  }

  mutating func add(_ problem: TopologyProblem, at vertex: LineVertex) {
    problemsAtVertices.set((problemsAtVertices.find(vertex) ?? []) + [problem], for: vertex)
  }

  /// What meets without connecting, in no particular order.
  ///
  /// - Complexity: O(k) for k problems.
  public var problems: [TopologyProblem] {
    problemsAtVertices.keys.flatMap { problemsAtVertices.find($0) ?? [] }
      + problemsOfAssociations.keys.flatMap { problemsOfAssociations.find($0) ?? [] }
  }

  /// Derives anew what a commit touches.
  ///
  /// - Parameter commit: A commit on this network; commits come in their order.
  /// - Returns: What meets without connecting and did not so before.
  /// - Throws: ``IndexError`` when a geometry has an ordinate too large to measure with; the topology
  ///   is as before then.
  /// - Complexity: Linear in the number of features that meet those touched; independent of the
  ///   network's size.
  @discardableResult
  public mutating func apply(
    _ commit: NetworkCommit
  ) throws(IndexError) -> [TopologyProblem] {
    var next = self
    next.network = commit.after
    var derivation = TopologyDerivation(next, commit)
    try derivation.run()
    self = derivation.topology
    return derivation.newProblems
  }

  // MARK: Finding

  /// The number of nodes that were ever there: nodes are numbers below it.
  public var nodeLimit: Int { overlay.nodeLimit }

  /// The number of edges that were ever there: edges are numbers below it.
  public var edgeLimit: Int { overlay.edgeLimit }

  /// The half-edges that leave a node; none when it is no more.
  public func halfEdges(of node: Int) -> ArraySlice<HalfEdge> { overlay.row(node) }

  /// All nodes that edges connect with a node, which comes first, in the order of a walk by breadth.
  ///
  /// Alone when the node is no more.
  ///
  /// - Precondition: The node is below ``nodeLimit``.
  /// - Complexity: O(n) for n nodes ever there and what is met; the walk is that over packed rows but
  ///   for the rows that edits have changed.
  public func connectedNodes(from node: Int) -> [Int32] {
    GraphWalk.connectedNodes(from: node, nodeLimit: nodeLimit, over: EditedRows(overlay))
  }

  /// Whether a node is there.
  public func hasNode(_ node: Int) -> Bool { overlay.hasNode(node) }

  /// Whether an edge is there.
  public func hasEdge(_ edge: Int) -> Bool { overlay.hasEdge(edge) }

  /// The nodes of a junction, one for each terminal; none for what is no junction of the graph.
  public func nodes(of feature: FeatureID) -> Range<Int> {
    guard let first = firstNode(network.ordinal(of: feature)) else { return 0..<0 }
    let type = network.assetTypeOrdinal(of: feature)
    return Int(first)..<Int(first + base.rules.classes[Int(type)].terminalCount)
  }

  /// The first node of a junction by number; nil when it has none.
  func firstNode(_ number: Int32) -> Int32? {
    if let changed = firstNodes.find(number) { return changed }
    guard number < base.network.featureCount else { return nil }
    let range = base.nodes(of: base.network.feature(ordinal: number))
    return range.isEmpty ? nil : Int32(range.lowerBound)
  }

  /// The edges of a line, from its start to its end; none for what is no line of the graph.
  public func edges(of feature: FeatureID) -> [Int] {
    edges(ofLine: network.ordinal(of: feature)).map { Int($0) }
  }

  /// The edges of a line by number.
  func edges(ofLine number: Int32) -> [Int32] {
    if let changed = lineEdges.find(number) { return changed }
    guard number < base.network.featureCount else { return [] }
    return base.edges(of: base.network.feature(ordinal: number)).map { Int32($0) }
  }

  /// What a node is; nil when it is no more.
  public func feature(ofNode node: Int) -> (feature: FeatureID, terminal: Int)? {
    guard overlay.hasNode(node) else { return nil }
    let record = overlay.node(node)
    return record.feature < 0
      ? nil : (network.feature(ordinal: record.feature), Int(record.terminal))
  }

  /// What an edge is.
  ///
  /// - Precondition: The edge is there.
  public func element(ofEdge edge: Int) -> EditedTopologyEdge {
    let record = overlay.edge(edge)
    switch record.kind {
    case .line:
      return .line(network.feature(ordinal: record.feature), from: record.start, to: record.end)
    case .internal: return .within(network.feature(ordinal: record.feature))
    case .association:
      guard let association = network.association(at: record.feature) else {
        preconditionFailure("An association's edge goes with it")
      }
      return .association(association)
    }
  }
}

extension CoordinateSequence {
  /// The vertex of a line at a place: an end when an end is there, since inner vertices connect on
  /// some lines only; nil when none is.
  func connectingVertex(at place: Coordinate) -> Int? {
    if first == place { return 0 }
    if last == place { return count - 1 }
    return indices.first { self[$0] == place }
  }
}

/// What an edge of an edited topology stands for.
public enum EditedTopologyEdge: Equatable, Sendable {
  /// A stretch of a line, from one position to another.
  case line(FeatureID, from: Double, to: Double)
  /// The way between two terminals of a device.
  case within(FeatureID)
  /// A connectivity association.
  case association(Association)
}
