public import GeoSnap

extension GeoPackage {
  /// The asynchronous twin of ``open(_:strict:images:)``, with progress; throws `CancellationError` when its task is
  /// cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public static func open(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredNetwork {
    try await reporting(progress) { monitor in
      try read(path, strict ? .refused : .setAside, images: images, monitor)
    }
  }

  /// The asynchronous twin of ``openSnapshot(_:strict:images:)``, with progress; throws `CancellationError` when its
  /// task is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public static func openSnapshot(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredSnapshot {
    try await reporting(progress) { monitor in
      try readSnapshot(path, strict: strict, images: images, monitor)
    }
  }

  /// The asynchronous twin of ``open(_:tolerating:images:)``, with progress; throws `CancellationError` when its task
  /// is cancelled.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public static func open(
    _ path: String,
    tolerating problems: inout [NetworkProblem],
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredNetwork {
    let stored = try await reporting(progress) { monitor in
      try read(path, .tolerated, images: images, monitor)
    }
    problems += stored.unreadable + stored.notes
    return stored
  }

  /// The asynchronous twin of ``write(_:to:imports:traceConfigurations:replacing:)``, with progress; throws
  /// `CancellationError` when its task is cancelled.
  ///
  /// It throws at once, no file appears, and the unfinished file is removed when SQLite has stopped. When the task is
  /// cancelled while the complete file takes its place, the file stays and no error is thrown.
  ///
  /// `progress` receives the share that is done, from 0 to 1, from one thread at a time.
  public static func write(
    _ network: UtilityNetwork,
    to path: String,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    replacing: Bool = false,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    // The rest is the commit, which waits for the disk.
    let stored = StoredNetwork(
      network: network,
      imports: imports,
      traceConfigurations: traceConfigurations
    )
    try await reporting(progress, shareOfRows: 0.95) { monitor in
      try write(stored, to: path, replacing: replacing, monitor)
    }
  }
}
