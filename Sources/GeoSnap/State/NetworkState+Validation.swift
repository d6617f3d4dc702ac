extension NetworkState {
  /// What is wrong with the network as it is in this state, edits included, on all cores, with progress, and so
  /// that it can be cancelled.
  ///
  /// A state with edits is packed anew for it. Errors name features by the identifiers of the state all the same.
  ///
  /// ```swift
  /// let validation = try await state.validation()
  /// for error in validation.errors { print(state.network.describe(error)) }
  /// ```
  ///
  /// - Parameters:
  ///   - extent: When given, only the errors, doubts and missing rules of features that lie in or touch it are
  ///     listed.
  ///   - doubts: How to look for doubts; nil to leave them out.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: What is wrong.
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
