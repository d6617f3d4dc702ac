public import GeoSnap
public import GeoSnapStore

extension NetworkPlace {
  /// Reads the current network, as ``GeoPackage/openSnapshot(_:strict:images:)`` and
  /// ``PostGIS/openSnapshot(_:strict:images:)`` do.
  ///
  /// - Parameters:
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - images: The cache for images.
  /// - Returns: The current network.
  /// - Throws: ``StoreError``.
  /// - Complexity: Linear in the size of the network; with an image, in the commits since.
  public func openSnapshot(
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredSnapshot {
    switch self {
    case .file(let path): try GeoPackage.openSnapshot(path, strict: strict, images: images)
    case .database(let address):
      try PostGIS.openSnapshot(address, strict: strict, images: images)
    }
  }

  /// The asynchronous twin of ``openSnapshot(strict:images:)``, with progress; throws `CancellationError` when its
  /// task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public func openSnapshot(
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredSnapshot {
    switch self {
    case .file(let path):
      try await GeoPackage.openSnapshot(path, strict: strict, images: images, progress: progress)
    case .database(let address):
      try await PostGIS.openSnapshot(
        address,
        strict: strict,
        images: images,
        progress: progress
      )
    }
  }

  /// Reads the network as one without edits, on a separate thread.
  ///
  /// - Parameters:
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - images: The cache for images.
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
  /// - Returns: The network.
  /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled.
  /// - Complexity: Linear in the size of the network; constant with the image of a file.
  public func open(
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)? = nil
  ) async throws -> StoredNetwork {
    switch self {
    case .file(let path):
      try await GeoPackage.open(path, strict: strict, images: images, progress: progress)
    case .database(let address):
      try await PostGIS.open(address, strict: strict, progress: progress)
    }
  }

  /// Reads a network with wrong data, as ``GeoPackage/open(_:tolerating:images:)`` does.
  ///
  /// In a database, constraints exclude values of other types; other rows that cannot be read are set aside.
  ///
  /// - Parameters:
  ///   - problems: Receives the problems that were tolerated, and those of rows that were set aside.
  ///   - images: The cache for images.
  ///   - progress: Receives the share that is done, from 0 to 1, from one thread at a time.
  /// - Returns: The network.
  /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled.
  public func open(
    tolerating problems: inout [NetworkProblem],
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredNetwork {
    switch self {
    case .file(let path):
      return try await GeoPackage.open(
        path,
        tolerating: &problems,
        images: images,
        progress: progress
      )
    case .database(let address):
      let stored = try await PostGIS.open(address, progress: progress)
      problems += stored.unreadable + stored.notes
      return stored
    }
  }

  /// Reads an extent of the network, as ``GeoPackage/open(_:extent:strict:images:)`` does.
  ///
  /// - Throws: ``StoreError``.
  public func open(
    extent: Envelope,
    strict: Bool = false,
    images: ImageCache = .standard
  ) throws(StoreError) -> StoredNetwork {
    switch self {
    case .file(let path): try GeoPackage.open(path, extent: extent, strict: strict, images: images)
    case .database(let address): try PostGIS.open(address, extent: extent, strict: strict)
    }
  }
}
