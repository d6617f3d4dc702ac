import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Nodes by cost")
struct CostHeapTests {
  @Test("The cheapest comes first, of equal cost the lesser number, whenever nodes are added")
  func order() {
    for seed in UInt64(1)...50 {
      var random = SeededGenerator(seed: seed)
      let heap = CostHeap()
      var left: [(cost: Double, node: Int32)] = []
      var wrong = 0
      for node in 0..<Int32(400) {
        let cost = Double(random.int(0...60))
        heap.push(cost, node)
        left.append((cost, node))
        while random.oneIn(3), let least = left.indices.min(by: { left[$0] < left[$1] }) {
          let expected = left.remove(at: least)
          wrong += heap.pop().map { $0 == expected } == true ? 0 : 1
        }
      }
      for expected in left.sorted(by: <) {
        wrong += heap.pop().map { $0 == expected } == true ? 0 : 1
      }
      #expect(wrong == 0 && heap.pop() == nil, "seed \(seed)")
    }
  }
}
