internal import GeoSnapSupport

extension FeatureIndex {
  /// Builds an index over all of `geometries`, whose positions are the features.
  ///
  /// - Throws: ``IndexError`` for the first geometry with an ordinate that is not finite or beyond ±1e150, whose
  ///   `entry` is the feature; with code `tooManyEntries` when there are more segments than an index can number.
  /// - Complexity: O(n) for n segments.
  public init(_ geometries: [Geometry?]) throws(IndexError) {
    try checkEntryCount(geometries.count)
    let builder = FeatureIndexBuilder([.array(geometries)], isTolerant: false)
    builder.run()
    self = try builder.index()
  }

  /// Builds an index over those of `geometries` that can be indexed; `skipped` receives an error for each other, in
  /// order.
  ///
  /// - Throws: ``IndexError`` with code `tooManyEntries` only.
  public init(_ geometries: [Geometry?], skipped: inout [IndexError]) throws(IndexError) {
    try checkEntryCount(geometries.count)
    let builder = FeatureIndexBuilder([.array(geometries)], isTolerant: true)
    builder.run()
    self = try builder.index()
    skipped += builder.problems
  }

  /// The asynchronous twin of ``init(_:)``, on all cores, with progress.
  ///
  /// Throws `CancellationError` when its task is cancelled. `progress` receives the share that is done, from 0 to 1,
  /// from one thread at a time.
  public init(
    _ geometries: [Geometry?],
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    try checkEntryCount(geometries.count)
    let builder = FeatureIndexBuilder([.array(geometries)], isTolerant: false)
    self = try await builder.index(progress: progress)
  }

  /// The asynchronous twin of ``init(_:skipped:)``, on all cores, with progress.
  ///
  /// Throws `CancellationError` when its task is cancelled. `progress` receives the share that is done, from 0 to 1,
  /// from one thread at a time.
  public init(
    _ geometries: [Geometry?],
    skipped: inout [IndexError],
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    try checkEntryCount(geometries.count)
    let builder = FeatureIndexBuilder([.array(geometries)], isTolerant: true)
    self = try await builder.index(progress: progress)
    skipped += builder.problems
  }

  /// Builds an index over several lists of geometries, numbered consecutively, on some threads.
  ///
  /// - Throws: ``IndexError`` as ``init(_:)``; with `isTolerant` as ``init(_:skipped:)``.
  package init(
    lists: [GeometryList],
    threads: Int,
    isTolerant: Bool = false
  ) throws(IndexError) {
    try checkEntryCount(lists.reduce(0) { $0 + $1.count })
    let builder = FeatureIndexBuilder(lists, isTolerant: isTolerant)
    builder.run(threads: threads)
    self = try builder.index()
  }

  /// The asynchronous twin of ``init(lists:threads:isTolerant:)``, on all cores, with progress; it is not tolerant.
  package init(
    lists: [GeometryList],
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    try checkEntryCount(lists.reduce(0) { $0 + $1.count })
    let builder = FeatureIndexBuilder(lists, isTolerant: false)
    self = try await builder.index(progress: progress)
  }
}
