/// What a trace looks for.
public enum TraceType: String, Hashable, Sendable, Codable, CaseIterable {
  /// All that is connected with the starts, whatever controls or directs it.
  case connected
  /// The subnetworks that hold the starts, or those of a name.
  case subnetwork
  /// The controllers of the subnetworks that hold the starts.
  case subnetworkControllers
  /// The ways that lead from the starts to what feeds them; in a network that drains to sinks, what runs to the
  /// starts.
  case upstream
  /// What the starts feed; in a network that drains to sinks, the ways to the sinks.
  case downstream
  /// What has to be shut to isolate the starts.
  case isolation
  /// Whatever is part of a loop and connected with the starts.
  case loops
  /// The cheapest way between two starts.
  case shortestPath

  /// Whether the trace is one of a subnetwork: it honours controllers, the tier's definition, the direction of
  /// terminals and propagators.
  public var isSubnetworkBased: Bool {
    switch self {
    case .subnetwork, .subnetworkControllers, .upstream, .downstream, .isolation: true
    case .connected, .loops, .shortestPath: false
    }
  }
}

/// How upstream and downstream traces treat what the flow may pass either way.
public enum IndeterminateFlow: String, Hashable, Sendable, Codable, CaseIterable {
  /// It is passed both ways: every loop that the trace touches is returned.
  case edge
  /// It is passed where it lies between a start and a controller: a loop that hangs off the way is not returned.
  case path
  /// It is not passed, and not returned.
  case none
}
