extension NetworkState {
  /// What is wrong with the network as it is in this state, edits included, on all cores, with progress, and so
  /// that it can be cancelled.
  ///
  /// A state with edits is packed anew for it: errors name the features of ``NetworkValidation/network``, whose
  /// identifiers differ from those of the state where rows were deleted. Global ids are the same.
  ///
  /// - Parameters:
  ///   - extent: When given, only errors are listed that concern a feature which lies in or touches it.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: What is wrong.
  /// - Throws: ``IndexError`` when an ordinate is too large to measure with; `CancellationError` when the task
  ///   was cancelled.
  /// - Complexity: O(n log n) for n vertices, as long as features overlap little.
  @concurrent
  public func validation(
    extent: Envelope? = nil,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> NetworkValidation {
    guard network.box != nil else {
      return try await NetworkValidation(
        topology,
        index.features,
        extent: extent,
        progress: progress
      )
    }
    return try await NetworkValidation(network.rebased(), extent: extent, progress: progress)
  }
}
