import GeoSnap

/// The jobs on a network of features, each beside a connected trace of our own.
///
/// What a subnetwork's trace finds, a connected trace finds in a network that has those elements
/// alone. Upstream and downstream have to look at everything that the conditions leave joined with
/// their starts: a connected trace finds just that in a network without what bars.
final class NetworkTraceContests {
  private let traced: TracedAttributes
  private let network: Topology
  /// The network without the edges that bar.
  private let open: Topology
  /// The network with the edges alone that the propagator reaches.
  private let reached: Topology
  /// The controllers.
  private let controllers: [TraceLocation]
  /// The nodes at which the subnetworks end.
  private let ends: [TraceLocation]
  private var last: TraceResult?
  /// How often traces were asked for that have to find the direction themselves.
  private var turn = 0

  init(_ workload: GraphWorkload) throws {
    let traced = TracedAttributes(workload)
    self.traced = traced
    let (bars, bits) = (traced.bars, traced.bits)
    var (nodes, edges) = ([Int32](), [Int32]())
    let search = PropagationSearch(workload.graph)
    search.collectReached(
      from: traced.controllers,
      edgeBits: bits,
      barriers: bars,
      nodes: &nodes,
      edges: &edges
    )
    var isReached = EdgeSet(edgeCount: workload.edgeCount)
    var degrees = [Int](repeating: 0, count: workload.nodeCount)
    for edge in edges {
      isReached.insert(Int(edge))
      degrees[Int(workload.from[Int(edge)])] += 1
      degrees[Int(workload.to[Int(edge)])] += 1
    }
    func topology(_ keeps: ((Int) -> Bool)?) throws -> Topology {
      Topology(try workload.network(traced, keeping: keeps), tolerance: .millimetre)
    }
    network = try topology(nil)
    open = try topology { !bars.contains($0) }
    reached = try topology { isReached.contains($0) }
    controllers = traced.controllers.map { TraceLocation(FeatureID(table: 0, row: Int($0))) }
    ends = nodes.filter { degrees[Int($0)] <= 1 }
      .map { TraceLocation(FeatureID(table: 0, row: Int($0))) }
  }

  func contest(_ job: TraceJob) -> Contest {
    Contest(job: job.rawValue, contenders: contenders(job))
  }

  private func contenders(_ job: TraceJob) -> [Contender] {
    let first = [controllers[0]]
    switch job {
    case .traceSubnetwork:
      return [
        contender { [network, configuration] in
          try network.trace(TraceParameters(.subnetwork, configuration: configuration))
        },
        connected(reached, from: controllers),
      ]
    case .traceUpstream:
      return [directed(.upstream, from: ends), connected(open, from: ends, isCompared: false)]
    case .traceDownstream, .traceDownstreamKept:
      return [
        directed(.downstream, from: controllers, keeping: job == .traceDownstreamKept),
        connected(open, from: controllers, isCompared: false),
      ]
    default: return [connected(network, from: first, isFirst: true)]
    }
  }

  private var configuration: TraceConfiguration {
    var configuration = traced.tier.traceConfiguration ?? TraceConfiguration()
    configuration.tierName = traced.tier.name
    configuration.subnetworkName = TracedAttributes.subnetworkName
    return configuration
  }

  /// A trace up or down; unless the direction may be kept, its starts come in another order each time,
  /// so that the trace before is no help.
  private func directed(
    _ type: TraceType,
    from starts: [TraceLocation],
    keeping keeps: Bool = false
  ) -> Contender {
    var turned = starts
    var contender = self.contender { [network, configuration] in
      try network.trace(TraceParameters(type, from: turned, configuration: configuration))
    }
    contender.prepare = {
      guard !keeps else { return }
      self.turn = (self.turn + 1) % starts.count
      turned = Array(starts[self.turn...] + starts[..<self.turn])
    }
    return contender
  }

  private func connected(
    _ topology: Topology,
    from starts: [TraceLocation],
    isFirst: Bool = false,
    isCompared: Bool = true
  ) -> Contender {
    contender(isFirst ? "geosnap" : "geosnap-connected", isCompared) {
      try topology.trace(TraceParameters(.connected, from: starts))
    }
  }

  private func contender(
    _ engine: String = "geosnap",
    _ isCompared: Bool = true,
    _ trace: @escaping () throws -> TraceResult
  ) -> Contender {
    Contender(
      engine: engine,
      operations: 1,
      isCompared: isCompared,
      run: { _ in
        self.last = try? trace()
        return nil
      },
      check: {
        let elements = self.last?.elements
        return Checksum(
          hits: elements?.count ?? 0,
          sumIDs: elements?.reduce(0) { $0 &+ Int64(truncatingIfNeeded: $1.globalID.low) } ?? 0
        )
      }
    )
  }
}
