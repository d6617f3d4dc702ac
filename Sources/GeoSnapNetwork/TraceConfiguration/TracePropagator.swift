/// An attribute whose value travels from the controllers outwards, changed by every element, until
/// it fails a test.
public struct TracePropagator: Hashable, Sendable {
  /// How an element changes the value that arrives.
  public enum Function: String, Hashable, Sendable, Codable, CaseIterable {
    /// The bits that the value and the element's share.
    case bitwiseAnd
    /// The lesser.
    case min
    /// The greater.
    case max
  }

  /// The attribute that changes the value.
  public var attributeName: String
  /// The attribute that rewrites the bits at a tap; nil for none.
  public var substitutionAttributeName: String?
  /// How an element changes the value that arrives.
  public var function: Function
  /// How the value compares with the given one where the trace goes on.
  public var comparison: TraceConditionOperator
  /// The value compared with.
  public var value: TraceValue
  /// The field that keeps the value that arrived; nil for none.
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
