import GeoSnap
import GeoSnapGraph
import GeoSnapTestSupport
import Testing

@Suite("Searches of what is connected")
struct GraphSearchTests {
  @Test("Every connected node and edge is found once, the nearest first", arguments: [false, true])
  func random(hasBarriers: Bool) {
    var (nodes, edges) = ([Int32](), [Int32]())
    for seed in 1...UInt64(3000) {
      let made = RandomGraph(seed: seed)
      let open = made.openEdges(hasBarriers)
      let search = GraphSearch(made.graph)
      var random = SeededGenerator(seed: seed)
      for _ in 0..<3 {
        let starts = (0..<random.int(0...3)).map { _ in random.int(0...made.nodeCount - 1) }
        nodes.removeAll(keepingCapacity: true)
        edges.removeAll(keepingCapacity: true)
        search.collectConnected(
          from: starts.map { Int32($0) },
          barriers: hasBarriers ? made.barrierSet : nil,
          nodes: &nodes,
          edges: &edges
        )
        let distances = made.distances(from: starts, over: open)
        let found = nodes.map { distances[Int($0)] ?? .max }
        #expect(found == found.sorted() && found.last != .max, "\(made) from \(starts)")
        #expect(
          nodes.sorted() == distances.indices.filter { distances[$0] != nil }.map { Int32($0) },
          "\(made) from \(starts)"
        )
        #expect(
          edges.sorted()
            == open.filter { distances[made.ends[$0].from] != nil }.map { Int32($0) },
          "\(made) from \(starts)"
        )
      }
    }
  }

  @Test("Results are appended, and edges come in the order of the nodes they are met at")
  func order() {
    // 0 - 1 twice, a loop at 1, 1 - 2, and 3 apart.
    let graph = Graph(nodeCount: 4, from: [0, 1, 1, 2], to: [1, 0, 1, 1])
    var (nodes, edges): ([Int32], [Int32]) = ([7], [8])
    let search = GraphSearch(graph)
    search.collectConnected(from: [0, 0], nodes: &nodes, edges: &edges)
    #expect(nodes == [7, 0, 1, 2])
    #expect(edges == [8, 0, 1, 2, 3])
    search.collectConnected(from: [3], nodes: &nodes, edges: &edges)
    #expect(nodes == [7, 0, 1, 2, 3])
    #expect(edges == [8, 0, 1, 2, 3])
  }

  @Test("A graph of nothing is searched from nowhere")
  func empty() {
    var (nodes, edges) = ([Int32](), [Int32]())
    let graph = Graph(nodeCount: 0, from: [], to: [])
    GraphSearch(graph).collectConnected(from: [], nodes: &nodes, edges: &edges)
    #expect(nodes.isEmpty && edges.isEmpty)
    #expect(GraphComponents(graph).count == 0)
    #expect(GraphBlocks(graph).count == 0)
  }

  @Test("After as many searches as marks can count, nothing of the earlier ones is left")
  func manySearches() {
    let search = GraphSearch(Graph(nodeCount: 3, from: [0, 1], to: [1, 2]))
    search.marks.search = .max / 2 - 2
    for _ in 0..<5 {
      var (nodes, edges) = ([Int32](), [Int32]())
      search.collectConnected(from: [2], nodes: &nodes, edges: &edges)
      #expect(nodes == [2, 1, 0] && edges == [1, 0])
    }
  }

  @Test("A start that is no node is the caller's mistake, and the program stops")
  func badStart() async {
    await #expect(processExitsWith: .failure) {
      var (nodes, edges) = ([Int32](), [Int32]())
      GraphSearch(Graph(nodeCount: 1, from: [], to: []))
        .collectConnected(from: [1], nodes: &nodes, edges: &edges)
    }
  }
}
