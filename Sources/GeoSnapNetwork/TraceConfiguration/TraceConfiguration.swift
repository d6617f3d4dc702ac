/// The settings of a trace: the elements that it passes, its barriers and its results.
///
/// It is a plain value with the JSON of Esri's services. Attributes, categories, networks and tiers are given by
/// name, so that one configuration serves every network with these names.
public struct TraceConfiguration: Hashable, Sendable {
  /// The domain network to trace in; nil for that of the starting points.
  public var domainNetworkName: String?
  /// The tier to trace in; nil for that of the starting points.
  public var tierName: String?
  /// The tier where an upstream or downstream trace continues; nil to end at the tier's boundary.
  public var targetTierName: String?
  /// The subnetwork to trace; nil for that of the starting points.
  public var subnetworkName: String?

  /// Whether the results include their containers, and the containers of these.
  public var includesContainers = false
  /// Whether the results include the content of containers among them.
  public var includesContent = false
  /// Whether the results include the structures that they are attached to.
  public var includesStructures = false
  /// Whether the results include the barriers.
  public var includesBarriers = true
  /// Whether an isolation trace also returns the isolated region.
  public var includesIsolatedFeatures = false
  /// Whether the added containers end with the first that has a geometry.
  public var includesUpToFirstSpatialContainer = false
  /// Whether a trace fails at features that were edited but not validated.
  public var validatesConsistency = true
  /// Whether a trace fails at an object without a place by its associations.
  public var validatesLocatability = false
  /// Whether the conditions do not apply to the starting points, as for a start at an open switch.
  public var ignoresBarriersAtStartingPoints = false
  /// Whether upstream, downstream and isolation traces pass elements with indeterminate flow.
  public var allowsIndeterminateFlow = true
  /// Whether the flow has the direction in which lines are digitized.
  public var usesDigitizedDirection = false
  /// Whether results without a geometry get one from their associations.
  public var synthesizesGeometries = false

  /// The limits of the traversable network.
  public var traversability = Traversability()
  /// The filter of the result, without effect on the traversable network.
  public var filter = TraceFilter()
  /// The part of the result to return.
  public var output = TraceOutput()
  /// The values to sum up over the results.
  public var functions: [TraceFunction] = []
  /// The attributes whose values propagate from the controllers.
  public var propagators: [TracePropagator] = []
  /// The attribute that a shortest path minimizes the sum of; nil for none.
  public var shortestPathAttributeName: String?

  /// Keys of a file without a property, such as `diagramTemplateName`, which are written unchanged.
  public var otherKeys: [String: JSONFragment] = [:]
  /// The paths of unknown, dropped keys inside conditions, functions and so on, such as
  /// `conditionBarriers[0].comment`.
  public var ignoredKeys: [String] = []

  /// Creates a configuration with Esri's defaults, without barriers.
  public init() {}
}

/// The limits of the traversable network, which also limit the reach of controllers.
public struct Traversability: Hashable, Sendable {
  /// The condition of barriers; nil for none.
  public var barriers: TraceCondition?
  /// Barriers that depend on the elements passed before.
  public var functionBarriers: [TraceFunctionBarrier]
  /// The elements that the conditions apply to.
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

/// The elements that conditions apply to.
public enum TraversabilityScope: String, Hashable, Sendable, Codable, CaseIterable {
  /// Junctions only, including the paths within a device.
  case junctions
  /// Edges only.
  case edges
  /// Both.
  case junctionsAndEdges
}
