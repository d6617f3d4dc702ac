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
