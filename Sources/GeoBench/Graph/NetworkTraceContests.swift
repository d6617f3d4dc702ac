import GeoSnap

/// The jobs on a network of features, each beside a connected trace of our own, of the same network.
///
/// A connected trace finds what a subnetwork's trace does where everything else bars. Upstream and
/// downstream have to look at all that the two conditions leave joined with their starts: a connected
/// trace with these conditions finds just that.
final class NetworkTraceContests {
  private let traced: TracedAttributes
  private let network: Topology
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
    network = Topology(try workload.network(traced), tolerance: .millimetre)
    var degrees = [Int](repeating: 0, count: workload.nodeCount)
    for edge in workload.from.indices where !traced.outside.contains(edge) {
      degrees[Int(workload.from[edge])] += 1
      degrees[Int(workload.to[edge])] += 1
    }
    func location(_ node: Int) -> TraceLocation { TraceLocation(FeatureID(table: 0, row: node)) }
    controllers = traced.controllers.map { location(Int($0)) }
    ends = degrees.indices.filter { degrees[$0] == 1 }.map(location)
  }

  func contest(_ job: TraceJob) -> Contest {
    Contest(job: job.rawValue, contenders: contenders(job))
  }

  private func contenders(_ job: TraceJob) -> [Contender] {
    let conditions = traced.tier.traceConfiguration?.traversability.barriers
    switch job {
    case .traceSubnetwork:
      return [
        contender { [network, configuration] in
          try network.trace(TraceParameters(.subnetwork, configuration: configuration))
        },
        connected(from: controllers, upTo: TracedAttributes.outsideCondition, isCompared: true),
      ]
    case .traceUpstream:
      return [directed(.upstream, from: ends), connected(from: ends, upTo: conditions)]
    case .traceDownstream, .traceDownstreamKept:
      return [
        directed(.downstream, from: controllers, keeping: job == .traceDownstreamKept),
        connected(from: controllers, upTo: conditions),
      ]
    default:
      return [
        contender { [network, first = controllers[0]] in
          try network.trace(TraceParameters(.connected, from: [first]))
        }
      ]
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
    from starts: [TraceLocation],
    upTo condition: TraceCondition?,
    isCompared: Bool = false
  ) -> Contender {
    var configuration = TraceConfiguration()
    configuration.includesBarriers = false
    configuration.traversability.barriers = condition
    let parameters = TraceParameters(.connected, from: starts, configuration: configuration)
    return contender("geosnap-connected", isCompared) { [network] in
      try network.trace(parameters)
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
