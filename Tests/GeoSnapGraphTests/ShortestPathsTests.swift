import GeoSnap
import GeoSnapGraph
import GeoSnapTestSupport
import Testing

@Suite("Shortest paths of graphs")
struct ShortestPathsTests {
  @Test("Costs are the least there are, and paths cost what they say", arguments: [false, true])
  func random(hasBarriers: Bool) {
    for seed in 1...UInt64(3000) {
      let made = RandomGraph(seed: seed)
      let paths = ShortestPaths(made.graph)
      var random = SeededGenerator(seed: seed)
      for _ in 0..<2 {
        let starts = (0..<random.int(1...2)).map { _ in random.int(0...made.nodeCount - 1) }
        let least = leastCosts(made, from: starts, over: made.openEdges(hasBarriers))
        paths.search(
          from: starts.map { Int32($0) },
          costs: made.costs,
          barriers: hasBarriers ? made.barrierSet : nil
        )
        var collected = [1.0]
        paths.collectCosts(into: &collected)
        #expect(collected == least, "\(made) from \(starts)")
        for node in 0..<made.nodeCount {
          expectPath(made, paths, to: node, least[node], from: starts, hasBarriers)
        }
      }
    }
  }

  @Test("A search with a target stops there and knows no less of the target")
  func target() {
    for seed in 1...UInt64(2000) {
      let made = RandomGraph(seed: seed)
      var random = SeededGenerator(seed: seed)
      let (start, target) = (random.int(0...made.nodeCount - 1), random.int(0...made.nodeCount - 1))
      let least = leastCosts(made, from: [start], over: made.openEdges(false))
      let paths = ShortestPaths(made.graph)
      paths.search(from: [Int32(start)], to: target, costs: made.costs)
      #expect(paths.cost(to: target) ?? .infinity == least[target], "\(made): \(start) - \(target)")
      let isFarther = least.map { $0 > least[target] || $0 == .infinity }
      let costs = zip(least, isFarther).map { $1 ? nil : $0 }
      #expect(least.indices.map { paths.cost(to: $0) } == costs, "\(made)")
      #expect(least.indices.map { paths.path(to: $0) == nil } == isFarther, "\(made)")
    }
  }

  @Test("Of equally cheap ways the one over the node settled first and the lesser edge counts")
  func ties() {
    // Two ways of the same cost from 0 to 3, over 2 and over 1; the last edge twice.
    let graph = Graph(nodeCount: 4, from: [0, 0, 2, 1, 1], to: [2, 1, 3, 3, 3])
    let paths = ShortestPaths(graph)
    paths.search(from: [0], costs: [1, 1, 1, 1, 1])
    #expect(paths.path(to: 3)?.nodes == [0, 1, 3])
    #expect(paths.path(to: 3)?.edges == [1, 3])
    #expect(paths.lastEdge(to: 0) == nil)
  }

  @Test("After as many searches as marks can count, nothing of the earlier ones is left")
  func manySearches() {
    let paths = ShortestPaths(Graph(nodeCount: 3, from: [0], to: [1]))
    paths.reached.search = .max - 2
    for _ in 0..<5 {
      paths.search(from: [2], costs: [1])
      #expect(paths.cost(to: 1) == nil && paths.cost(to: 2) == 0)
      paths.search(from: [0], costs: [1])
      #expect(paths.cost(to: 1) == 1 && paths.cost(to: 2) == nil)
    }
  }

  @Test("Before a search nothing is known, and infinite costs are not walked")
  func infinite() {
    let paths = ShortestPaths(Graph(nodeCount: 2, from: [0], to: [1]))
    #expect(paths.cost(to: 0) == nil)
    paths.search(from: [0], costs: [.infinity])
    #expect(paths.cost(to: 0) == 0)
    #expect(paths.cost(to: 1) == nil)
    #expect(paths.path(to: 1) == nil)
  }

  @Test(
    "A negative cost and one that is no number are the caller's mistake, and the program stops"
  )
  func badCosts() async {
    await #expect(processExitsWith: .failure) {
      ShortestPaths(Graph(nodeCount: 2, from: [0], to: [1])).search(from: [0], costs: [-1])
    }
    await #expect(processExitsWith: .failure) {
      ShortestPaths(Graph(nodeCount: 2, from: [0], to: [1])).search(from: [0], costs: [.nan])
    }
  }

  @Test("A heap that grows and shrinks gives its entries in order")
  func longRing() {
    // A star of many spokes fills the heap at once; costs come in no order.
    var random = SeededGenerator(seed: 7)
    let costs = (0..<5000).map { _ in Double(random.int(0...900)) }
    let graph = Graph(
      nodeCount: 5001,
      from: [Int32](repeating: 0, count: 5000),
      to: (1...5000).map { Int32($0) }
    )
    let paths = ShortestPaths(graph)
    for _ in 0..<2 {
      paths.search(from: [0], costs: costs)
      #expect((1...5000).allSatisfy { paths.cost(to: $0) == costs[$0 - 1] })
      paths.search(from: [0], to: 77, costs: costs)
      #expect((1...5000).allSatisfy { (paths.cost(to: $0) != nil) == (costs[$0 - 1] <= costs[76]) })
    }
  }

  /// Bellman and Ford's: costs lessen until they are right.
  private func leastCosts(_ made: RandomGraph, from starts: [Int], over edges: [Int]) -> [Double] {
    var costs = [Double](repeating: .infinity, count: made.nodeCount)
    for start in starts { costs[start] = 0 }
    for _ in 0..<made.nodeCount {
      for edge in edges {
        let (from, to) = made.ends[edge]
        costs[to] = min(costs[to], costs[from] + made.costs[edge])
        costs[from] = min(costs[from], costs[to] + made.costs[edge])
      }
    }
    return costs
  }

  private func expectPath(
    _ made: RandomGraph,
    _ paths: ShortestPaths,
    to node: Int,
    _ least: Double,
    from starts: [Int],
    _ hasBarriers: Bool
  ) {
    guard let path = paths.path(to: node) else {
      #expect(least == .infinity && paths.lastEdge(to: node) == nil, "\(made)")
      return
    }
    #expect(path.nodes.first.map { starts.contains(Int($0)) } == true, "\(made) to \(node)")
    #expect(path.nodes.last == Int32(node) && path.edges.count == path.nodes.count - 1, "\(made)")
    #expect(path.edges.reduce(0) { $0 + made.costs[Int($1)] } == least, "\(made) to \(node)")
    #expect(path.edges.last.map { Int($0) } == paths.lastEdge(to: node), "\(made) to \(node)")
    #expect(Set(path.nodes).count == path.nodes.count, "\(made) to \(node)")
    for (step, edge) in path.edges.enumerated() {
      let (from, to) = made.ends[Int(edge)]
      let (one, other) = (Int(path.nodes[step]), Int(path.nodes[step + 1]))
      #expect((from, to) == (one, other) || (from, to) == (other, one), "\(made) to \(node)")
      #expect(!hasBarriers || !made.barriers[Int(edge)], "\(made) to \(node)")
    }
  }
}
