import ArgumentParser
import Foundation
import GeoSnap

/// The jobs of `GeoBench trace`, each a public call on a network of features.
enum TraceJob: String, CaseIterable {
  case traceBuild, traceConnected, traceFeeder, traceDistances, tracePath
  case traceSubnetwork, traceUpstream, traceDownstream, traceDownstreamKept
}

struct TraceBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Measures traces of a workload's trace network, as a network of features.",
    discussion: """
      Searches: \(TraceJob.allCases.map(\.rawValue).joined(separator: ", ")); Benchmarks/README.md says \
      what each does. --repetitions and --json are as without a subcommand; Rivals/run --traces runs it \
      beside csr_bfs and igraph.
      """
  )

  @OptionGroup var source: WorkloadOptions
  @Option(help: "net for random numbers of nodes, netloc for local ones.") var labels = "net"
  // GeoBench itself takes --jobs, even after a subcommand's name.
  @OptionGroup var measuring: MeasuringOptions
  @Option(help: "Searches to run, separated by commas; all when absent.") var searches: JobNames?

  func validate() throws { try searches?.check(TraceJob.allCases.map(\.rawValue)) }

  func run() throws {
    let workload = try source.graph(labels: labels)
    let contests = try TraceContests(workload)
    var table = Table(rivals: "no rivals", isShown: !measuring.json)
    for job in TraceJob.allCases where searches?.contains(job) ?? true {
      table.add(contests.contest(job).measure(n: workload.edgeCount, measuring.repetitions))
    }
    try table.end(isJSON: measuring.json)
  }
}

/// The jobs, some together with a connected trace of the same network.
///
/// A connected trace finds the same elements as a subnetwork's trace where all other elements bar. Upstream and
/// downstream traces have to examine all elements that the two conditions leave joined with their starts: a connected
/// trace with these conditions finds exactly these.
final class TraceContests {
  private let traced: TracedAttributes
  private let workload: GraphWorkload
  private let features: UtilityNetwork
  private var network: Topology
  private let controllers: [TraceLocation]
  private let ends: [TraceLocation]
  private var last: TraceResult?
  /// The number of traces so far that had to find the direction themselves.
  private var turn = 0

  init(_ workload: GraphWorkload) throws {
    let traced = TracedAttributes(workload)
    self.traced = traced
    self.workload = workload
    features = try workload.network(traced)
    network = Topology(features, tolerance: .millimetre)
    var degrees = [Int](repeating: 0, count: workload.nodeCount)
    for edge in workload.from.indices where !traced.outside.contains(edge) {
      degrees[Int(workload.from[edge])] += 1
      degrees[Int(workload.to[edge])] += 1
    }
    controllers = traced.controllers.map { TraceLocation(FeatureID(table: 0, row: Int($0))) }
    ends = degrees.indices.filter { degrees[$0] == 1 }.map {
      TraceLocation(FeatureID(table: 0, row: $0))
    }
  }

  func contest(_ job: TraceJob) -> Contest {
    Contest(job: job.rawValue, contenders: contenders(job))
  }

  private func contenders(_ job: TraceJob) -> [Contender] {
    let conditions = traced.tier.traceConfiguration?.traversability.barriers
    return switch job {
    case .traceSubnetwork:
      [
        contender { [network, configuration] in
          try network.trace(TraceParameters(.subnetwork, configuration: configuration))
        },
        connected(from: controllers, upTo: TracedAttributes.outsideCondition, isCompared: true),
      ]
    case .traceUpstream:
      [directed(.upstream, from: ends), connected(from: ends, upTo: conditions)]
    case .traceDownstream, .traceDownstreamKept:
      [
        directed(.downstream, from: controllers, keeping: job == .traceDownstreamKept),
        connected(from: controllers, upTo: conditions),
      ]
    case .traceBuild: [build]
    case .traceConnected:
      [
        contender(counting: true) { [network, start] in
          try network.trace(TraceParameters(.connected, from: [start]))
        }
      ]
    case .traceFeeder: [Contender(operations: workload.starts.count) { self.feeders($0) }]
    case .traceDistances: [distances]
    case .tracePath: [Contender(operations: workload.starts.count) { self.paths($0) }]
    }
  }

