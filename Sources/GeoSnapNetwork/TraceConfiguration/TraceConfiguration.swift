/// What a trace passes, where it stops and what it returns.
///
/// It is a plain value: conditions are added and reset by assignment. Attributes, categories,
/// networks and tiers go by name, so that one configuration serves every network that has them.
/// Its JSON is that of Esri's services.
public struct TraceConfiguration: Hashable, Sendable {
  /// The domain network to trace in; nil for that of the starting points.
  public var domainNetworkName: String?
  /// The tier to trace in; nil for that of the starting points.
  public var tierName: String?
  /// The tier an upstream or downstream trace goes on to; nil to end at the tier's boundary.
  public var targetTierName: String?
  /// The subnetwork to trace; nil for that of the starting points.
  public var subnetworkName: String?

  /// Whether the containers of every result are added, and theirs.
  public var includesContainers = false
  /// Whether the content of the containers among the results is added.
  public var includesContent = false
  /// Whether the structures that carry results are added.
  public var includesStructures = false
  /// Whether what stops the trace is a result itself.
  public var includesBarriers = true
  /// Whether an isolation trace returns the isolated region as well.
  public var includesIsolatedFeatures = false
  /// Whether adding containers ends at the first that has a geometry.
  public var includesUpToFirstSpatialContainer = false
  /// Whether a trace fails where it passes what was edited and not validated since.
  public var validatesConsistency = true
  /// Whether a trace fails where it passes an object that no association gives a place.
  public var validatesLocatability = false
  /// Whether conditions are not asked of the starting points, as for a start at an open switch.
  public var ignoresBarriersAtStartingPoints = false
  /// Whether upstream, downstream and isolation traces pass where the flow may run either way.
  public var allowsIndeterminateFlow = true
  /// Whether the direction in which lines are drawn is that of the flow.
  public var usesDigitizedDirection = false
  /// Whether results without a geometry get one made from their associations.
  public var synthesizesGeometries = false

  /// Where the traversable network ends.
  public var traversability = Traversability()
  /// What trims the answer without changing what is traversable.
  public var filter = TraceFilter()
  /// What of the result is returned.
  public var output = TraceOutput()
  /// What to sum up over the results.
  public var functions: [TraceFunction] = []
  /// The attributes whose values travel from the controllers outwards.
  public var propagators: [TracePropagator] = []
  /// The attribute that a shortest path adds up; nil for none.
  public var shortestPathAttributeName: String?

  /// Keys of a file that have no property here, kept so that writing the configuration loses
  /// nothing, such as `diagramTemplateName` or `arcadeExpressionBarrier`.
  public var otherKeys: [String: JSONFragment] = [:]
  /// Where reading met keys inside conditions, functions and so on that it does not know and did
  /// not keep, such as `conditionBarriers[0].comment`.
  public var ignoredKeys: [String] = []

  /// Creates a configuration with Esri's defaults: nothing stops the trace.
  public init() {}
}

/// Where the traversable network ends: at its controllers' reach, these conditions count.
public struct Traversability: Hashable, Sendable {
  /// What an element is a barrier by; nil for nothing.
  public var barriers: TraceCondition?
  /// Barriers that depend on what was passed before.
  public var functionBarriers: [TraceFunctionBarrier]
  /// Which elements the conditions are asked of.
  public var scope: TraversabilityScope

  /// Creates a traversability.
  public init(
    barriers: TraceCondition? = nil,
    functionBarriers: [TraceFunctionBarrier] = [],
    scope: TraversabilityScope = .junctionsAndEdges
  ) {
    self.barriers = barriers
    self.functionBarriers = functionBarriers
    self.scope = scope
  }
}

/// Which elements conditions are asked of.
public enum TraversabilityScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// Junctions alone, the paths within a device among them.
  case junctions
  /// Edges alone.
  case edges
  /// Both.
  case junctionsAndEdges
}
