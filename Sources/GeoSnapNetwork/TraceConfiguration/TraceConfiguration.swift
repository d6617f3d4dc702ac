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
  package var validatesConsistency = true
  /// Whether a trace fails at an object without a place by its associations.
  package var validatesLocatability = false
  /// Whether the conditions do not apply to the starting points, as for a start at an open switch.
  public var ignoresBarriersAtStartingPoints = false
  /// Whether upstream, downstream and isolation traces pass elements with indeterminate flow.
  public var allowsIndeterminateFlow = true
  /// Whether the flow has the direction in which lines are digitized.
  public var usesDigitizedDirection = false
  /// Whether results without a geometry get one from their associations.
  package var synthesizesGeometries = false

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
  package var otherKeys: [String: JSONFragment] = [:]
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

/// A filter of a trace's result, which does not hide controllers, unlike ``Traversability``.
public struct TraceFilter: Hashable, Sendable {
  /// The condition of barriers; nil for none.
  public var barriers: TraceCondition?
  /// Barriers that depend on the elements passed before.
  public var functionBarriers: [TraceFunctionBarrier]
  /// The elements that the conditions apply to.
  public var scope: TraversabilityScope
  /// The search for nearest neighbors; nil to return all elements.
  public var nearestNeighbors: NearestNeighbors?
  /// The attribute in which results share a bit, with all of a loop or with the start; nil for none.
  public var bitsetAttributeName: String?

  /// Creates a filter.
  public init(
    barriers: TraceCondition? = nil,
    functionBarriers: [TraceFunctionBarrier] = [],
    scope: TraversabilityScope = .junctionsAndEdges,
    nearestNeighbors: NearestNeighbors? = nil,
    bitsetAttributeName: String? = nil
  ) {
    self.barriers = barriers
    self.functionBarriers = functionBarriers
    self.scope = scope
    self.nearestNeighbors = nearestNeighbors
    self.bitsetAttributeName = bitsetAttributeName
  }
}

/// A search for the elements of some types that are reached at the lowest cost.
public struct NearestNeighbors: Hashable, Sendable {
  /// The number to return; negative when the search is off.
  public var count: Int
  /// The attribute whose sum is the cost; nil when the file names none.
  public var costAttributeName: String?
  /// The categories of the elements to find.
  public var categories: [String]
  /// The asset types of the elements to find.
  public var assetTypes: [AssetTypeID]

  /// Creates a search.
  public init(
    count: Int,
    costAttributeName: String?,
    categories: [String] = [],
    assetTypes: [AssetTypeID] = []
  ) {
    self.count = count
    self.costAttributeName = costAttributeName
    self.categories = categories
    self.assetTypes = assetTypes
  }
}

/// The part of a trace's result to return, without effect on the trace.
public struct TraceOutput: Hashable, Sendable {
  /// The asset types to return; empty for all.
  public var assetTypes: [AssetTypeID]
  /// The condition of returned elements; nil for all.
  public var conditions: TraceCondition?

  /// Creates an output.
  public init(assetTypes: [AssetTypeID] = [], conditions: TraceCondition? = nil) {
    self.assetTypes = assetTypes
    self.conditions = conditions
  }
}

/// The function of an attribute's values.
public enum TraceFunctionType: String, Hashable, Sendable, Codable, CaseIterable {
  /// The sum.
  case add
  /// The mean.
  case average
  /// The number of values.
  case count
  /// The greatest value.
  case max
  /// The least value.
  case min
  /// The first value minus all others.
  case subtract
}

/// A function value over the results of a trace.
public struct TraceFunction: Hashable, Sendable {
  /// The function.
  public var function: TraceFunctionType
  /// The attribute with the values.
  public var attributeName: String
  /// The attribute or field that stores the result for a subnetwork; nil for none.
  public var summaryAttributeName: String?
  /// The condition of elements that count; nil for all.
  public var conditions: TraceCondition?

  /// Creates a function.
  public init(
    _ function: TraceFunctionType,
    of attributeName: String,
    summaryAttributeName: String? = nil,
    conditions: TraceCondition? = nil
  ) {
    self.function = function
    self.attributeName = attributeName
    self.summaryAttributeName = summaryAttributeName
    self.conditions = conditions
  }
}

/// A barrier where the function value of the passed elements satisfies a comparison.
public struct TraceFunctionBarrier: Hashable, Sendable {
  /// The function.
  public var function: TraceFunctionType
  /// The attribute with the values.
  public var attributeName: String
  /// The comparison of the function value with ``value``, which is true at the barrier.
  public var comparison: TraceConditionOperator
  /// The value.
  public var value: Double
  /// Whether each path from a start has a separate function value, instead of one for the whole trace.
  public var usesLocalValues: Bool

  /// Creates a function barrier.
  public init(
    _ function: TraceFunctionType,
    of attributeName: String,
    _ comparison: TraceConditionOperator,
    _ value: Double,
    usesLocalValues: Bool = false
  ) {
    self.function = function
    self.attributeName = attributeName
    self.comparison = comparison
    self.value = value
    self.usesLocalValues = usesLocalValues
  }
}

/// An attribute whose value propagates from the controllers, changed by every element, until a comparison fails.
public struct TracePropagator: Hashable, Sendable {
  /// The effect of an element on the propagated value.
  public enum Function: String, Hashable, Sendable, Codable, CaseIterable {
    /// The common bits of the value and the element's value.
    case bitwiseAnd
    /// The lesser value.
    case min
    /// The greater value.
    case max
  }

  /// The attribute with the elements' values.
  public var attributeName: String
  /// The attribute that replaces the bits at a tap; nil for none.
  public var substitutionAttributeName: String?
  /// The effect of an element on the propagated value.
  public var function: Function
  /// The comparison of the propagated value with ``value``, which is true where the trace continues.
  public var comparison: TraceConditionOperator
  /// The value compared with.
  public var value: TraceValue
  /// The field that stores the propagated value; nil for none.
  public var propagatedAttributeName: String?

  /// Creates a propagator.
  public init(
    _ function: Function,
    of attributeName: String,
    _ comparison: TraceConditionOperator,
    _ value: TraceValue,
    substitutionAttributeName: String? = nil,
    propagatedAttributeName: String? = nil
  ) {
    self.attributeName = attributeName
    self.substitutionAttributeName = substitutionAttributeName
    self.function = function
    self.comparison = comparison
    self.value = value
    self.propagatedAttributeName = propagatedAttributeName
  }
}
