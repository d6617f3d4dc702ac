extension Topology {
  /// Traces the network.
  ///
  /// - Parameters:
  ///   - parameters: What to look for, from where, and what bars.
  ///   - progress: Told now and then how many elements were visited.
  /// - Returns: What was found.
  /// - Throws: ``TraceError``: no controller is reached, a name the network has not, a location that is
  ///   nowhere, the task was cancelled.
  /// - Complexity: Linear in the part of the network that is connected with the starts; O(n log n)
  ///   for shortest paths and nearest neighbours.
  public func trace(
    _ parameters: TraceParameters,
    progress: ((_ visited: Int) -> Void)? = nil
  ) throws(TraceError) -> TraceResult {
    var run = try TraceRun(self, parameters, progress)
    return try run.result()
  }
}
