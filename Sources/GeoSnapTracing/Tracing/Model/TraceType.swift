/// The type of a trace.
public enum TraceType: String, Hashable, Sendable, Codable, CaseIterable {
  /// Everything connected with the starts, independently of controllers and flow direction.
  case connected
  /// The subnetworks of the starts, or those with a name.
  case subnetwork
  /// The controllers of the subnetworks of the starts.
  case subnetworkControllers
  /// The paths from the starts to their sources; in a network that drains to sinks, the elements that flow to the
  /// starts.
  case upstream
  /// The elements that the starts feed; in a network that drains to sinks, the paths to the sinks.
  case downstream
  /// The devices that have to be shut to isolate the starts.
  case isolation
  /// All loops that are connected with the starts.
  case loops
  /// The path of least cost between two starts.
  case shortestPath

  /// Whether the trace belongs to a subnetwork: it uses controllers, the tier's definition, the direction of
  /// terminals and propagators.
  public var isSubnetworkBased: Bool {
    switch self {
    case .subnetwork, .subnetworkControllers, .upstream, .downstream, .isolation: true
    case .connected, .loops, .shortestPath: false
    }
  }
}

/// The treatment of edges with indeterminate flow in upstream and downstream traces.
public enum IndeterminateFlow: String, Hashable, Sendable, Codable, CaseIterable {
  /// Edges with indeterminate flow are passed both ways: every loop that the trace touches is in the result.
  case edge
  /// Edges with indeterminate flow are passed if they lie between a start and a controller: a loop that only branches
  /// off is not in the result.
  case path
  /// Edges with indeterminate flow are neither passed nor in the result.
  case none
}
