/// A question to a network's topology: what to look for, from where, and what bars.
public struct TraceParameters: Hashable, Sendable {
  /// What to look for.
  public var type: TraceType
  /// Where the trace starts; none for a subnetwork by name.
  public var starts: [TraceLocation]
  /// Where nothing passes.
  public var barriers: [TraceLocation]
  /// Where nothing passes while results are collected, though controllers are found beyond.
  public var filterBarriers: [TraceLocation]
  /// What is passed, where the trace stops and what it returns; nil for the definition of the tier or, for a
  /// connected trace, for nothing that bars.
  public var configuration: TraceConfiguration?
  /// How upstream and downstream traces treat what the flow may pass either way; a configuration that does not allow
  /// it has the last word.
  public var indeterminateFlow = IndeterminateFlow.edge
  /// What is taken for granted though the network says otherwise.
  public var assumptions = TraceAssumptions()
  /// The attributes whose values, on their way from the controllers, are told of each element; one that no propagator
  /// of the configuration carries is carried as bits that all elements on the way share.
  public var propagatedAttributeNames: [String] = []
  /// Whether every place is told where the trace stops, dead ends among them.
  public var tellsDeadEnds = false

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - type: What to look for.
  ///   - starts: Where the trace starts; none for a subnetwork by name.
  ///   - barriers: Where nothing passes.
  ///   - filterBarriers: Where nothing passes while results are collected.
  ///   - configuration: What is passed; nil for the definition of the tier or, for a connected trace, for nothing
  ///     that bars.
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
