internal import GeoSnapSupport

extension Topology {
  /// Traces all subnetworks from their controllers, on all cores, and keeps for each feature to which it belongs.
  ///
  /// - Parameter threads: How many threads to use; nil for one a core.
  /// - Returns: The labels.
  /// - Throws: ``TraceError`` when a tier's definition names what the network has not.
  /// - Complexity: Linear in the number of features and in the sum of the subnetworks' sizes.
  public func subnetworkLabels(threads: Int? = nil) throws(TraceError) -> SubnetworkLabels {
    let tracing = labelling()
    tracing.run(threads: threads ?? availableCores())
    return labels(try tracing.results())
  }

  /// Traces all subnetworks as the other form does, with progress, and so that it can be cancelled.
  ///
  /// - Parameter progress: Told now and then what share of the subnetworks is done, from 0 to 1; never by two threads
  ///   at once.
  /// - Returns: The labels.
  /// - Throws: ``TraceError`` as the other form; `CancellationError` when the task was cancelled.
  @concurrent
  public func subnetworkLabels(
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> SubnetworkLabels {
    let tracing = labelling()
    try await tracing.run(progress: progress)
    return labels(try tracing.results())
  }

  private func labelling() -> SubnetworkTracing<LabelRecord> {
    let jobs = SubnetworkJob.all(of: self, in: tierChoices)
    return LabelRecord.tracing(self, jobs, numbers: Array(jobs.indices))
  }

  private func labels(_ records: [LabelRecord]) -> SubnetworkLabels {
    SubnetworkLabels(self, LabelColumns(records, self))
  }
}
