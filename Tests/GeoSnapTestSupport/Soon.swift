/// Waits until something is so, and asks as seldom as it has to.
///
/// - Parameter condition: What is waited for.
/// - Returns: Whether it was so within a minute.
/// - Throws: What the condition throws; `CancellationError`.
public func isSoon(_ condition: () throws -> Bool) async throws -> Bool {
  let end = ContinuousClock.now + .seconds(60)
  var pause = Duration.milliseconds(2)
  while try !condition() {
    guard ContinuousClock.now < end else { return false }
    try await Task.sleep(for: pause)
    pause = min(pause * 2, .milliseconds(100))
  }
  return true
}
