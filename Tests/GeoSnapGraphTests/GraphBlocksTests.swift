import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Blocks, bridges and cut nodes of graphs")
struct GraphBlocksTests {
  @Test("Bridges, cut nodes and blocks are what their definitions say", arguments: [false, true])
  func random(hasBarriers: Bool) {
    for seed in 1...Extent.count(100, long: 2000) as ClosedRange<UInt64> {
      let made = RandomGraph(seed: seed)
      let open = made.openEdges(hasBarriers)
      let blocks = GraphBlocks(made.graph, barriers: hasBarriers ? made.barrierSet : nil)
      #expect(made.ends.indices.filter { blocks.labels[$0] >= 0 } == open, "\(made)")
      let bridges = made.ends.indices.filter { blocks.bridges.contains($0) }
      #expect(bridges == open.filter { isBridge($0, made, open) }, "\(made)")
      let wrong = open.flatMap { edge in
        open.filter { other in
          (blocks.labels[edge] == blocks.labels[other]) != areOnOneRing(edge, other, made, open)
        }.map { (edge, $0) }
      }
      #expect(wrong.isEmpty, "\(made), edges \(wrong)")
      #expect(Set(blocks.labels.filter { $0 >= 0 }) == Set(0..<Int32(blocks.count)), "\(made)")
      let cut = (0..<made.nodeCount).map { isCut($0, made, open) }
      #expect((0..<made.nodeCount).map { blocks.isCutNode[$0] } == cut, "\(made)")
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
    let blocks = GraphBlocks(graph)
    #expect(blocks.count == count - 1 && blocks.bridges.count == count - 1)
    #expect(blocks.isCutNode.count { $0 } == count - 2)
  }

  private func isBridge(_ edge: Int, _ made: RandomGraph, _ open: [Int]) -> Bool {
    let (from, to) = made.ends[edge]
    return !made.areConnected(from, to, over: open.filter { $0 != edge })
  }

  /// Whether some two nodes that were connected are not when the node's edges are gone.
  private func isCut(_ node: Int, _ made: RandomGraph, _ open: [Int]) -> Bool {
    let rest = open.filter { made.ends[$0].from != node && made.ends[$0].to != node }
    let before = made.distances(from: [node], over: open)
    let others = before.indices.filter { $0 != node && before[$0] != nil }
    guard let first = others.first else { return false }
    let after = made.distances(from: [first], over: rest)
    return others.contains { after[$0] == nil }
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
