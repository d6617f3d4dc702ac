import Dispatch

/// Threads for what takes long, so that short questions are answered meanwhile.
private final class Threads: TaskExecutor {
  static let shared = Threads()
  private let queue = DispatchQueue(label: "geosnap.service", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { unsafe job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Does something that may take long on threads of its own.
@concurrent
func onThreads<Value: Sendable>(
  _ work: @Sendable () async throws -> Value
) async rethrows -> Value {
  try await withTaskExecutorPreference(Threads.shared) { try await work() }
}

/// Does something that may take no longer than a limit; what takes longer is cancelled.
///
/// - Throws: A refusal when the limit is over; what the work throws.
func within<Value: Sendable>(
  _ limit: Duration,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await onThreads(work) }
    group.addTask {
      try await Task.sleep(for: limit)
      throw ServiceRefusal(
        status: 504,
        code: "tooLong",
        message: "The answer takes longer than \(limit.components.seconds) s: ask for less."
      )
    }
    defer { group.cancelAll() }
    guard let first = try await group.next() else {
      preconditionFailure("There are two tasks")
    }
    return first
  }
}
