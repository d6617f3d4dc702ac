internal import GeoSnapSupport

extension Topology {
  /// Traces all subnetworks from their controllers, on all cores, and keeps the subnetworks of each feature.
  ///
  /// `threads` is nil for one per core. The time is linear in the number of features and in the sum of the
  /// subnetworks' sizes.
  ///
  /// - Throws: ``TraceError`` when a tier's definition names something that the network does not have.
  public func subnetworkLabels(threads: Int? = nil) throws(TraceError) -> SubnetworkLabels {
    let tracing = labelling()
    tracing.run(threads: threads ?? availableCores())
    return labels(try tracing.results())
  }

  /// The asynchronous twin of ``subnetworkLabels(threads:)``, with progress; throws `CancellationError` when its task
  /// is cancelled.
  ///
  /// `progress` receives the share of the subnetworks that is done, from 0 to 1, from one thread at a time.
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
