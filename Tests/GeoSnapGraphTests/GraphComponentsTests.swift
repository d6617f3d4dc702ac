import GeoSnap
import Testing

@Suite("Components of graphs")
struct GraphComponentsTests {
  @Test("Nodes share a label exactly when a way leads between them", arguments: [false, true])
  func random(hasBarriers: Bool) {
    for seed in 1...UInt64(3000) {
      let made = RandomGraph(seed: seed)
      let open = made.openEdges(hasBarriers)
      let components = GraphComponents(made.graph, barriers: hasBarriers ? made.barrierSet : nil)
      var labels: [Int32] = []
      var sizes: [Int32] = []
      for node in 0..<made.nodeCount {
        let distances = made.distances(from: [node], over: open)
        let least = distances.firstIndex { $0 != nil } ?? node
        labels.append(least == node ? Int32(sizes.count) : labels[least])
        if least == node { sizes.append(Int32(distances.count { $0 != nil })) }
        let connected = (0..<made.nodeCount).map { components.areConnected(node, $0) }
        #expect(connected == distances.map { $0 != nil }, "\(made) from \(node)")
        #expect(components.size(around: node) == distances.count { $0 != nil }, "\(made)")
      }
      #expect(components.labels == labels, "\(made)")
      #expect(components.sizes == sizes, "\(made)")
      #expect(components.count == sizes.count, "\(made)")
    }
  }
}
