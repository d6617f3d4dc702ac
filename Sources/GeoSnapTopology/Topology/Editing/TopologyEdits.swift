internal import GeoSnapSupport

/// The edits of a packed topology: an overlay over its rows.
package struct TopologyEdits: Sendable {
  let base: PackedTopology
  /// The network after all commits.
  private(set) var network: EditedNetwork

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
    add(problem, at: LineVertex(line: network.ordinal(of: line), vertex: Int32(vertex)))
  }

  mutating func add(_ problem: TopologyProblem, at vertex: LineVertex) {
    problemsAtVertices.set((problemsAtVertices.find(vertex) ?? []) + [problem], for: vertex)
  }

  var problems: [TopologyProblem] {
    problemsAtVertices.keys.flatMap { problemsAtVertices.find($0) ?? [] }
      + problemsOfAssociations.keys.flatMap { problemsOfAssociations.find($0) ?? [] }
  }

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
    GraphWalk.connectedNodes(from: node, nodeLimit: overlay.nodeLimit, over: EditedRows(overlay))
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

  /// The connecting points that are on top of another since a commit: each touched one with the first such.
  func newStacks(_ touched: [FeatureID], before: EditedNetwork) -> [TopologyProblem] {
    var told: Set<FeatureID> = []
    return touched.compactMap { feature in
      guard let (domain, place, z) = spot(of: feature, in: network) else { return nil }
      if let old = spot(of: feature, in: before), old == (domain, place, z) { return nil }
      var first: Int32?
      index.forEachSegment(within: base.tolerance.xy, of: place) { hit in
        guard hit.flags.contains(.place), hit.feature < first ?? .max else { return }
        let other = network.feature(ordinal: hit.feature)
        guard other != feature, !told.contains(other),
          areStacked(feature, other, in: network), !areStacked(feature, other, in: before)
        else { return }
        first = hit.feature
      }
      guard let first else { return nil }
      told.insert(feature)
      return TopologyProblem(.stackedPoints, [feature, network.feature(ordinal: first)], at: place)
    }
  }

  private func areStacked(_ one: FeatureID, _ other: FeatureID, in network: EditedNetwork) -> Bool {
    guard let one = spot(of: one, in: network), let other = spot(of: other, in: network) else {
      return false
    }
    return one.domain == other.domain
      && base.tolerance.holds(one.place.x - other.place.x, one.place.y - other.place.y)
      && base.tolerance.holds(one.z ?? .nan, other.z ?? .nan, heights: ())
  }

  /// The domain network and place of a point that connects; nil for other features.
  private func spot(
    of feature: FeatureID,
    in network: EditedNetwork
  ) -> (domain: Int32, place: Coordinate, z: Double?)? {
    guard feature.row < network.rowCount(table: Int(feature.table)) else { return nil }
    let type = network.assetTypeOrdinal(of: feature)
    guard type >= 0, base.rules.classes[Int(type)].part == .point,
      let point = network.geometry(of: feature)?.onlyPoint, let place = point.coordinate
    else { return nil }
    return (base.rules.classes[Int(type)].domain, place, point.z)
  }
}

extension CoordinateSequence {
  /// The vertex of a line at a place, an end before inner vertices; nil when there is none.
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
