import GeoSnap

/// The jobs on one graph, with arrays that are kept from run to run.
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
  private let traced: TracedAttributes
  private let propagation: PropagationSearch

  init(_ workload: GraphWorkload) {
    self.workload = workload
    graph = workload.graph
    search = GraphSearch(graph)
    paths = ShortestPaths(graph)
    propagation = PropagationSearch(graph)
    traced = TracedAttributes(workload)
    var barriers = EdgeSet(edgeCount: workload.edgeCount)
    for edge in workload.barriers.indices where workload.barriers[edge] != 0 {
      barriers.insert(edge)
    }
    self.barriers = barriers
  }

  func contest(_ job: TraceJob) -> Contest {
    if job == .tracePropagated {
      return Contest(job: job.rawValue, contenders: propagatedAndConnected)
    }
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
      case .traceConditions:
        Contender(engine: "geosnap", operations: 1) { _ in
          Checksum(hits: TracedAttributes.bars(self.workload).count)
        }
      default: preconditionFailure("\(job.rawValue) is no job on a graph")
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

  /// What bits reach, and a connected search that ends at the same elements.
  private var propagatedAndConnected: [Contender] {
    [
      Contender(engine: "geosnap", operations: 1) { _ in self.propagated() },
      Contender(engine: "geosnap-connected", operations: 1) { _ in
        self.nodes.removeAll(keepingCapacity: true)
        self.edges.removeAll(keepingCapacity: true)
        self.search.collectConnected(
          from: self.traced.controllers,
          barriers: self.traced.outside,
          nodes: &self.nodes,
          edges: &self.edges
        )
        return Checksum(hits: self.nodes.count, sum: Double(self.edges.count))
      },
    ]
  }

  private func propagated() -> Checksum {
    nodes.removeAll(keepingCapacity: true)
    edges.removeAll(keepingCapacity: true)
    propagation.collectReached(
      from: traced.controllers,
      edgeBits: traced.bits,
      barriers: traced.bars,
      nodes: &nodes,
      edges: &edges
    )
    return Checksum(hits: nodes.count, sum: Double(edges.count))
  }

  private func shortest() -> Checksum? {
    start[0] = workload.starts[0]
    paths.search(from: start, costs: workload.weights)
    paths.collectCosts(into: &costs)
    return nil
  }
}
