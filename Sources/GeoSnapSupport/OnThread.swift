/// Does something that blocks on a thread of its own, so that tasks need not wait for it.
///
/// A task that is cancelled goes on at once; what was begun comes to its end by itself. Work that can no longer be
/// stopped is waited for.
///
/// - Parameters:
///   - stop: Called when the task is cancelled, to hasten the end; false when it is too late to stop, so that what
///     the work gives counts.
///   - work: What to do.
/// - Returns: What it gives.
/// - Throws: What it throws; `CancellationError` when the task was cancelled.
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
    // Work that was stopped fails in some way of its own, and may be the first to say so.
    try Task.checkCancellation()
    throw error
  }
}

/// Does something in a task of its own.
///
/// A task that is cancelled goes on at once; what was begun is cancelled too, and ends when it notices.
///
/// - Parameter work: What to do.
/// - Returns: What it gives.
/// - Throws: What it throws; `CancellationError` when the task was cancelled.
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

/// Who waits for a value, and what there is to give: whichever comes first waits for the other.
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

  /// The first one counts.
  func end(_ result: Result<Value, any Error>) {
    let continuation = state.withLock { state in
      if state.result == nil { state.result = result }
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(with: result)
  }
}
