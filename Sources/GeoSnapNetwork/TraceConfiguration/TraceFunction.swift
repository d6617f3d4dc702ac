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
