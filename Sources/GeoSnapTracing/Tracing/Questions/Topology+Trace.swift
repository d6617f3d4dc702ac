extension Topology {
  /// Traces the network.
  ///
  /// - Parameter parameters: The type of trace, the starts, the barriers and the configuration.
  /// - Returns: The result.
  /// - Throws: ``TraceError`` when no controller is reached, a name is not in the network, a location is not in the
  ///   graph, or the task was cancelled.
  /// - Complexity: Linear in the part of the network that is connected with the starts; O(n log n) for shortest paths
  ///   and nearest neighbours.
  public func trace(_ parameters: TraceParameters) throws(TraceError) -> TraceResult {
    var run = try TraceRun(self, parameters, nil)
    return try run.result()
  }

  /// The asynchronous twin of ``trace(_:)``, off the caller's actor, with progress; throws `CancellationError` when
  /// its task is cancelled.
  ///
  /// ```swift
  /// let search = Task { try await topology.trace(parameters) { visited in show(visited) } }
  /// cancelButton.action = { search.cancel() }
  /// ```
  ///
  /// `progress` receives the number of elements visited, from one thread at a time.
  @concurrent
  public func trace(
    _ parameters: TraceParameters,
    progress: (@Sendable (_ visited: Int) -> Void)?
  ) async throws -> TraceResult {
    try cancellable { () throws(TraceError) in
      var run = try TraceRun(self, parameters, progress)
      return try run.result()
    }
  }
}

/// Runs work in the current task, and throws `CancellationError` when the task is cancelled, since results are
/// incomplete then.
func cancellable<Answer>(_ ask: () throws(TraceError) -> Answer) throws -> Answer {
  try Task.checkCancellation()
  do {
    return try ask()
  } catch {
    try Task.checkCancellation()
    throw error
  }
}
