public import GeoSnapStore

extension PostGIS {
  /// Reads the network at an address as ``open(_:strict:)`` does, or from its image with the commits since.
  ///
  /// - Parameters:
  ///   - address: The network.
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - images: The cache for images.
  /// - Returns: The current network.
  /// - Throws: ``StoreError`` as ``open(_:strict:)``.
  /// - Complexity: Linear in the size of the network; with an image, in the commits since.
  public static func openSnapshot(
    _ address: PostgresAddress,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredSnapshot {
    try snapshot(address, strict, images, nil)
  }

  /// The asynchronous twin of ``openSnapshot(_:strict:images:)``, with progress; throws `CancellationError` when its
  /// task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public static func openSnapshot(
    _ address: PostgresAddress,
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredSnapshot {
    try await reporting(progress) { try snapshot(address, strict, images, $0) }
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
