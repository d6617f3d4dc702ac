public import GeoSnapStore
internal import GeoSnapSupport

extension PostGIS {
  /// Reads the network at an address as ``open(_:strict:)`` does, on a thread of its own.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network, with what the database says about it besides.
  /// - Throws: ``StoreError`` as the other form; `CancellationError` when the task was cancelled, at once.
  /// - Complexity: As the other form.
  public static func open(
    _ address: PostgresAddress,
    strict: Bool = false,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredNetwork {
    let monitor = RowMonitor(progress)
    let stored = try await onThread(stop: monitor.cancel) {
      try reading(address, readsAll: true) { connection, catalogue in
        monitor.begin { connection.cancel() }
        var reader = NetworkReader(connection, catalogue, isStrict: strict, monitor: monitor)
        return try reader.read()
      }
    }
    progress?(1)
    return stored
  }
}
