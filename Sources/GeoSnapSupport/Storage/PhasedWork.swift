internal import Synchronization

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// Long work in phases, each of which has many independent pieces.
///
/// Pieces may run on any number of threads at once; phases run one after the other.
package protocol PhasedWork: AnyObject, Sendable {
  var phaseCount: Int { get }

  /// Prepares a phase; returns the number of its pieces.
  func begin(_ phase: Int) -> Int

  func run(_ phase: Int, _ piece: Int)
}

extension PhasedWork {
  /// Does all work on all cores.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time. A cancelled task throws
  /// `CancellationError` at once, with incomplete work; running pieces end on their own.
  @concurrent package func run(progress: (@Sendable (_ done: Double) -> Void)?) async throws {
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

  /// Does all work on this thread and, when there is enough of it, on others.
  package func run(threads: Int = 1) {
    for phase in 0..<phaseCount {
      let pieces = begin(phase)
      PhaseShare(self, phase, pieces).run(helpers: max(min(threads, pieces), 1) - 1)
    }
  }
}

package func availableCores() -> Int { max(Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))), 1) }

/// A phase whose pieces several threads take one by one.
private final class PhaseShare: Sendable {
  private let work: any PhasedWork
  private let phase: Int
  private let pieces: Int
  private let next = Atomic<Int>(0)

  init(_ work: any PhasedWork, _ phase: Int, _ pieces: Int) {
    self.work = work
    self.phase = phase
    self.pieces = pieces
  }

  /// Works on this thread and `helpers` others, until all pieces are done.
  func run(helpers: Int) {
    var threads: [pthread_t] = []
    for _ in 0..<helpers {
      // Without another thread this one does all pieces.
      guard let thread = newThread({ self.takePieces() }) else { break }
      threads.append(thread)
    }
    takePieces()
    for thread in threads { pthread_join(thread, nil) }
  }

  func takePieces() {
    while true {
      let piece = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard piece < pieces else { return }
      work.run(phase, piece)
    }
  }
}

/// Runs work on a new thread, or on this one when the system provides none.
func runOnNewThread(_ work: @escaping @Sendable () -> Void) {
  if let thread = newThread(work) { pthread_detach(thread) } else { work() }
}

/// A new thread, which does some work; nil when the system provides none, and the work is not done.
func newThread(_ work: @escaping @Sendable () -> Void) -> pthread_t? {
  // Released by the new thread; without one, below.
  let argument = unsafe Unmanaged.passRetained(ThreadWork(work))
  #if canImport(Darwin)
    var thread: pthread_t?
  #else
    var thread = pthread_t()
  #endif
  let code = unsafe pthread_create(&thread, nil, runThreadWork, argument.toOpaque())
  guard code == 0 else {
    unsafe argument.release()
    return nil
  }
  return thread
}

private final class ThreadWork: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

#if canImport(Darwin)
  private func runThreadWork(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
    // Retained where this thread was started.
    unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().work()
    return nil
  }
#else
  private func runThreadWork(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let argument = unsafe argument else { return nil }
    // Retained where this thread was started.
    unsafe Unmanaged<ThreadWork>.fromOpaque(argument).takeRetainedValue().work()
    return nil
  }
#endif

/// Runs blocking work on a separate thread, so that tasks need not wait for it.
///
/// A cancelled task throws `CancellationError` at once, and the work ends on its own: `stop` is called to end it sooner.
/// When `stop` returns false, it is too late, and the task waits for the result of the work.
package func onThread<Value: Sendable>(
  stop: @escaping @Sendable () -> Bool,
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  let waiting = Waiting<Value>()
  do {
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        waiting.begin(continuation)
        runOnNewThread { waiting.end(Result { try work() }) }
      }
    } onCancel: {
      if stop() { waiting.end(.failure(CancellationError())) }
    }
  } catch {
    // Work that was stopped may fail with an error specific to it before the cancellation is seen.
    try Task.checkCancellation()
    throw error
  }
}

/// Runs work in a separate task.
///
/// A cancelled task continues at once; the work is cancelled too, and ends when it notices.
func inTask<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try Task.checkCancellation()
  let waiting = Waiting<Value>()
  let task = Task {
    do { waiting.end(.success(try await work())) } catch { waiting.end(.failure(error)) }
  }
  return try await withTaskCancellationHandler {
    try await withCheckedThrowingContinuation { waiting.begin($0) }
  } onCancel: {
    task.cancel()
    waiting.end(.failure(CancellationError()))
  }
}

/// A continuation and a result, of which the first one waits for the other.
private final class Waiting<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var continuation: CheckedContinuation<Value, any Error>?
    var result: Result<Value, any Error>?
  }

  private let state = Locked(State())

  func begin(_ continuation: CheckedContinuation<Value, any Error>) {
    let result = state.withLock { state in
      if state.result == nil { state.continuation = continuation }
      return state.result
    }
    if let result { continuation.resume(with: result) }
  }

  func end(_ result: Result<Value, any Error>) {
    let continuation = state.withLock { state in
      if state.result == nil { state.result = result }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: result)
  }
}

// The value is accessed only while the mutex is held: the proof of `@unchecked Sendable`.
/// A value that only one thread at a time can access.
///
/// It uses a POSIX mutex: on Linux, the Thread Sanitizer does not see `Mutex` of Synchronization wait in the kernel,
/// and reports races that do not exist.
@safe public final class Locked<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Wraps a value.
  public init(_ value: Value) {
    self.value = value
    // One mutex at a fixed address, freed in deinit.
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: pthread_mutex_t())
    let status = unsafe pthread_mutex_init(mutex, nil)
    precondition(status == 0, "The system gives no mutex: error \(status)")
  }

  deinit {
    // Created in init; no thread holds it any more.
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deinitialize(count: 1)
    unsafe mutex.deallocate()
  }

  /// Calls `body` with the value while no other thread can access it.
  public func withLock<Result, Thrown: Error>(
    _ body: (inout Value) throws(Thrown) -> Result
  ) throws(Thrown) -> Result {
    // The mutex lives as long as this object.
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
