public import GeoSnap
public import GeoSnapStore

extension NetworkPlace {
  /// Reads the network as it is now, as ``GeoPackage/openSnapshot(_:strict:images:)`` and
  /// ``PostGIS/openSnapshot(_:strict:images:)`` do.
  ///
  /// - Parameters:
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - images: Where images are kept.
  /// - Returns: The network as it is now.
  /// - Throws: ``StoreError``.
  /// - Complexity: Linear in the size of the network; with an image it depends on what was committed since.
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

  /// Reads the network as the other form does, on a thread of its own.
  ///
  /// - Parameters:
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - images: Where images are kept.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network as it is now.
  /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled, at once.
  /// - Complexity: As the other form.
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

  /// Reads the network as one without edits, on a thread of its own.
  ///
  /// - Parameters:
  ///   - strict: Whether a row that cannot be read is an error.
  ///   - images: Where images are kept.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network.
  /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled, at once.
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

  /// Reads a network whose data need not be right, as ``GeoPackage/open(_:tolerating:images:)`` does.
  ///
  /// Of a database the constraints keep values of other types away: what else cannot be read is set aside.
  ///
  /// - Parameters:
  ///   - problems: Receives what was tolerated or set aside.
  ///   - images: Where images are kept.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network.
  /// - Throws: ``StoreError``; `CancellationError` when the task was cancelled, at once.
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

  /// Reads what lies in an extent of the network, as ``GeoPackage/open(_:extent:strict:images:)`` does.
  ///
  /// - Parameters:
  ///   - extent: What to read, in the reference system of the network.
  ///   - strict: Whether a row in the extent that cannot be read is an error.
  ///   - images: Where is kept for which state of a file its spatial indexes are right.
  /// - Returns: The network.
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
