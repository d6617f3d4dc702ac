public import GeoSnapStore
internal import GeoSnapSupport

extension PostGIS {
  /// Reads the network at an address as ``open(_:strict:)`` does, and uses an image of it where one is kept, with what
  /// was committed since.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - images: Where images are kept.
  /// - Returns: The network as it is now.
  /// - Throws: ``StoreError`` as ``open(_:strict:)``.
  /// - Complexity: Linear in the size of the network; with an image it depends on what has been committed since.
  public static func openSnapshot(
    _ address: PostgresAddress,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredSnapshot {
    try snapshot(address, strict, images, nil)
  }

  /// Reads the network at an address as the other form does, on a thread of its own.
  ///
  /// - Parameters:
  ///   - address: Where the network is.
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - images: Where images are kept.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network as it is now.
  /// - Throws: ``StoreError`` as ``open(_:strict:)``; `CancellationError` when the task was cancelled, at once.
  /// - Complexity: As the other form.
  public static func openSnapshot(
    _ address: PostgresAddress,
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredSnapshot {
    let monitor = RowMonitor(progress)
    let opened = try await onThread(stop: monitor.cancel) {
      try snapshot(address, strict, images, monitor)
    }
    progress?(1)
    return opened
  }

  private static func snapshot(
    _ address: PostgresAddress,
    _ isStrict: Bool,
    _ images: ImageCache,
    _ monitor: RowMonitor?
  ) throws(StoreError) -> StoredSnapshot {
    try StoreError.telling(address, otherwise: .cannotOpen) {
      let connection = try Connection(address)
      monitor?.begin { connection.cancel() }
      return try NetworkOpening(
        connection,
        address,
        isStrict: isStrict,
        images: images,
        monitor: monitor
      ).snapshot
    }
  }
}
