public import GeoSnapStore

extension PostGIS {
  /// The asynchronous twin of ``open(_:strict:)``, with progress; throws `CancellationError` when its task is
  /// cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public static func open(
    _ address: PostgresAddress,
    strict: Bool = false,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredNetwork {
    try await reporting(progress) { monitor in
      try reading(address, readsAll: true) { connection, catalogue in
        monitor.begin { connection.cancel() }
        return try NetworkReader.read(connection, catalogue, isStrict: strict, monitor: monitor)
      }
    }
  }
}
