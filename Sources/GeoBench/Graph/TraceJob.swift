/// The jobs of `GeoBench trace`, each a public call on a network of features.
enum TraceJob: String, CaseIterable {
  case traceBuild, traceConnected, traceFeeder, traceDistances, tracePath
  case traceSubnetwork, traceUpstream, traceDownstream, traceDownstreamKept

  /// The operation, with the call that is timed.
  var does: String {
    switch self {
    case .traceBuild: "Topology(network), of features by where they lie"
    case .traceConnected: "Topology.trace(.connected), every node and edge from one start"
    case .traceFeeder:
      "Topology.trace(.connected) of a feeder of 1,024 nodes, up to edges where a condition holds"
    case .traceDistances: "Topology.distances, the least costs from one node to all features"
    case .tracePath: "Topology.trace(.shortestPath) within a feeder, with what bars at its border"
    case .traceSubnetwork:
      "Topology.trace(.subnetwork) of all controllers, with two conditions and a propagator; "
        + "connected: a connected trace of the same elements"
    case .traceUpstream:
      "Topology.trace(.upstream) from where the subnetworks end; connected: a connected trace with "
        + "the same starts and conditions"
    case .traceDownstream: "Topology.trace(.downstream) from the controllers; connected: the same"
    case .traceDownstreamKept: "downstream with the direction known from the trace before"
    }
  }
}
