/// Whether something is reached from somewhere, by which way, or what keeps it from being reached.
public struct WhyAnswer: Sendable {
  /// Whether it is reached.
  public let isReached: Bool
  /// The way of fewest elements from the first to the second; empty when it is not reached.
  public let path: [NetworkElement]
  /// What bars on the ways that pass the fewest barriers; empty when it is reached, or when there is
  /// no connection at all.
  public let blockers: [TraceStop]
}

extension Topology {
  /// Says why something is reached from somewhere, or why not.
  ///
  /// - Parameters:
  ///   - from: Where to begin.
  ///   - to: What to reach.
  ///   - configuration: What bars; nil for the tier's definition.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  /// - Returns: The way, or the least set of barriers on one.
  /// - Throws: ``TraceError``.
  /// - Complexity: Linear in the size of the part of the network that is connected.
  public func why(
    from: TraceLocation,
    to: TraceLocation,
    configuration: TraceConfiguration? = nil,
    assuming assumptions: TraceAssumptions = TraceAssumptions()
  ) throws(TraceError) -> WhyAnswer {
    preconditionFailure("in work")
  }
}
