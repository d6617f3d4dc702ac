internal import GeoSnapSupport

/// The edits of a packed topology: an overlay over its rows.
package struct TopologyEdits: Sendable {
  let base: PackedTopology
  /// The network after all commits.
  private(set) var network: EditedNetwork

  /// An index of features by place.
  var index: FeatureIndex
  package var overlay: GraphOverlay
  /// The first nodes of junctions that differ from the base; nil for deleted ones.
  var firstNodes = PersistentMap<Int32, Int32?>()
  /// The edges of lines that differ from the base, from start to end.
  var lineEdges = PersistentMap<Int32, [Int32]>()
  /// The lines and association positions that the last commit derived again.
  private(set) var renewed: (lines: Set<Int32>, associations: Set<Int32>) = ([], [])
  /// The edges of associations by position that differ from the base; nil for none.
  var associationEdges = PersistentMap<Int32, Int32?>()
  /// All problems, those of the base included, by the vertex or the association at fault.
  var problemsAtVertices: PersistentMap<LineVertex, [TopologyProblem]>
  var problemsOfAssociations: PersistentMap<GlobalID, [TopologyProblem]>

  /// Begins editing a topology; the index is built when nil.
  init(
    _ topology: PackedTopology,
    _ network: EditedNetwork,
    index: FeatureIndex?
  ) throws(IndexError) {
    base = topology
    self.network = network
    if let index {
      self.index = index
    } else {
      self.index = try FeatureIndex(
        lists: topology.network.tables.map { .column($0.geometries) },
        threads: 1
      )
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

  /// Adds a problem of the base under its vertex.
  private mutating func add(_ problem: TopologyProblem, atVertexOf network: UtilityNetwork) {
    guard let line = problem.features.first, let place = problem.location,
      let vertex = network.geometry(of: line)?.onlyLine?.connectingVertex(at: place)
    else { return }
    add(problem, at: LineVertex(network.ordinal(of: line), Int32(vertex)))
  }

  mutating func add(_ problem: TopologyProblem, at vertex: LineVertex) {
    problemsAtVertices.set((problemsAtVertices.find(vertex) ?? []) + [problem], for: vertex)
  }

  /// All problems, in any order.
  var problems: [TopologyProblem] {
    problemsAtVertices.keys.flatMap { problemsAtVertices.find($0) ?? [] }
      + problemsOfAssociations.keys.flatMap { problemsOfAssociations.find($0) ?? [] }
  }

  /// Updates the topology after a commit; see ``Topology/apply(_:index:)``.
  mutating func apply(
    _ commit: NetworkCommit,
    index: FeatureIndex?
  ) throws(IndexError) -> [TopologyProblem] {
    var next = self
    next.network = commit.after
    var derivation = TopologyDerivation(next, commit, index: index)
    try derivation.run()
    self = derivation.topology
    renewed = (derivation.lines, derivation.associations)
    return derivation.newProblems
  }

  // MARK: Finding

  func connectedNodes(from node: Int) -> [Int32] {
    GraphWalk.connectedNodes(
      from: node,
      nodeLimit: overlay.nodeLimit,
      over: EditedRows(overlay)
    )
  }

  /// The nodes of a junction, one for each terminal; empty for features that are not junctions of the graph.
  func nodes(ofJunction ordinal: Int32) -> Range<Int> {
    guard let first = firstNode(ordinal) else { return 0..<0 }
    let type = network.assetTypeOrdinal(at: ordinal)
    return Int(first)..<Int(first + base.rules.classes[Int(type)].terminalCount)
  }

  func firstNode(_ number: Int32) -> Int32? {
    if let changed = firstNodes.find(number) { return changed }
    guard number < base.network.featureCount else { return nil }
    let range = base.nodes(of: number)
    return range.isEmpty ? nil : Int32(range.lowerBound)
  }

  func edges(ofLine number: Int32) -> [Int32] {
    if let changed = lineEdges.find(number) { return changed }
    guard number < base.network.featureCount else { return [] }
    return base.edges(of: number).map { Int32($0) }
  }
}

extension CoordinateSequence {
  /// The vertex of a line at a place, an end before inner vertices, which connect on some lines only; nil when there
  /// is none.
  func connectingVertex(at place: Coordinate) -> Int? {
    if first == place { return 0 }
    if last == place { return count - 1 }
    return indices.first { self[$0] == place }
  }
}

/// The edits of one state of a topology, which its copies share.
@usableFromInline
final class TopologyEditBox: Sendable {
  let edits: TopologyEdits

  init(_ edits: TopologyEdits) { self.edits = edits }
}
