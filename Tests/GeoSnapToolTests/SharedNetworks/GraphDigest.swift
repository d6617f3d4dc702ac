import GeoSnapTopology

/// A graph without numbers, as digests, so that large ones can be compared however they came about.
///
/// Edges are told by the global id of what they stand for, system junctions by the edges that meet
/// there. All is added up, so that no order matters.
struct GraphDigest {
  private(set) var edges: [UInt64] = []
  private(set) var nodes: [UInt64] = []
  private(set) var problems: [UInt64] = []
  private let describeEdge: (Int) -> String
  private let describeProblem: (Int) -> String

  private static func mix(_ values: UInt64...) -> UInt64 {
    var state: UInt64 = 0x1234_5678_9ABC_DEF1
    for value in values {
      state = (state ^ value) &* 0xBF58_476D_1CE4_E5B9
      state = (state ^ (state >> 29)) &* 0x94D0_49BB_1331_11EB
      state ^= state >> 31
    }
    return state
  }

  private static func digest(_ id: GlobalID?) -> UInt64 {
    id.map { mix($0.high, $0.low) } ?? 1
  }

  /// - Parameters:
  ///   - names: For each edge what it stands for, with its two nodes.
  ///   - terminals: For each node its feature and terminal; nil for a system junction.
  ///   - problems: What does not connect.
  ///   - globalID: The global id of a feature.
  ///   - describeEdge: An edge in words.
  private init(
    names: [(name: UInt64, from: Int, to: Int)],
    terminals: [UInt64?],
    problems: [TopologyProblem],
    globalID: (FeatureID) -> GlobalID?,
    describeEdge: @escaping (Int) -> String
  ) {
    var meetings = [UInt64](repeating: 0, count: terminals.count)
    for edge in names {
      meetings[edge.from] &+= Self.mix(edge.name, 1)
      meetings[edge.to] &+= Self.mix(edge.name, 2)
    }
    nodes = terminals.indices.map { terminals[$0] ?? Self.mix(meetings[$0], 3) }
    edges.reserveCapacity(names.count)
    for edge in names { edges.append(Self.mix(edge.name, nodes[edge.from], nodes[edge.to])) }
    for problem in problems {
      var digest = Self.mix(UInt64(problem.code.number ?? 0), Self.digest(problem.association))
      for feature in problem.features { digest = Self.mix(digest, Self.digest(globalID(feature))) }
      self.problems.append(digest)
    }
    self.describeEdge = describeEdge
    describeProblem = { "\(problems[$0])" }
  }

  init(_ topology: Topology) {
    let network = topology.network
    let live = (0..<topology.nodeLimit).filter { topology.hasNode($0) }
    var numbers = [Int](repeating: -1, count: topology.nodeLimit)
    for (number, node) in live.enumerated() { numbers[node] = number }
    func id(_ feature: FeatureID?) -> GlobalID? { feature.flatMap { network.globalID(of: $0) } }
    let terminals = live.map { node in
      topology.feature(ofNode: node).map {
        Self.mix(Self.digest(id($0)), UInt64(topology.terminalNumber(ofNode: node)))
      }
    }
    let present = (0..<topology.edgeLimit).filter { topology.hasEdge($0) }
    let names = present.map { edge in
      let name: UInt64
      if let association = topology.association(ofEdge: edge) {
        name = Self.mix(Self.digest(association.globalID), 11)
      } else if topology.isInternal(edge) {
        let passage = topology.passage(ofInternal: edge)
        name = Self.mix(Self.digest(id(topology.feature(ofEdge: edge))), UInt64(passage.rawValue))
      } else {
        let positions = topology.positions(ofEdge: edge)
        name = Self.mix(
          Self.digest(id(topology.feature(ofEdge: edge))),
          positions.lowerBound.bitPattern,
          positions.upperBound.bitPattern
        )
      }
      let (from, to) = topology.ends(ofEdge: edge)
      return (name, numbers[from], numbers[to])
    }
    self.init(
      names: names,
      terminals: terminals,
      problems: topology.problems,
      globalID: { id($0) },
      describeEdge: {
        "edge of \(id(topology.feature(ofEdge: present[$0])) as Any) "
          + "\(topology.positions(ofEdge: present[$0]))"
      }
    )
  }

  private static func sum(_ digests: [UInt64]) -> [UInt64] {
    var (sum, mixed): (UInt64, UInt64) = (0, 0)
    for digest in digests {
      sum &+= digest
      mixed &+= mix(digest)
    }
    return [UInt64(digests.count), sum, mixed]
  }

  /// What one has and the other has not; nil when they are the same graph.
  func difference(from other: GraphDigest) -> String? {
    let same = zip([edges, nodes, problems], [other.edges, other.nodes, other.problems])
      .allSatisfy { Self.sum($0) == Self.sum($1) }
    return same ? nil : "- " + lacking(other) + "\n+ " + other.lacking(self)
  }

  private func lacking(_ other: GraphDigest) -> String {
    let (theirEdges, theirProblems) = (Set(other.edges), Set(other.problems))
    let theirNodes = Set(other.nodes)
    let lines =
      edges.indices.filter { !theirEdges.contains(edges[$0]) }.prefix(10).map(describeEdge)
      + problems.indices.filter { !theirProblems.contains(problems[$0]) }.prefix(10)
      .map(describeProblem)
    return "\(edges.count) edges, \(nodes.count) nodes, \(problems.count) problems; "
      + "\(nodes.count { !theirNodes.contains($0) }) nodes alone: "
      + lines.joined(separator: "; ")
  }
}
