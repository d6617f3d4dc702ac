import Dispatch
import Synchronization

/// What asynchronous work yields, waited for on this thread: contests measure from outside.
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

/// Carries a result from the task that finds it to the thread that waits for it.
private final class ResultBox<Result: Sendable>: Sendable {
  let result = Mutex<Result?>(nil)
}
