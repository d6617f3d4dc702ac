import GeoSnap

/// The jobs of `GeoBench trace`.
enum TraceJob: String, CaseIterable {
  case traceBuild, traceConnected, traceFeeder, traceComponents, traceShortest, traceBlocks

  /// What one operation is.
  var does: String {
    switch self {
    case .traceBuild: "the graph, from the nodes of its edges"
    case .traceConnected: "every node and edge, from one start"
    case .traceFeeder: "the nodes and edges of a feeder of 1,024 nodes, from one of its nodes"
    case .traceComponents: "the feeders of all nodes, as labels"
    case .traceShortest: "the least costs from one node to all"
    case .traceBlocks: "the bridges and blocks of all edges"
    }
  }
}

/// The jobs on one network, with arrays that are kept from run to run.
final class TraceContests {
  private let workload: GraphWorkload
  private let barriers: EdgeSet
  private var graph: Graph
  private let search: GraphSearch
  private let paths: ShortestPaths
  private var start: [Int32] = [0]
  private var nodes: [Int32] = []
  private var edges: [Int32] = []
  private var costs: [Double] = []

  init(_ workload: GraphWorkload) {
    self.workload = workload
    graph = workload.graph
    search = GraphSearch(graph)
    paths = ShortestPaths(graph)
    var barriers = EdgeSet(edgeCount: workload.edgeCount)
    for edge in workload.barriers.indices where workload.barriers[edge] != 0 {
      barriers.insert(edge)
    }
    self.barriers = barriers
  }

  func contest(_ job: TraceJob) -> Contest {
    let contender =
      switch job {
      case .traceBuild:
        Contender(
          engine: "geosnap",
          operations: 1,
          bytesPerEntry: Double(graph.byteCount) / Double(workload.edgeCount)
        ) { _ in
          self.graph = self.workload.graph
          return Checksum(hits: self.graph.nodeCount, sum: Double(self.graph.edgeCount))
        }
      case .traceConnected:
        Contender(engine: "geosnap", operations: 1) { _ in self.connected() }
      case .traceFeeder:
        Contender(engine: "geosnap", operations: workload.starts.count, run: feeders)
      case .traceComponents:
        Contender(engine: "geosnap", operations: 1) { _ in
          Checksum(hits: GraphComponents(self.graph, barriers: self.barriers).count)
        }
      case .traceShortest:
        Contender(
          engine: "geosnap",
          operations: 1,
          run: { _ in self.shortest() },
          check: { Checksum(hits: self.costs.count, sum: self.costs.reduce(0, +)) }
        )
      case .traceBlocks:
        Contender(engine: "geosnap", operations: 1) { _ in
          let blocks = GraphBlocks(self.graph)
          return Checksum(hits: blocks.count, sum: Double(blocks.bridges.count))
        }
      }
    return Contest(job: job.rawValue, contenders: [contender])
  }

  private func connected() -> Checksum {
    nodes.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    start[0] = workload.starts[0]
    search.collectConnected(from: start, nodes: &nodes, edges: &edges)
    return Checksum(hits: nodes.count, sum: Double(edges.count))
  }

  /// Nodes and edges a feeder, on average: rivals look at fewer of them.
  private func feeders(_ count: Int) -> Checksum {
    var (nodeCount, edgeCount) = (0, 0)
    for first in workload.starts.prefix(count) {
      nodes.removeAll(keepingCapacity: true)
      edges.removeAll(keepingCapacity: true)
      start[0] = first
      search.collectConnected(from: start, barriers: barriers, nodes: &nodes, edges: &edges)
      nodeCount += nodes.count
      edgeCount += edges.count
    }
    return Checksum(hits: nodeCount / count, sum: Double(edgeCount) / Double(count))
  }

  private func shortest() -> Checksum? {
    start[0] = workload.starts[0]
    paths.search(from: start, costs: workload.weights)
    paths.collectCosts(into: &costs)
    return nil
  }
}
