internal import GeoSnapSupport

/// Does work on a separate thread, with a monitor that cancels it with its task, and that tells `progress` at the end
/// that all is done.
package func reporting<Value: Sendable>(
  _ progress: (@Sendable (_ done: Double) -> Void)?,
  shareOfRows: Double = 0.75,
  _ work: @escaping @Sendable (RowMonitor) throws -> Value
) async throws -> Value {
  let monitor = RowMonitor(shareOfRows: shareOfRows, progress)
  let value = try await onThread(stop: monitor.cancel) { try work(monitor) }
  progress?(1)
  return value
}
