public import GeoSnap

/// A graph without numbers, so that two of them can be compared however they came about.
public struct GraphForm: Hashable, CustomStringConvertible {
  /// One edge: what it is, and the names of its two nodes.
  public struct Edge: Hashable, Comparable {
    public let name: String
    public let from: String
    public let to: String

    public static func < (lhs: Edge, rhs: Edge) -> Bool {
      (lhs.name, lhs.from, lhs.to) < (rhs.name, rhs.from, rhs.to)
    }
  }

  public var edges: [Edge]
  /// The terminals and the system junctions, each of these named by the ends of edges that meet there.
  public var nodes: [String]
  public var problems: [String]

  /// `names`: for each node its name; nil for a system junction.
  public init(edges: [(name: String, from: Int, to: Int)], names: [String?], problems: [String]) {
    var meetings = [[String]](repeating: [], count: names.count)
    for edge in edges {
      meetings[edge.from].append(edge.name + "<")
      meetings[edge.to].append(edge.name + ">")
    }
    let named = names.enumerated().map { node, name in
      name ?? "(" + meetings[node].sorted().joined(separator: " ") + ")"
    }
    self.edges = edges.map { Edge(name: $0.name, from: named[$0.from], to: named[$0.to]) }.sorted()
    nodes = named.sorted()
    self.problems = problems.sorted()
  }

  public var description: String {
    (edges.map { "\($0.name): \($0.from) -> \($0.to)" } + nodes + problems).joined(separator: "\n")
  }

  public func difference(from other: GraphForm) -> String {
    let mine = Set(description.split(separator: "\n"))
    let theirs = Set(other.description.split(separator: "\n"))
    return
      (mine.subtracting(theirs).sorted().map { "- \($0)" }
      + theirs.subtracting(mine).sorted().map { "+ \($0)" }).joined(separator: "\n")
  }
}

extension GraphForm {
  public init(_ topology: Topology) {
    let network = topology.network
    func id(_ feature: FeatureID?) -> String { feature.flatMap { network.origin(of: $0) } ?? "?" }
    let live = (0..<topology.nodeLimit).filter { topology.hasNode($0) }
    let numbers = Dictionary(
      uniqueKeysWithValues: live.enumerated().map { ($0.element, $0.offset) }
    )
    let names = live.map { node -> String? in
      topology.feature(ofNode: node).map { feature in
        "\(id(feature))#\(topology.terminal(ofNode: node)?.id ?? 1)"
      }
    }
    var edges: [(name: String, from: Int, to: Int)] = []
    for edge in 0..<topology.edgeLimit where topology.hasEdge(edge) {
      let (from, to) = topology.ends(ofEdge: edge)
      let name: String
      if let association = topology.association(ofEdge: edge) {
        name = "association \(association.globalID)"
      } else if topology.isInternal(edge) {
        let passage = topology.passage(ofInternal: edge)
        name = "\(id(topology.feature(ofEdge: edge))) internal \(passage.rawValue)"
      } else {
        precondition(topology.isLine(edge), "An edge is of one kind")
        let positions = topology.positions(ofEdge: edge)
        name =
          "\(id(topology.feature(ofEdge: edge))) \(positions.lowerBound)...\(positions.upperBound)"
      }
      // Rows and records say the same.
      for (node, other, isAgainst) in [(from, to, false), (to, from, true)] {
        let halves = topology.halfEdges(of: node).filter {
          $0.edge == edge && Int($0.node) == other && $0.isAgainst == isAgainst
        }
        precondition(halves.count == 1, "Edge \(edge) stands once in each row")
      }
      edges.append((name, numbers[from] ?? -1, numbers[to] ?? -1))
    }
    let problems = topology.problems.map { problem -> String in
      let features = problem.features.map { id($0) }
      return "\(problem.code) \(features) \(problem.association?.description ?? "")"
    }
    self.init(edges: edges, names: names, problems: problems)
  }
}
