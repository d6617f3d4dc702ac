/// The jobs of `GeoBench trace`.
enum TraceJob: String, CaseIterable {
  case traceBuild, traceConnected, traceFeeder, traceComponents, traceShortest, traceBlocks
  case traceConditions, tracePropagated
  case traceNetwork, traceSubnetwork, traceUpstream, traceDownstream, traceDownstreamKept

  /// What one operation is.
  var does: String {
    switch self {
    case .traceBuild: "the graph, from the nodes of its edges"
    case .traceConnected: "every node and edge, from one start"
    case .traceFeeder: "the nodes and edges of a feeder of 1,024 nodes, from one of its nodes"
    case .traceComponents: "the feeders of all nodes, as labels"
    case .traceShortest: "the least costs from one node to all"
    case .traceBlocks: "the bridges and blocks of all edges"
    case .traceConditions: "two conditions, read from their columns for all edges"
    case .tracePropagated:
      "what 8 bits reach from all controllers, up to two conditions; connected: a search of what is "
        + "connected with them, up to the same elements"
    case .traceNetwork: "a network of features: a connected trace of everything"
    case .traceSubnetwork:
      "the subnetworks of all controllers, with two conditions and a propagator; connected: a "
        + "connected trace of the same elements"
    case .traceUpstream:
      "upstream from where the subnetworks end; connected: a connected trace with the same starts "
        + "and conditions"
    case .traceDownstream: "the same downstream, from the controllers"
    case .traceDownstreamKept: "downstream with the direction known from the trace before"
    }
  }

  /// Whether it traces a network of features rather than a graph.
  var isOfNetwork: Bool {
    switch self {
    case .traceNetwork, .traceSubnetwork, .traceUpstream, .traceDownstream, .traceDownstreamKept:
      true
    default: false
    }
  }
}
