import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Searches of how far bits come")
struct PropagationSearchTests {
  @Test("What is reached, and with which bits, is what rounds of plain passing on come to")
  func random() {
    var (nodes, edges) = ([Int32](), [Int32]())
    for seed in 1...UInt64(3000) {
      let made = RandomGraph(seed: seed)
      let search = PropagationSearch(made.graph)
      var random = SeededGenerator(seed: seed)
      for hasBarriers in [false, true, false] {
        let starts = (0..<random.int(0...3)).map { _ in random.int(0...made.nodeCount - 1) }
        let edgeBits = made.ends.map { _ in UInt8(random.int(0...255) | random.int(0...255)) }
        let wanted: UInt8 = random.oneIn(2) ? .max : UInt8(random.int(0...255))
        nodes.removeAll()
        edges.removeAll()
        search.collectReached(
          from: starts.map { Int32($0) },
          edgeBits: edgeBits,
          wanted: wanted,
          barriers: hasBarriers ? made.barrierSet : nil,
          nodes: &nodes,
          edges: &edges
        )
        let (bits, reached) = reach(made, made.openEdges(hasBarriers), starts, edgeBits, wanted)
        let what = "\(made) from \(starts) with \(edgeBits), wanted \(wanted)"
        #expect(edges.sorted() == reached.map { Int32($0) }, "\(what)")
        let found = bits.indices.filter { bits[$0] != nil }
        #expect(nodes.sorted() == found.map { Int32($0) }, "\(what)")
        #expect(bits.indices.map { search.bits(at: $0) } == bits.map { $0 ?? 0 }, "\(what)")
      }
    }
  }

  @Test("The set of the edges for which something holds has these and no others")
  func edgesForWhich() {
    for edgeCount in [0, 1, 63, 64, 65, 130] {
      let set = EdgeSet(edgeCount: edgeCount) { $0 % 3 == 1 }
      var expected = EdgeSet(edgeCount: edgeCount)
      for edge in stride(from: 1, to: edgeCount, by: 3) { expected.insert(edge) }
      #expect(set == expected, "\(edgeCount) edges")
    }
  }

  @Test("A graph of nothing is searched from nowhere")
  func empty() {
    var (nodes, edges) = ([Int32](), [Int32]())
    PropagationSearch(Graph(nodeCount: 0, from: [], to: []))
      .collectReached(from: [], edgeBits: [], nodes: &nodes, edges: &edges)
    #expect(nodes.isEmpty && edges.isEmpty)
  }

  /// For each node the bits that come there, nil where none do, and the edges passed: every edge is
  /// looked at again until nothing changes.
  private func reach(
    _ made: RandomGraph,
    _ open: [Int],
    _ starts: [Int],
    _ edgeBits: [UInt8],
    _ wanted: UInt8
  ) -> (bits: [UInt8?], edges: [Int]) {
    var bits = [UInt8?](repeating: nil, count: made.nodeCount)
    for start in starts { bits[start] = .max }
    var passed: Set<Int> = []
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for edge in open {
        let (from, to) = made.ends[edge]
        let passing = ((bits[from] ?? 0) | (bits[to] ?? 0)) & edgeBits[edge]
        guard passing & wanted != 0 else { continue }
        passed.insert(edge)
        for node in [from, to] where (bits[node] ?? 0) | passing != bits[node] {
          bits[node] = (bits[node] ?? 0) | passing
          hasChanged = true
        }
      }
    }
    return (bits, passed.sorted())
  }
}
