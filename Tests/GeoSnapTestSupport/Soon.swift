/// Waits until a condition holds, asking seldom; returns false after a minute.
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
