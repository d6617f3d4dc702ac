/// How the values of an attribute become one.
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
  /// The first value less all others.
  case subtract
}

/// A value that a trace sums up over its results.
public struct TraceFunction: Hashable, Sendable {
  /// How values become one.
  public var function: TraceFunctionType
  /// The attribute that gives the values.
  public var attributeName: String
  /// The attribute or field that keeps the sum for a subnetwork; nil for none.
  public var summaryAttributeName: String?
  /// What an element must meet to count; nil for anything.
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

/// A barrier that rises when what was passed adds up to enough.
public struct TraceFunctionBarrier: Hashable, Sendable {
  /// How values become one.
  public var function: TraceFunctionType
  /// The attribute that gives the values.
  public var attributeName: String
  /// How the result compares with the value where the barrier rises.
  public var comparison: TraceConditionOperator
  /// The value.
  public var value: Double
  /// Whether each way from a start counts for itself; otherwise the whole trace has one count.
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
