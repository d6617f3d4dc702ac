import Dispatch
import Synchronization

/// Waits on this thread for the result of asynchronous work, since contests measure from outside.
func waited<Value: Sendable>(
  _ work: @escaping @Sendable () async throws -> Value
) throws -> Value {
  let result = Mutex<Result<Value, any Error>?>(nil)
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    let ended: Result<Value, any Error>
    do { ended = .success(try await work()) } catch { ended = .failure(error) }
    result.withLock { $0 = ended }
    isDone.signal()
  }
  isDone.wait()
  guard let ended = result.withLock({ $0 }) else { throw BenchError("A job has no result.") }
  return try ended.get()
}
