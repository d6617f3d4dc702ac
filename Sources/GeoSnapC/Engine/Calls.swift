internal import CGeoSnap
internal import Dispatch
internal import GeoSnap
internal import GeoSnapQuery
internal import GeoSnapTool
internal import Synchronization

/// Runs the body of a call, and returns its error to the caller.
func call(
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?,
  _ body: () throws(Failure) -> Void
) -> Int32 {
  unsafe error?.pointee = nil
  do throws(Failure) {
    try body()
    return GEOSNAP_OK
  } catch let failure {
    unsafe error?.pointee = give(
      geosnap_error(
        status: failure.status,
        code: geosnap_text(given: failure.code),
        message: geosnap_text(given: failure.message),
        file: geosnap_text(given: failure.file ?? ""),
        path: geosnap_text(given: failure.path ?? ""),
        document: geosnap_text(given: failure.document)
      )
    )
    return failure.status
  }
}

/// The place for the result of a call, which must not be NULL.
func place<Value>(_ place: UnsafeMutablePointer<Value?>?, _ name: String) throws(Failure)
  -> UnsafeMutablePointer<Value?>
{
  guard let place = unsafe place else {
    throw .misuse("\(name) is NULL: there is no place for the answer.")
  }
  unsafe place.pointee = nil
  return unsafe place
}

func object<Object: AnyObject>(
  _ handle: OpaquePointer?,
  _ name: String,
  as type: Object.Type = Object.self
) throws(Failure) -> Object {
  guard let handle = unsafe handle else { throw .misuse("\(name) is NULL.") }
  return unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).takeUnretainedValue()
}

/// A handle for an object, which lives until ``letGo(_:_:)``.
func handle(_ object: some AnyObject) -> OpaquePointer {
  unsafe OpaquePointer(Unmanaged.passRetained(object).toOpaque())
}

func letGo<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}

@safe struct ProgressCall: @unchecked Sendable {
  let function: geosnap_progress
  let context: UnsafeMutableRawPointer?

  init?(_ function: geosnap_progress?, _ context: UnsafeMutableRawPointer?) {
    guard let function = unsafe function else { return nil }
    unsafe self.function = function
    unsafe self.context = context
  }

  /// Reports the share that is done, and returns whether the caller ends the call.
  func ends(at share: Double) -> Bool { unsafe function(context, share) != 0 }
}

/// Waits on the caller's thread for work on other threads, which the caller's callback may end.
///
/// With `isKept`, the result of work that was completed anyway is returned after the callback has ended it.
func waiting<Value: Sendable>(
  for progress: ProgressCall?,
  isKept: Bool = false,
  _ work: @escaping @Sendable ((@Sendable (Double) -> Void)?) async throws -> Value
) throws(Failure) -> Value {
  let wait = CallWait<Value>()
  var tell: (@Sendable (Double) -> Void)?
  if let progress { tell = { wait.tell($0, to: progress) } }
  let told = tell
  let task = Task.detached {
    let outcome: Result<Value, any Error>
    do { outcome = .success(try await work(told)) } catch { outcome = .failure(error) }
    wait.result.withLock { $0 = outcome }
    wait.isDone.signal()
  }
  wait.task.withLock { $0 = task }
  if wait.isEnded.withLock({ $0 }) { task.cancel() }
  wait.isDone.wait()
  // Removed from the shared state: an answer may hold the callback, and with it this state.
  let outcome = wait.result.withLock { result -> Result<Value, any Error>? in
    defer { result = nil }
    return result
  }
  switch outcome {
  case .success(let value)?:
    if !isKept, wait.isEnded.withLock({ $0 }) { throw .telling(CancellationError()) }
    return value
  case .failure(let error)?: throw .telling(error)
  case nil: preconditionFailure("The work has ended")
  }
}

private final class CallWait<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  let task = Mutex<Task<Void, Never>?>(nil)
  let isEnded = Mutex(false)

  /// Calls the callback from one thread at a time, and not again after it has ended the call.
  func tell(_ share: Double, to progress: ProgressCall) {
    let ends = isEnded.withLock { isEnded -> Bool in
      if isEnded { return false }
      isEnded = progress.ends(at: share)
      return isEnded
    }
    if ends { task.withLock { $0?.cancel() } }
  }
}

/// The points of a caller, in two arrays that stay valid until the call ends.
@safe
struct CallerPoints: @unchecked Sendable {
  private let x: UnsafeBufferPointer<Double>
  private let y: UnsafeBufferPointer<Double>

  init(_ x: UnsafePointer<Double>?, _ y: UnsafePointer<Double>?, _ count: Int) throws(Failure) {
    unsafe self.x = try elements(x, count, "x")
    unsafe self.y = try elements(y, count, "y")
  }

  subscript(number: Int) -> Coordinate { Coordinate(x: unsafe x[number], y: unsafe y[number]) }

  func coordinates(_ range: Range<Int>) -> [Coordinate] { range.map { self[$0] } }
}

/// Answers a list in chunks, on the caller's thread or on all cores, and collects the answers in order.
///
/// `progress` is called after each chunk and may end the call.
func inChunks<Answer: Sendable>(
  of count: Int,
  isParallel: Bool,
  _ progress: ProgressCall?,
  _ answer: @escaping @Sendable (Range<Int>) -> Answer,
  collect: @escaping @Sendable (Answer) -> Void
) throws(Failure) {
  guard !isParallel else {
    return try waiting(for: progress) { tell in
      var told: (@Sendable (Int) -> Void)?
      if let tell { told = { tell(Double($0) / Double(count)) } }
      try await forEachChunk(of: count, progress: told, answer: answer, collect: collect)
    }
  }
  for first in stride(from: 0, to: count, by: chunkSize) {
    let end = min(first + chunkSize, count)
    collect(answer(first..<end))
    // Few points are answered before progress is of interest.
    if let progress, count > chunkSize, progress.ends(at: Double(end) / Double(count)) {
      throw .telling(CancellationError())
    }
  }
}
