internal import GeoSnapSupport

/// Updates an edited topology after one commit.
struct TopologyDerivation {
  var topology: TopologyEdits
  let before: EditedNetwork
  let after: EditedNetwork
  let touched: [FeatureID]
  /// Whether the index already has the features after the commit.
  private(set) var isIndexed: Bool

  /// The places at which joins have to be decided.
  var places: [Coordinate] = []
  var seen: Set<Coordinate> = []
  /// The vertices of lines at these places and near them.
  var vertices: Set<LineVertex> = []
  /// The lines to derive again.
  var lines: Set<Int32> = []
  /// Those of them whose geometry or type changed.
  var changedLines: Set<Int32> = []
  /// The positions of the associations to derive again.
  var associations: Set<Int32> = []
  /// The earlier start and end nodes of the lines.
  var earlierEnds: [Int32: LineNodes] = [:]
  /// System junctions that may have lost all edges.
  var loosened: Set<Int32> = []
  /// Nodes of junctions that were removed or changed.
  var retired: [Int32] = []
  /// Nodes within lines that associations joined.
  var associationCuts: Set<Int32> = []

  /// The earlier problems of all that is derived again, and the current ones.
  var oldProblems: [TopologyProblem] = []
  var problems: [TopologyProblem] = []

  /// The features that meet without connecting after the commit but not before it.
  var newProblems: [TopologyProblem] {
    var known: [FeatureID: [Int]] = [:]
    for (number, problem) in oldProblems.enumerated() {
      for feature in problem.features.prefix(1) { known[feature, default: []].append(number) }
    }
    return problems.filter { problem in
      let numbers = problem.features.first.flatMap { known[$0] } ?? []
      return !numbers.contains { oldProblems[$0] == problem }
    }
  }

  var rules: JoinRules { topology.base.rules }
  var tolerance: CoincidenceTolerance { topology.base.tolerance }

  /// Prepares the update of `topology`, which already has the network after the commit.
  init(_ topology: TopologyEdits, _ commit: NetworkCommit, index: FeatureIndex?) {
    self.topology = topology
    isIndexed = index != nil
    if let index { self.topology.index = index }
    before = commit.before
    after = commit.after
    touched = commit.touched
  }

  mutating func run() throws(IndexError) {
    for feature in touched { try take(feature) }
    repeat {
      gatherPlaces()
      gatherAssociations()
    } while !places.isEmpty
    // Everything to derive is known now: old edges are removed, new ones are added.
    let old = removeEdges()
    removeRetired()
    let joins = decide()
    make(joins, old)
    topology.overlay.settleRows()
    for node in loosened
    where topology.overlay.hasNode(Int(node)) && topology.overlay.row(Int(node)).isEmpty
      && topology.overlay.node(Int(node)).feature < 0
    {
      topology.overlay.removeNode(node)
    }
  }

  mutating func file(_ problem: TopologyProblem, at vertex: LineVertex) {
    topology.add(problem, at: vertex)
    problems.append(problem)
  }

  private mutating func forget(_ problems: [TopologyProblem]?) {
    oldProblems += problems ?? []
  }

  mutating func forget(_ vertex: LineVertex) {
    forget(topology.problemsAtVertices.find(vertex))
    topology.problemsAtVertices.remove(vertex)
  }

  mutating func forget(_ association: GlobalID) {
    forget(topology.problemsOfAssociations.find(association))
    topology.problemsOfAssociations.remove(association)
  }
}
