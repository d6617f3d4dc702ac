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
