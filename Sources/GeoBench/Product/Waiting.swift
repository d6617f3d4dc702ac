import Dispatch
import Synchronization

/// Waits on this thread for the result of asynchronous work, since contests measure from outside.
func waited<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result? {
  let box = ResultBox<Result>()
  let isDone = DispatchSemaphore(value: 0)
  Task.detached {
    let result = await work()
    box.result.withLock { $0 = result }
    isDone.signal()
  }
  isDone.wait()
  return box.result.withLock { $0 }
}

/// Carries a result from the task that computes it to the thread that waits for it.
private final class ResultBox<Result: Sendable>: Sendable {
  let result = Mutex<Result?>(nil)
}