  private var start: TraceLocation { location(Int(workload.starts[0])) }

  private var build: Contender {
    Contender(
      operations: 1,
      run: { _ in
        self.network = Topology(self.features, tolerance: .millimetre)
        return nil
      },
      check: { Checksum(hits: self.network.nodeLimit, sum: Double(self.network.edgeLimit)) }
    )
  }

  private var distances: Contender {
    var found: [Topology.Distance] = []
    return Contender(
      operations: 1,
      run: { [network, start] _ in
        let answer = try? network.distances(
          from: [start],
          cost: "Weight",
          configuration: TraceConfiguration()
        )
        found = answer ?? []
        return nil
      },
      check: {
        let nodes = found.filter { $0.feature.table == 0 }
        return Checksum(hits: nodes.count, sum: nodes.reduce(0) { $0 + $1.value })
      }
    )
  }

  /// The average number of nodes and edges of a feeder: rivals examine fewer of them.
  private func feeders(_ count: Int) -> Checksum {
    var counts = (nodes: 0, edges: 0)
    for start in workload.starts.prefix(count) {
      let trace = try? network.trace(
        TraceParameters(.connected, from: [location(Int(start))], configuration: feeder)
      )
      let found = trace.map { self.counts($0) } ?? (nodes: 0, edges: 0)
      counts = (counts.nodes + found.nodes, counts.edges + found.edges)
    }
    return Checksum(hits: counts.nodes / count, sum: Double(counts.edges) / Double(count))
  }

  private func paths(_ count: Int) -> Checksum {
    var (elements, cost) = (0, 0.0)
    var configuration = feeder
    configuration.shortestPathAttributeName = "Weight"
    for start in workload.starts.prefix(count) {
      let goal = traced.controllers[Int(workload.local[Int(start)] / 1024)]
      let ends = [location(Int(start)), location(Int(goal))]
      let trace = try? network.trace(
        TraceParameters(.shortestPath, from: ends, configuration: configuration)
      )
      elements += trace?.elements.count ?? 0
      cost += trace?.cost ?? 0
    }
    return Checksum(hits: elements / count, sum: cost / Double(count))
  }

  private func counts(_ trace: TraceResult) -> (nodes: Int, edges: Int) {
    let nodes = trace.elements.codes.count { Int($0) < network.nodeLimit }
    return (nodes, trace.elements.count - nodes)
  }

  private func location(_ node: Int) -> TraceLocation {
    TraceLocation(FeatureID(table: 0, row: node))
  }

  private var feeder: TraceConfiguration { barred(by: .attribute("Barrier", .equal, .integer(1))) }

  private func barred(by condition: TraceCondition?) -> TraceConfiguration {
    var configuration = TraceConfiguration()
    configuration.includesBarriers = false
    configuration.traversability.barriers = condition
    return configuration
  }

  private var configuration: TraceConfiguration {
    var configuration = traced.tier.traceConfiguration ?? TraceConfiguration()
    configuration.tierName = traced.tier.name
    configuration.subnetworkName = TracedAttributes.subnetworkName
    return configuration
  }

  /// A trace up or down; its starts have another order each time, unless the direction may be kept.
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
    let configuration = barred(by: condition)
    let parameters = TraceParameters(.connected, from: starts, configuration: configuration)
    return contender("geosnap-connected", isCompared) { [network] in try network.trace(parameters) }
  }

  private func contender(
    _ engine: String = "geosnap",
    _ isCompared: Bool = true,
    counting counts: Bool = false,
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
        if counts, let last = self.last {
          let counts = self.counts(last)
          return Checksum(hits: counts.nodes, sum: Double(counts.edges))
        }
        let elements = self.last?.elements
        return Checksum(
          hits: elements?.count ?? 0,
          sumIDs: elements?.reduce(0) { $0 &+ Int64(truncatingIfNeeded: $1.globalID.low) } ?? 0
        )
      }
    )
  }
}
