/// Builds an index of features: draws entries from geometries, packs them, then packs the areas.
// Only `begin` writes, and no piece runs beside it: the proof of `@unchecked Sendable`.
final class FeatureIndexBuilder: PhasedWork, @unchecked Sendable {
  private let isTolerant: Bool
  private let extraction: EntryExtraction
  private var segments: TreeBuilder?
  private var areas: [IndexedArea] = []
  private var areaTree: TreeBuilder?

  /// Why no index can be made; known after all phases.
  private var refusal: IndexError?
  /// An error for each feature left out, in order of feature; known after all phases.
  private(set) var problems: [IndexError] = []

  /// A tolerant builder leaves out what cannot be indexed, another stops there.
  init(_ geometries: [Geometry?], isTolerant: Bool) {
    self.isTolerant = isTolerant
    extraction = EntryExtraction(geometries)
  }

  private var firstPackingPhase: Int { extraction.phaseCount }
  private var firstAreaPhase: Int { firstPackingPhase + TreeBuilder.phaseCount }
  var phaseCount: Int { firstAreaPhase + TreeBuilder.phaseCount }

  func begin(_ phase: Int) -> Int {
    if phase < firstPackingPhase { return extraction.begin(phase) }
    if phase == firstPackingPhase { takeEntries() }
    if phase < firstAreaPhase { return segments?.begin(phase - firstPackingPhase) ?? 0 }
    return areaTree?.begin(phase - firstAreaPhase) ?? 0
  }

  func run(_ phase: Int, _ piece: Int) {
    if phase < firstPackingPhase {
      extraction.run(phase, piece)
    } else if phase < firstAreaPhase {
      segments?.run(phase - firstPackingPhase, piece)
    } else {
      areaTree?.run(phase - firstAreaPhase, piece)
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
    areaTree = TreeBuilder(
      areas.enumerated().compactMap { item, area in
        area.envelope.map { TreeEntry($0, item: Int32(item)) }
      }
    )
  }

  /// The index, after all phases.
  ///
  /// - Throws: ``IndexError`` when the geometries cannot be indexed.
  func index() throws(IndexError) -> FeatureIndex {
    if let refusal { throw refusal }
    guard let segments, let areaTree else { preconditionFailure("All phases must have run") }
    return FeatureIndex(
      segments: PackedSegmentTree(segments.tree()),
      areas: areas,
      areaTree: PackedRTree(areaTree.tree())
    )
  }
}
