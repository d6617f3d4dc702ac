extension Topology {
  /// Traces the network.
  ///
  /// - Parameter parameters: What to look for, from where, and what bars.
  /// - Returns: What was found.
  /// - Throws: ``TraceError``: no controller is reached, a name the network has not, a location that is nowhere, the
  ///   task was cancelled.
  /// - Complexity: Linear in the part of the network that is connected with the starts; O(n log n) for shortest paths
  ///   and nearest neighbours.
  public func trace(_ parameters: TraceParameters) throws(TraceError) -> TraceResult {
    var run = try TraceRun(self, parameters, nil)
    return try run.result()
  }

  /// Traces the network with progress, away from the caller's actor, and so that it can be cancelled.
  ///
  /// ```swift
  /// let search = Task { try await topology.trace(parameters) { visited in show(visited) } }
  /// cancelButton.action = { search.cancel() }
  /// ```
  ///
  /// - Parameters:
  ///   - parameters: What to look for, from where, and what bars.
  ///   - progress: Told now and then how many elements were visited; never by two threads at once.
  /// - Returns: What was found, as the other form finds it.
  /// - Throws: ``TraceError`` as the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: As the other form.
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

/// Asks a question as the task that runs now, and tells that this was cancelled as tasks do.
///
/// Whatever else was found out by a task that was cancelled is worthless: it has stopped somewhere.
func cancellable<Answer>(_ ask: () throws(TraceError) -> Answer) throws -> Answer {
  try Task.checkCancellation()
  do {
    return try ask()
  } catch {
    try Task.checkCancellation()
    throw error
  }
}
