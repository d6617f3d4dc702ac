internal import GeoSnapSupport

/// Derives anew what one commit touches in an edited topology.
struct TopologyDerivation {
  var topology: TopologyEdits
  let before: EditedNetwork
  let after: EditedNetwork
  let touched: [FeatureID]
  /// Whether the index has the features as they are after the commit already.
  private(set) var isIndexed: Bool

  /// The places to decide about anew.
  var places: [Coordinate] = []
  var seen: Set<Coordinate> = []
  /// The vertices of lines at these places and what is near them.
  var vertices: Set<LineVertex> = []
  /// The lines to make anew.
  var lines: Set<Int32> = []
  /// Those of them whose own shape or type changed.
  var changedLines: Set<Int32> = []
  /// The associations, by position, to make anew.
  var associations: Set<Int32> = []
  /// The nodes that the lines began and ended at.
  var earlierEnds: [Int32: MadeLine] = [:]
  /// System junctions that may have become free.
  var loosened: Set<Int32> = []
  /// Nodes of junctions that are no more, or not as they were.
  var retired: [Int32] = []
  /// Nodes that stand in a line for an association in between.
  var associationCuts: Set<Int32> = []

  /// The problems that were filed under what is derived anew, and those that are now.
  var oldProblems: [TopologyProblem] = []
  var problems: [TopologyProblem] = []

  /// What meets without connecting and did not so before.
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

  /// Prepares; `topology` has the network after the commit already.
  init(_ topology: TopologyEdits, _ commit: NetworkCommit, index: FeatureIndex?) {
    self.topology = topology
    isIndexed = index != nil
    if let index { self.topology.index = index }
    before = commit.before
    after = commit.after
    touched = commit.touched
  }

  /// Derives all that is touched.
  mutating func run() throws(IndexError) {
    for feature in touched { try take(feature) }
    repeat {
      gatherPlaces()
      gatherAssociations()
    } while !places.isEmpty
    // From here on everything is found: old edges go, new ones come.
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
