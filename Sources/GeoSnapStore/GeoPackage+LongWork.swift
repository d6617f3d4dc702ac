public import GeoSnap
internal import GeoSnapSupport

extension GeoPackage {
  /// Reads the network in a file as ``open(_:strict:images:)`` does, on a thread of its own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - strict: Whether a row that cannot be read is an error, as is one that is missing.
  ///   - images: Where images are kept, with which a file that nobody has written to since opens at once.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network, with what its file says of it.
  /// - Throws: ``StoreError`` as ``open(_:strict:images:)``; `CancellationError` when the task was cancelled, at once.
  /// - Complexity: Linear in the size of the file, which is read as a whole; constant with an image.
  public static func open(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredNetwork {
    let monitor = RowMonitor(progress)
    let stored = try await onThread(stop: monitor.cancel) {
      try read(path, strict ? .refused : .setAside, images: images, monitor)
    }
    progress?(1)
    return stored
  }

  /// Reads the network in a file as ``openSnapshot(_:strict:images:)`` does, on a thread of its own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - strict: Whether a row that cannot be read is an error, as is one that is missing.
  ///   - images: Where images are kept.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network as it is now.
  /// - Throws: As the other form; `CancellationError` when the task was cancelled, at once.
  /// - Complexity: As the other form.
  public static func openSnapshot(
    _ path: String,
    strict: Bool = false,
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredSnapshot {
    let monitor = RowMonitor(progress)
    let snapshot = try await onThread(stop: monitor.cancel) {
      try readSnapshot(path, strict: strict, images: images, monitor)
    }
    progress?(1)
    return snapshot
  }

  /// Reads the network in a file whose data need not be right as ``open(_:tolerating:images:)`` does, on a thread
  /// of its own.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - problems: Receives what was tolerated or set aside.
  ///   - images: Where images are kept, with which a file that nobody has written to since opens at once.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Returns: The network as far as it can be had.
  /// - Throws: ``StoreError`` as ``open(_:tolerating:images:)``; `CancellationError` when the task was cancelled, at
  ///   once.
  /// - Complexity: Linear in the size of the file, which is read as a whole; constant with the image of a file
  ///   that was read so before and had nothing wrong with it.
  public static func open(
    _ path: String,
    tolerating problems: inout [NetworkProblem],
    images: ImageCache = .standard,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws -> StoredNetwork {
    let monitor = RowMonitor(progress)
    let stored = try await onThread(stop: monitor.cancel) {
      try read(path, .tolerated, images: images, monitor)
    }
    problems += stored.unreadable + stored.notes
    progress?(1)
    return stored
  }

  /// Writes a network as ``write(_:to:imports:traceConfigurations:replacing:)`` does, on a thread of its own.
  ///
  /// A task that is cancelled goes on at once, and no file appears. The unfinished one, which has a name of its
  /// own, is removed as soon as what SQLite is doing has ended. A task that is cancelled while the complete file
  /// takes its place has the file, and nothing is thrown.
  ///
  /// - Parameters:
  ///   - network: The network.
  ///   - path: Where to put the file; the folder must exist.
  ///   - imports: What an importer has to say about where the network comes from.
  ///   - traceConfigurations: The trace configurations to keep with it, each under a name of its own.
  ///   - replacing: Whether a file that is there already is replaced.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``StoreError`` as the other form; `CancellationError` when the task was cancelled.
  /// - Complexity: As the other form.
  public static func write(
    _ network: UtilityNetwork,
    to path: String,
    imports: [ImportRecord] = [],
    traceConfigurations: [SavedTraceConfiguration] = [],
    replacing: Bool = false,
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    // What is left is the commit, which waits for the disk.
    let monitor = RowMonitor(shareOfRows: 0.95, progress)
    try await onThread(stop: monitor.cancel) {
      try write(network, to: path, imports, traceConfigurations, replacing: replacing, monitor)
    }
    progress?(1)
  }
}
