import Dispatch
import Foundation
import Synchronization

/// Threads for what takes long, which give way to all others: short questions are answered meanwhile.
private final class Threads: TaskExecutor {
  static let shared = Threads()

  /// So many things that take long are under way at a time.
  private static let count = max(8, 2 * ProcessInfo.processInfo.activeProcessorCount)
  /// As little of the processors as the system gives where somebody else wants them.
  private static let niceness: Int32 = 19

  private let jobs = Mutex<[UnownedJob]>([])
  private let there = DispatchSemaphore(value: 0)

  private init() {
    for number in 0..<Threads.count {
      let thread = Thread { [self] in
        Threads.giveWay()
        while true { next() }
      }
      thread.name = "geosnap-\(number)"
      thread.start()
    }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
    there.signal()
  }

  private func next() {
    there.wait()
    let job = jobs.withLock { $0.removeFirst() }
    unsafe job.runSynchronously(on: self.asUnownedTaskExecutor())
  }

  /// Makes the thread that calls it give way: on Linux each has a priority of its own, and 0 is whoever calls.
  private static func giveWay() {
    #if os(Linux)
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness)
    #endif
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
