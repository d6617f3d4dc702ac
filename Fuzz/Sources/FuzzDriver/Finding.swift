internal import Glibc

/// Ends the run with a finding unless a condition holds.
public func require(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String) {
  if !condition() { find(message()) }
}

/// Ends the run with a finding: the messages of preconditions are not there in release builds.
public func find(_ message: String) -> Never {
  let line = Array("Finding: \(message)\n".utf8)
  write(STDERR_FILENO, line, line.count)
  abort()
}
