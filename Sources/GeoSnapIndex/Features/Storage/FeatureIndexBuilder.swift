internal import GeoSnapSupport

/// Builds an index of features: extracts entries from geometries, then packs them and the areas.
// Only `begin` writes, while no piece runs: the proof of `@unchecked Sendable`.
final class FeatureIndexBuilder: PhasedWork, @unchecked Sendable {
  private let isTolerant: Bool
  private let extraction: EntryExtraction
  private var segments: TreeBuilder?
  private var areas: [IndexedArea] = []
  private var areaTree: TreeBuilder?
  /// The number of the phase's pieces for segments; pieces for areas follow.
  private var segmentPieceCount = 0

  /// The reason why no index can be made; known after all phases.
  private var refusal: IndexError?
  /// An error for each feature left out, sorted by feature; known after all phases.
  private(set) var problems: [IndexError] = []

  /// Creates a builder for lists whose features are numbered consecutively; a tolerant one skips those that cannot be
  /// indexed.
  init(_ lists: [GeometryList], isTolerant: Bool) {
    self.isTolerant = isTolerant
    extraction = EntryExtraction(lists)
  }

  var phaseCount: Int { extraction.phaseCount + TreeBuilder.phaseCount }

  func begin(_ phase: Int) -> Int {
    guard phase >= extraction.phaseCount else { return extraction.begin(phase) }
    if phase == extraction.phaseCount { takeEntries() }
    guard let segments, let areaTree else { return 0 }
    segmentPieceCount = segments.begin(phase - extraction.phaseCount)
    return segmentPieceCount + areaTree.begin(phase - extraction.phaseCount)
  }

  package func run(_ phase: Int, _ piece: Int) {
    if phase < extraction.phaseCount {
      extraction.run(phase, piece)
    } else if piece < segmentPieceCount {
      segments?.run(phase - extraction.phaseCount, piece)
    } else {
      areaTree?.run(phase - extraction.phaseCount, piece - segmentPieceCount)
    }
  }

  private func takeEntries() {
    refusal = extraction.refusal
    guard refusal == nil else { return }
    problems = extraction.problems
    guard isTolerant || problems.isEmpty else {
      refusal = problems.first
      return
    }
    let (entries, measure) = extraction.takeEntries()
    areas = extraction.areas
    segments = TreeBuilder(entries, measure)
    areaTree = TreeBuilder(extraction.areaEntries)
  }

  /// Builds the index on all cores, off the caller's actor.
  @concurrent
  func index(progress: (@Sendable (_ done: Double) -> Void)?) async throws -> FeatureIndex {
    try await run(progress: progress)
    return try index()
  }

  /// The index, after all phases.
  ///
  /// - Throws: ``IndexError`` when the geometries cannot be indexed.
  func index() throws(IndexError) -> FeatureIndex {
    if let refusal { throw refusal }
    guard let segments, let areaTree else { preconditionFailure("All phases must have run") }
    return FeatureIndex(
      segments: segments.tree(),
      areas: AreaIndex(AreaColumns(areas), EditableTree(areaTree.tree()))
    )
  }
}
