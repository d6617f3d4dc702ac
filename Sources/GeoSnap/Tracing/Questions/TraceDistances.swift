extension Topology {
  /// How far a feature is from the starts.
  public struct Distance: Hashable, Sendable {
    /// The feature.
    public let feature: FeatureID
    /// The cost of the cheapest way: of a line to its nearer end, of a device to its nearest terminal.
    public let value: Double
  }

  /// What it costs to reach each feature from the nearest of some starts.
  ///
  /// - Parameters:
  ///   - starts: The places to measure from.
  ///   - cost: The name of the attribute that adds up; elements without a value cost nothing.
  ///   - configuration: What bars; nil for the tier's definition.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  /// - Returns: The features that are reached, in the order of features.
  /// - Throws: ``TraceError``.
  /// - Complexity: O(n log n) for n elements that are reached.
  public func distances(
    from starts: [TraceLocation],
    cost: String,
    configuration: TraceConfiguration? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions()
  ) throws(TraceError) -> [Distance] {
    preconditionFailure("in work")
  }
}
