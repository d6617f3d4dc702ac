extension NetworkState {
  /// Validates the network of this state, edits included, on all cores, with progress.
  ///
  /// A state with edits is packed again for it. Errors still name features by the identifiers of the state.
  ///
  /// ```swift
  /// let validation = try await state.validation()
  /// for error in validation.errors { print(state.network.describe(error)) }
  /// ```
  ///
  /// - Parameters:
  ///   - extent: Lists only errors, doubts and missing rules of features that intersect it; nil for all.
  ///   - doubts: How to look for doubts; nil to leave them out.
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
  /// - Returns: Errors, doubts and missing rules.
  /// - Throws: `CancellationError` when the task was cancelled.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  @concurrent
  public func validation(
    extent: Envelope? = nil,
    doubts: DoubtSettings? = nil,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws -> NetworkValidation {
    try await NetworkValidation(
      topology,
      index.features,
      extent: extent,
      doubts: doubts,
      progress: progress
    )
  }
}
