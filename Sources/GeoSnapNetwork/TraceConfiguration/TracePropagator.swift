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
