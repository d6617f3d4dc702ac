internal import GeoSnapSupport

/// An index over the geometries of features, which finds features near a point and their exact distances.
///
/// A feature is a number: the position of its geometry when the index is built. Missing and empty geometries are
/// absent. Points are segments of zero length, and areas have distance 0 inside. Queries with a NaN, a negative
/// distance or a point beyond ±1e150 find nothing; an infinite distance finds all.
///
/// An index is a value. Any number of threads may query it, and a copy is a cheap snapshot: edits of the original
/// happen in place while there is no copy, and otherwise copy only what they change.
///
/// All distances are planar, in coordinate units. Nothing wraps at 180 degrees: geometry that crosses the
/// antimeridian must be split at it, or it spans the world the other way.
public struct FeatureIndex: Sendable {
  package var segments: EditableTree
  package var areas: AreaIndex

  /// Creates an empty index.
  public init() {
    segments = EditableTree(checked: [])
    areas = AreaIndex(AreaColumns([]), EditableTree(checked: []))
  }

  init(segments: PackedTree, areas: AreaIndex) {
    self.segments = EditableTree(segments)
    self.areas = areas
  }

  package var segmentCount: Int { segments.count }

  /// The size in bytes, including exact geometry, but without coordinates of inserted areas, which are shared with
  /// their geometries.
  package var byteCount: Int { segments.byteCount + areas.byteCount }

  /// Builds an index over all of `geometries`, whose positions are the features.
  ///
  /// - Throws: ``IndexError`` for the first geometry with an ordinate that is not finite or beyond ±1e150, whose
  ///   `entry` is the feature; with code `tooManyEntries` when there are more segments than an index can number.
  /// - Complexity: O(n) for n segments.
  public init(_ geometries: [Geometry?]) throws(IndexError) {
    try self.init(lists: [.array(geometries)], threads: 1)
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
    try await self.init(lists: [.array(geometries)], progress: progress)
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
  package init(lists: [GeometryList], threads: Int, isTolerant: Bool = false) throws(IndexError) {
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

  /// Inserts a feature at a geometry; the next query finds it.
  ///
  /// Empty parts of a geometry add no entries. A feature that the index already has is in it twice then, with both
  /// geometries.
  ///
  /// - Throws: ``IndexError`` when the geometry has an ordinate that is not finite or beyond ±1e150, the number of
  ///   the feature is negative or `Int32.max`, or the index is full; the index is unchanged then.
  /// - Complexity: Amortised O(1) per segment.
  public mutating func insert(_ feature: Int32, at geometry: Geometry) throws(IndexError) {
    try checkInsertion(of: feature, geometry)
    geometry.forEachEntry(of: feature) { segments.insert($0) }
    if geometry.type.dimension == 2 {
      areas.insert(IndexedArea.areas(of: geometry, feature: feature))
    }
  }

  /// Removes a feature at the geometry that it was built or inserted with; later queries do not find it.
  ///
  /// The index has no map from features to entries, which would double its memory, so the geometry locates them. Its
  /// x and y must be equal bit for bit. An empty geometry has no entries to remove.
  ///
  /// - Throws: ``IndexError`` with code `notIndexed` when the feature is not in the index with that geometry; the
  ///   index is unchanged then.
  /// - Complexity: As a search around the geometry, for each run of a few segments.
  public mutating func remove(_ feature: Int32, at geometry: Geometry) throws(IndexError) {
    var removedCount = 0
    var missing: TreeEntry?
    geometry.forEachRun(of: feature) { run in
      guard missing == nil else { return }
      if let index = segments.remove(run) {
        missing = run[index]
      } else {
        removedCount += run.count
      }
    }
    let isArea = geometry.type.dimension == 2
    let isComplete =
      missing == nil
      && (!isArea || areas.remove(IndexedArea.areas(of: geometry, feature: feature)))
    guard !isComplete else { return }
    geometry.forEachEntry(of: feature) { entry in
      guard removedCount > 0 else { return }
      segments.insert(entry)
      removedCount -= 1
    }
    throw IndexError(notIndexed: feature, missing)
  }

  /// Moves a feature from one geometry to another, of any types, by ``remove(_:at:)`` and ``insert(_:at:)``.
  ///
  /// - Throws: ``IndexError`` as both do; the index is unchanged then.
  public mutating func move(
    _ feature: Int32,
    from old: Geometry,
    to new: Geometry
  ) throws(IndexError) {
    try checkInsertion(of: feature, new)
    try remove(feature, at: old)
    try insert(feature, at: new)
  }

  private func checkInsertion(of feature: Int32, _ geometry: Geometry) throws(IndexError) {
    guard feature >= 0, feature < .max else {
      throw IndexError(
        .invalidFeature,
        "Feature \(feature) cannot be inserted: give a number from 0 to \(Int32.max - 1).",
        entry: Int(feature)
      )
    }
    if let problem = geometry.indexProblem(entry: Int(feature)) { throw problem }
    try checkEntryCount(segmentCount + geometry.entryCount)
  }

  /// The number of segments and single points inserted or removed since the index was built.
  package var editedCount: Int { segments.editedCount + areas.editedCount }

  /// Rebuilds the index with its present content, so that edits no longer slow queries down, in O(n).
  public mutating func rebuild() {
    segments.rebuild()
    areas.rebuild()
  }
}

extension IndexError {
  /// The error for a feature that is not in the index with the given geometry.
  fileprivate init(notIndexed feature: Int32, _ missing: TreeEntry?) {
    let what = missing.map { entry in
      let part = "of part \(entry.label.part)"
      return entry.label.flags.contains(.place)
        ? "the place \(entry.first) \(part)"
        : "segment \(entry.label.segment) \(part), from \(entry.first) to \(entry.second)"
    }
    self.init(
      .notIndexed,
      "Feature \(feature) is not in the index with \(what ?? "this area"): give the geometry that "
        + "it was inserted with.",
      entry: Int(feature)
    )
  }
}

extension Geometry {
  /// The number of segments searched together: few enough for a small box around them.
  private static var runLength: Int { 16 }

  /// Calls `body` with all entries, some neighbours at a time.
  fileprivate func forEachRun(of feature: Int32, _ body: (Span<TreeEntry>) -> Void) {
    let none = Coordinate(x: 0, y: 0)
    var run = InlineArray<16, TreeEntry>(
      repeating: TreeEntry(first: none, second: none, label: EntryLabel(feature))
    )
    var count = 0
    forEachEntry(of: feature) { entry in
      run[count] = entry
      count += 1
      if count == Geometry.runLength {
        body(run.span)
        count = 0
      }
    }
    if count > 0 { body(run.span.extracting(0..<count)) }
  }
}
