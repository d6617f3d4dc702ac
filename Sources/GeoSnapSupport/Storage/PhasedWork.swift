/// Long work in phases, each of which has many independent pieces.
///
/// Pieces may run on any number of threads at once; phases run one after the other.
public protocol PhasedWork: AnyObject, Sendable {
  /// The number of phases.
  var phaseCount: Int { get }

  /// Prepares a phase; returns the number of its pieces.
  func begin(_ phase: Int) -> Int

  /// Does one piece of a phase.
  func run(_ phase: Int, _ piece: Int)
}

extension PhasedWork {
  /// Does all work on this thread.
  public func run() {
    for phase in 0..<phaseCount {
      for piece in 0..<begin(phase) { run(phase, piece) }
    }
  }

  /// Does all work on all cores.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time. A cancelled task continues
  /// at once; running pieces end on their own.
  ///
  /// - Throws: `CancellationError` when the task was cancelled; the work is incomplete then.
  @concurrent
  public func run(progress: (@Sendable (_ done: Double) -> Void)?) async throws {
    try await inTask { try await self.runToEnd(progress) }
  }

  @concurrent
  private func runToEnd(_ progress: (@Sendable (_ done: Double) -> Void)?) async throws {
    var told = 0.0
    for phase in 0..<phaseCount {
      try Task.checkCancellation()
      let pieces = begin(phase)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for piece in 0..<pieces {
          group.addTask {
            try Task.checkCancellation()
            self.run(phase, piece)
          }
        }
        var done = 0
        while try await group.next() != nil {
          done += 1
          try Task.checkCancellation()
          told = (Double(phase) + Double(done) / Double(pieces)) / Double(phaseCount)
          progress?(told)
        }
      }
    }
    try Task.checkCancellation()
    // A last phase without pieces has not reported that all is done.
    if told < 1 { progress?(1) }
  }
}
