import Dispatch
import Foundation
import Synchronization

/// Threads for what takes long, so that short questions are answered meanwhile.
private final class Threads: TaskExecutor {
  /// They give way to others, such as those that answer short questions.
  static let asking = Threads(
    count: max(8, 2 * ProcessInfo.processInfo.activeProcessorCount),
    givesWay: true
  )
  /// What somebody waits for who looks or writes gives way to nobody.
  static let prompt = Threads(
    count: max(4, ProcessInfo.processInfo.activeProcessorCount),
    givesWay: false
  )

  private let jobs = Mutex<[UnownedJob]>([])
  private let there = DispatchSemaphore(value: 0)

  private init(count: Int, givesWay: Bool) {
    for number in 0..<count {
      let thread = Thread { [self] in
        if givesWay { Threads.giveWay() }
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
  ///
  /// No more than half way: where others keep all processors busy, as a compiler does, an idle policy (SCHED_IDLE) would
  /// let a trace wait for tens of seconds.
  private static func giveWay() {
    TimeSlice.takeLong()
    #if os(Linux)
      setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
    #endif
  }
}

/// Does something that may take long on threads of its own.
///
/// - Parameters:
///   - givesWay: Whether it gives way to shorter work.
///   - work: What is done.
/// - Returns: What it gives.
/// - Throws: What it throws.
@concurrent
func onThreads<Value: Sendable>(
  givesWay: Bool = true,
  _ work: @Sendable () async throws -> Value
) async rethrows -> Value {
  let threads = givesWay ? Threads.asking : Threads.prompt
  return try await withTaskExecutorPreference(threads) { try await work() }
}

/// Does something that may take no longer than a limit; what takes longer is cancelled.
///
/// - Parameters:
///   - limit: How long it may take.
///   - givesWay: Whether it gives way to shorter work.
///   - work: What is done.
/// - Returns: What it gives.
/// - Throws: A refusal when the limit is over; what the work throws.
func within<Value: Sendable>(
  _ limit: Duration,
  givesWay: Bool = true,
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await onThreads(givesWay: givesWay, work) }
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
