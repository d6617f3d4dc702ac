extension Topology {
  /// A part of the network that is isolated as one: what lies between valves.
  public struct IsolationSegment: Sendable {
    /// The elements, in order.
    public let elements: TraceElements
    /// The valves of which exactly one side is in the segment, in the order of features.
    public let valves: [FeatureID]
  }

  /// Divides the network at its valves.
  ///
  /// - Parameters:
  ///   - valves: Which elements are valves; nil for those of the category `Isolating` or, where no
  ///     asset type has it, for all devices with a status that bars when set.
  ///   - ignoresStatus: Whether what is shut or open now makes no difference.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  /// - Returns: The segments, in the order of their first features. A valve is part of none.
  /// - Throws: ``TraceError`` when a condition names what the network has not.
  /// - Complexity: Linear in the size of the network.
  public func isolationSegments(
    valves: TraceCondition? = nil,
    ignoresStatus: Bool = false,
    assuming assumptions: TraceAssumptions = TraceAssumptions()
  ) throws(TraceError) -> [IsolationSegment] {
    preconditionFailure("in work")
  }
}
