internal import GeoSnapSupport

extension FeatureIndex {
  /// Builds an index over all of `geometries`.
  ///
  /// - Throws: ``IndexError`` for the first geometry with an ordinate that is not finite or beyond
  ///   ±1e150; its `entry` is the feature. One with code `tooManyEntries` when there are more
  ///   segments than an index can number.
  /// - Complexity: O(n) for n segments.
  public init(_ geometries: [Geometry?]) throws(IndexError) {
    try checkEntryCount(geometries.count)
    let builder = FeatureIndexBuilder([.array(geometries)], isTolerant: false)
    builder.run()
    self = try builder.index()
  }

  /// Builds an index over those of `geometries` that can be indexed, and lists the others.
  ///
  /// `skipped` receives an error for each feature left out, in order of feature.
  /// - Throws: ``IndexError`` with code `tooManyEntries` only.
  public init(_ geometries: [Geometry?], skipped: inout [IndexError]) throws(IndexError) {
    try checkEntryCount(geometries.count)
    let builder = FeatureIndexBuilder([.array(geometries)], isTolerant: true)
    builder.run()
    self = try builder.index()
    skipped += builder.problems
  }

  /// Builds an index over all of `geometries`, on all cores.
  ///
  /// The index is that of the form on one thread.
  ///
  /// - Parameters:
  ///   - geometries: The geometries; a feature is a position here.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``IndexError`` as the form on one thread; `CancellationError` when the task was cancelled, soon
  ///   after it.
  /// - Complexity: O(n) for n segments, divided among the cores.
  public init(
    _ geometries: [Geometry?],
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    try checkEntryCount(geometries.count)
    let builder = FeatureIndexBuilder([.array(geometries)], isTolerant: false)
    self = try await builder.index(progress: progress)
  }

  /// Builds an index over those of `geometries` that can be indexed, on all cores, and lists the others.
  ///
  /// The index and the errors are those of the form on one thread.
  ///
  /// - Parameters:
  ///   - geometries: The geometries; a feature is a position here.
  ///   - skipped: Receives an error for each feature left out, in order of feature.
  ///   - progress: Told now and then what share is done, from 0 to 1; never by two threads at once.
  /// - Throws: ``IndexError`` with code `tooManyEntries`; `CancellationError` when the task was cancelled, soon
  ///   after it.
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

  /// Builds an index over the geometries of several lists, numbered through, on so many threads.
  ///
  /// - Throws: ``IndexError`` as the form of one list; a tolerant one leaves out what cannot be indexed, and
  ///   throws `tooManyEntries` only.
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

  /// Builds an index over the geometries of several lists, numbered through, on all cores.
  ///
  /// - Throws: ``IndexError`` as the form of one list; `CancellationError`.
  package init(
    lists: [GeometryList],
    progress: (@Sendable (_ done: Double) -> Void)?
  ) async throws {
    try checkEntryCount(lists.reduce(0) { $0 + $1.count })
    let builder = FeatureIndexBuilder(lists, isTolerant: false)
    self = try await builder.index(progress: progress)
  }
}
