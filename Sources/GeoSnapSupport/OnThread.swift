/// Runs blocking work on a separate thread, so that tasks need not wait for it.
///
/// A cancelled task continues at once, and the work ends on its own. When `stop` returns false, the task waits for
/// the work.
///
/// - Parameters:
///   - stop: Called when the task is cancelled, to end the work sooner; returns false when it is too late to stop, so
///     that the result of the work counts.
///   - work: The work.
/// - Returns: The result of the work.
/// - Throws: Errors of the work; `CancellationError` when the task was cancelled.
public func onThread<Value: Sendable>(
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

  /// Only the first result counts.
  func end(_ result: Result<Value, any Error>) {
    let continuation = state.withLock { state in
      if state.result == nil { state.result = result }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: result)
  }
}
