/// What trims the answer of a trace: unlike ``Traversability`` it hides no controller.
public struct TraceFilter: Hashable, Sendable {
  /// What an element is a barrier by; nil for nothing.
  public var barriers: TraceCondition?
  /// Barriers that depend on what was passed before.
  public var functionBarriers: [TraceFunctionBarrier]
  /// Which elements the conditions are asked of.
  public var scope: TraversabilityScope
  /// The few elements to find; nil to return all.
  public var nearestNeighbors: NearestNeighbors?
  /// The attribute of which results share a bit: with all of a loop, or with the start; nil for
  /// none.
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

/// The elements of some kinds that are cheapest to reach.
public struct NearestNeighbors: Hashable, Sendable {
  /// How many to return; negative when the search is off.
  public var count: Int
  /// The attribute that adds up on the way; nil when the file names none.
  public var costAttributeName: String?
  /// The categories of what is looked for.
  public var categories: [String]
  /// The asset types of what is looked for.
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

/// What of a trace's result is returned; never where the trace goes.
public struct TraceOutput: Hashable, Sendable {
  /// The asset types to return; empty for all.
  public var assetTypes: [AssetTypeID]
  /// What a returned element meets; nil for anything.
  public var conditions: TraceCondition?

  /// Creates an output.
  public init(assetTypes: [AssetTypeID] = [], conditions: TraceCondition? = nil) {
    self.assetTypes = assetTypes
    self.conditions = conditions
  }
}
