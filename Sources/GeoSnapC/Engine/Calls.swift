internal import CGeoSnap
internal import Dispatch
internal import GeoSnap
internal import GeoSnapTool
internal import Synchronization

/// Does what a call asks for, and hands an error to the caller.
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
        code: geosnap_text(given: failure.word),
        message: geosnap_text(given: failure.sentence),
        file: geosnap_text(given: failure.file ?? ""),
        path: geosnap_text(given: failure.path ?? ""),
        document: geosnap_text(given: failure.document)
      )
    )
    return failure.status
  }
}

/// Where a call puts what it gives, which is there.
func place<Value>(_ place: UnsafeMutablePointer<Value?>?, _ name: String) throws(Failure)
  -> UnsafeMutablePointer<Value?>
{
  guard let place = unsafe place else {
    throw .misuse("\(name) is NULL: there is no place for the answer.")
  }
  unsafe place.pointee = nil
  return unsafe place
}

/// What a handle stands for.
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

/// Lets go of what a handle stands for.
func letGo<Object: AnyObject>(_ handle: OpaquePointer?, _ type: Object.Type) {
  guard let handle = unsafe handle else { return }
  unsafe Unmanaged<Object>.fromOpaque(UnsafeRawPointer(handle)).release()
}

/// A callback of the caller's, with what it wants back.
@safe struct ProgressCall: @unchecked Sendable {
  let function: geosnap_progress
  let context: UnsafeMutableRawPointer?

  init?(_ function: geosnap_progress?, _ context: UnsafeMutableRawPointer?) {
    guard let function = unsafe function else { return nil }
    unsafe self.function = function
    unsafe self.context = context
  }

  /// Tells the share that is done, and whether the caller wants to end here.
  func ends(at share: Double) -> Bool { unsafe function(context, share) != 0 }
}

/// Waits on the caller's thread for work that others do, which the caller's callback may end.
///
/// - Parameters:
///   - progress: Told how far it has come; nil for nobody.
///   - isKept: Whether what was done all the same is given when the callback has said to end.
///   - work: The work; it is handed what takes the share that is done.
/// - Returns: What the work gives.
/// - Throws: What the work throws; a failure when the callback has ended it.
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
  // Taken out: what an answer holds may hold the callback, and with it what is waited with.
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

/// What a caller's thread and the work that it waits for share.
private final class CallWait<Value: Sendable>: Sendable {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  let task = Mutex<Task<Void, Never>?>(nil)
  let isEnded = Mutex(false)

  /// Calls the caller back, once at a time, and not again when it has said to end.
  func tell(_ share: Double, to progress: ProgressCall) {
    let ends = isEnded.withLock { isEnded -> Bool in
      if isEnded { return false }
      isEnded = progress.ends(at: share)
      return isEnded
    }
    if ends { task.withLock { $0?.cancel() } }
  }
}
