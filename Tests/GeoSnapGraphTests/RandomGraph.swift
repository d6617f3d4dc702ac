import GeoSnap
import GeoSnapTestSupport

/// A small random graph with loops, parallel edges and nodes that nothing leads to, and what its parts
/// are by plain definition.
struct RandomGraph: CustomStringConvertible {
  let nodeCount: Int
  let ends: [(from: Int, to: Int)]
  let costs: [Double]
  let barriers: [Bool]
  private let seed: UInt64

  /// Makes the graph that follows from a seed; costs are small whole numbers, so that many are equal
  /// and some nothing.
  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    let nodeCount = random.int(1...12)
    let edgeCount = random.int(0...20)
    self.nodeCount = nodeCount
    ends = (0..<edgeCount).map { _ in
      (random.int(0...nodeCount - 1), random.int(0...nodeCount - 1))
    }
    costs = (0..<edgeCount).map { _ in Double(random.int(0...4)) }
    barriers = (0..<edgeCount).map { _ in random.oneIn(5) }
  }

  var description: String {
    "seed \(seed): \(nodeCount) nodes, edges \(ends), barriers \(barriers)"
  }

  var graph: Graph {
    Graph(nodeCount: nodeCount, from: ends.map { Int32($0.from) }, to: ends.map { Int32($0.to) })
  }

  var barrierSet: EdgeSet {
    EdgeSet(edgeCount: ends.count) { barriers[$0] }
  }

  func openEdges(_ hasBarriers: Bool) -> [Int] {
    ends.indices.filter { !hasBarriers || !barriers[$0] }
  }

  /// For each node its distance in edges from the nearest start; nil where no way leads.
  func distances(from starts: [Int], over edges: [Int]) -> [Int?] {
    var distances = [Int?](repeating: nil, count: nodeCount)
    for start in starts { distances[start] = 0 }
    for round in 0..<nodeCount {
      for edge in edges {
        let (from, to) = ends[edge]
        if distances[from] == round, distances[to] == nil { distances[to] = round + 1 }
        if distances[to] == round, distances[from] == nil { distances[from] = round + 1 }
      }
    }
    return distances
  }

  func areConnected(_ one: Int, _ other: Int, over edges: [Int]) -> Bool {
    distances(from: [one], over: edges)[other] != nil
  }
}
