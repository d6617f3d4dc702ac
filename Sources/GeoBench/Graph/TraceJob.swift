/// The jobs of `GeoBench trace`, each a public call on a network of features.
enum TraceJob: String, CaseIterable {
  case traceBuild, traceConnected, traceFeeder, traceDistances, tracePath
  case traceSubnetwork, traceUpstream, traceDownstream, traceDownstreamKept
}
