/// The parameters of a trace: its type, starts, barriers and configuration.
public struct TraceParameters: Hashable, Sendable, Encodable {
  enum CodingKeys: String, CodingKey {
    case type, starts, barriers, filterBarriers, indeterminateFlow, assumptions
    case propagatedAttributeNames, tellsDeadEnds
    case configuration = "traceConfiguration"
  }

  /// The type of trace.
  public var type: TraceType
  /// The starting points; empty for a subnetwork by name.
  public var starts: [TraceLocation]
  /// Barriers, which stop the trace.
  public var barriers: [TraceLocation]
  /// Barriers that stop the trace while it collects results, but not while it searches for controllers.
  public var filterBarriers: [TraceLocation]
  /// The conditions and other settings; nil for the definition of the tier or, for a connected trace, for no
  /// conditions.
  public var configuration: TraceConfiguration?
  /// The treatment of edges with indeterminate flow in upstream and downstream traces; it has no effect when the
  /// configuration does not allow indeterminate flow.
  public var indeterminateFlow = IndeterminateFlow.edge
  /// Assumptions that replace values and barriers of the network.
  public var assumptions = TraceAssumptions()
  /// The attributes whose propagated values are reported for each element; an attribute without a propagator in the
  /// configuration is propagated as the bits that all elements on the way share or, for other numbers, as the least
  /// one on the way.
  public var propagatedAttributeNames: [String] = []
  /// Whether all stops are reported, dead ends included.
  public var tellsDeadEnds = false

  /// Creates parameters.
  ///
  /// - Parameters:
  ///   - type: The type of trace.
  ///   - starts: The starting points; empty for a subnetwork by name.
  ///   - barriers: Barriers, which stop the trace.
  ///   - filterBarriers: Barriers that stop the trace only while it collects results.
  ///   - configuration: The configuration; nil for the definition of the tier or, for a connected trace, for no
  ///     conditions.
  public init(
    _ type: TraceType,
    from starts: [TraceLocation] = [],
    barriers: [TraceLocation] = [],
    filterBarriers: [TraceLocation] = [],
    configuration: TraceConfiguration? = nil
  ) {
    self.type = type
    self.starts = starts
    self.barriers = barriers
    self.filterBarriers = filterBarriers
    self.configuration = configuration
  }
}

// Features are coded by global id, so parameters can be read for a network that is opened later; it is in
// `userInfo[.network]`. Values that are equal to their default may be missing.

extension TraceParameters: Decodable {
  /// Reads parameters for the network in the decoder's `userInfo`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func read<Value: Decodable>(_ key: CodingKeys, into value: inout Value) throws {
      value = try container.decodeIfPresent(Value.self, forKey: key) ?? value
    }
    self.init(try container.decode(TraceType.self, forKey: .type))
    try read(.starts, into: &starts)
    try read(.barriers, into: &barriers)
    try read(.filterBarriers, into: &filterBarriers)
    configuration = try container.decodeIfPresent(TraceConfiguration.self, forKey: .configuration)
    try read(.indeterminateFlow, into: &indeterminateFlow)
    try read(.assumptions, into: &assumptions)
    try read(.propagatedAttributeNames, into: &propagatedAttributeNames)
    try read(.tellsDeadEnds, into: &tellsDeadEnds)
  }
}

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

  /// Whether it uses controllers, the definition of the tier, the direction of terminals and propagators.
  package var isSubnetworkBased: Bool {
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

/// Hypothetical values and barriers that replace those of the network in a trace.
///
/// The network is neither changed nor copied.
public struct TraceAssumptions: Hashable, Sendable {
  /// An assumed value of a feature.
  public struct Value: Hashable, Codable, Sendable {
    /// The feature.
    public var feature: FeatureID
    /// The name of the network attribute.
    public var attributeName: String
    /// The value: a number, or the name of a coded value; nil for none.
    public var value: TraceValue?

    /// Creates a value.
    public init(_ feature: FeatureID, _ attributeName: String, _ value: TraceValue?) {
      self.feature = feature
      self.attributeName = attributeName
      self.value = value
    }
  }

  /// The assumed values of features, at all their terminals; the last one counts.
  public var values: [Value] = []
  /// The features that are barriers, independently of conditions: nothing passes a junction, nothing passes from
  /// terminal to terminal of a device, and no part of a line can be passed.
  public var blocked: [FeatureID] = []
  /// The features that are not barriers, independently of conditions.
  public var unblocked: [FeatureID] = []

  /// Creates assumptions; none by default.
  public init(values: [Value] = [], blocked: [FeatureID] = [], unblocked: [FeatureID] = []) {
    self.values = values
    self.blocked = blocked
    self.unblocked = unblocked
  }
}

extension TraceAssumptions: Codable {
  /// Reads assumptions about the network in the decoder's `userInfo`; missing lists are empty.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      values: try container.decodeIfPresent([Value].self, forKey: .values) ?? [],
      blocked: try container.decodeIfPresent([FeatureID].self, forKey: .blocked) ?? [],
      unblocked: try container.decodeIfPresent([FeatureID].self, forKey: .unblocked) ?? []
    )
  }
}
