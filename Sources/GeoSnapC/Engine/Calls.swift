internal import CGeoSnap
internal import Dispatch
internal import GeoSnap
internal import GeoSnapTool
internal import Synchronization

/// Runs the body of a call, and returns its error to the caller.
func call(
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<geosnap_error>?>?,
  _ body: () throws(Failure) -> Int32
) -> Int32 {
  unsafe error?.pointee = nil
  do throws(Failure) {
    return try body()
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

/// Releases the object of a handle.
func letGo<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}

/// A callback of the caller, with its context.
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
///
/// - Throws: Errors of the work; a failure when the callback has ended it.
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

/// The state that a caller's thread shares with the work that it waits for.
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
