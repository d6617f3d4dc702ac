internal import GeoSnapSupport

/// Traces subnetworks, each as a separate piece of work.
final class SubnetworkTracing<Traced: Sendable>: PhasedWork {
  private let topology: Topology
  private let assumptions: TraceAssumptions
  private let jobs: [SubnetworkJob]
  private let take: @Sendable (_ job: Int, TraceResult) -> Traced
  private let done: Locked<[Result<Traced, TraceError>?]>
  private let isCancelled = Locked(false)

  let phaseCount = 1

  /// Prepares the work; `take` receives the result of each job, on the thread that traced it, and returns the value
  /// to keep.
  init(
    _ topology: Topology,
    _ jobs: [SubnetworkJob],
    assuming assumptions: TraceAssumptions = TraceAssumptions(),
    keeping take: @escaping @Sendable (_ job: Int, TraceResult) -> Traced
  ) {
    self.topology = topology
    self.assumptions = assumptions
    self.jobs = jobs
    self.take = take
    done = Locked([Result<Traced, TraceError>?](repeating: nil, count: jobs.count))
  }

  func begin(_ phase: Int) -> Int { jobs.count }

  func run(_ phase: Int, _ piece: Int) {
    // Only the calling thread belongs to the task; the other threads learn of its cancellation here.
    let isCancelled = isCancelled.withLock { cancelled in
      cancelled = cancelled || Task.isCancelled
      return cancelled
    }
    let result: Result<Traced, TraceError>
    do {
      result =
        isCancelled
        ? .failure(.cancelled)
        : .success(take(piece, try jobs[piece].trace(topology, assuming: assumptions)))
    } catch {
      result = .failure(error)
    }
    done.withLock { $0[piece] = result }
  }

  /// The kept values, in order; throws the ``TraceError`` of the first subnetwork that could not be traced.
  func results() throws(TraceError) -> [Traced] {
    let all = done.withLock { $0 }
    var results: [Traced] = []
    for piece in jobs.indices {
      guard let result = all[piece] else { preconditionFailure("Every piece was run") }
      results.append(try result.get())
    }
    return results
  }
}
