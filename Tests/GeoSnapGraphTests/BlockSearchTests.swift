import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Blocks and bridges of graphs")
struct BlockSearchTests {
  @Test("Bridges and blocks are what their definitions say", arguments: [false, true])
  func random(hasBarriers: Bool) {
    for seed in 1...Extent.count(100, long: 2000) as ClosedRange<UInt64> {
      let made = RandomGraph(seed: seed)
      let open = made.openEdges(hasBarriers)
      let blocks = BlockSearch(
        made.graph,
        from: (0..<Int32(made.nodeCount)).map { $0 },
        without: hasBarriers ? made.barrierSet : nil
      )
      #expect(made.ends.indices.filter { blocks.labels[$0] >= 0 } == open, "\(made)")
      let bridges = made.ends.indices.filter { blocks.isBridge($0) }
      #expect(bridges == open.filter { isBridge($0, made, open) }, "\(made)")
      let wrong = open.flatMap { edge in
        open.filter { other in
          (blocks.labels[edge] == blocks.labels[other]) != areOnOneRing(edge, other, made, open)
        }.map { (edge, $0) }
      }
      #expect(wrong.isEmpty, "\(made), edges \(wrong)")
    }
  }

  @Test("A long chain needs no deep stack")
  func chain() {
    let count = 1_000_000
    let graph = Graph(
      nodeCount: count,
      from: (0..<Int32(count - 1)).map { $0 },
      to: (1..<Int32(count)).map { $0 }
    )
    let blocks = BlockSearch(graph, from: [0])
    #expect((0..<count - 1).allSatisfy { blocks.isBridge($0) })
    #expect(Set(blocks.labels).count == count - 1)
  }

  private func isBridge(_ edge: Int, _ made: RandomGraph, _ open: [Int]) -> Bool {
    let (from, to) = made.ends[edge]
    return !made.areConnected(from, to, over: open.filter { $0 != edge })
  }

  /// Whether two edges are the same or lie on one ring: no node parts them.
  ///
  /// Two edges are on one ring exactly when, whatever single node is taken away, what is left of one
  /// (its middle at least) is connected with what is left of the other; edges are split in the middle.
  private func areOnOneRing(_ one: Int, _ other: Int, _ made: RandomGraph, _ open: [Int]) -> Bool {
    if one == other { return true }
    let (first, second) = (made.ends[one], made.ends[other])
    if first.from == first.to || second.from == second.to { return false }
    if isBridge(one, made, open) || isBridge(other, made, open) { return false }
    // No bridge and no single node between them.
    for node in 0..<made.nodeCount {
      let starts = [first.from, first.to].filter { $0 != node }
      let rest = open.filter { made.ends[$0].from != node && made.ends[$0].to != node }
      let reached = made.distances(from: starts, over: rest)
      if ![second.from, second.to].contains(where: { $0 != node && reached[$0] != nil }) {
        return false
      }
    }
    return true
  }
}
