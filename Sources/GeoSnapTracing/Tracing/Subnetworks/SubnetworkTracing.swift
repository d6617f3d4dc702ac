internal import GeoSnapSupport

/// Traces subnetworks, each a piece of work of its own.
final class SubnetworkTracing<Traced: Sendable>: PhasedWork {
  private let topology: Topology
  private let assumptions: TraceAssumptions
  private let jobs: [SubnetworkJob]
  private let take: @Sendable (_ job: Int, TraceResult) -> Traced
  private let done: Locked<[Result<Traced, TraceError>?]>
  private let isCancelled = Locked(false)

  let phaseCount = 1

  /// Prepares.
  ///
  /// - Parameters:
  ///   - topology: What is traced.
  ///   - jobs: The subnetworks.
  ///   - assumptions: What is taken for granted though the network says otherwise.
  ///   - take: What to keep of what was found, by the place of the job; asked on the thread that has traced.
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
    // The task is that of the thread which asked; the others hear of it from here.
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

  /// What was kept of the subnetworks, in order.
  ///
  /// - Throws: ``TraceError`` of the first that could not be traced.
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
