/// An index over the geometries of features: what lies near a place, and exactly how near.
///
/// A feature is a number; an index that is built gives each geometry its position among those given,
/// and missing and empty geometries are simply absent. Points are segments of zero length, and areas
/// answer distance 0 inside. Queries with a NaN, a negative distance or a place beyond ±1e150 find
/// nothing; an infinite distance finds all.
///
/// An index is a value. Any number of threads may query it, and a copy is a snapshot that costs next
/// to nothing: edits of the original happen in place while there is no copy, and else copy only what
/// they touch.
///
/// All distances are planar, in coordinate units. Nothing wraps at 180 degrees: split geometries
/// that cross it.
public struct FeatureIndex: Sendable {
  /// The segments and places of all features.
  var segments: EditableTree
  /// The areas of those that have any.
  var areas: AreaIndex

  /// Creates an index without features, to insert some.
  public init() {
    segments = EditableTree(checked: [])
    areas = AreaIndex([])
  }

  /// Builds an index over all of `geometries`.
  ///
  /// - Throws: ``IndexError`` for the first geometry with an ordinate that is not finite or beyond
  ///   ±1e150; its `entry` is the feature.
  /// - Complexity: O(n) for n segments.
  public init(_ geometries: [Geometry?]) throws(IndexError) {
    var problems: [IndexError] = []
    try self.init(geometries, skipped: &problems)
    if let first = problems.first { throw first }
  }

  /// Builds an index over those of `geometries` that can be indexed, and lists the others.
  ///
  /// `skipped` receives an error for each feature left out.
  /// - Throws: ``IndexError`` with code `tooManyEntries` only.
  public init(_ geometries: [Geometry?], skipped: inout [IndexError]) throws(IndexError) {
    try checkEntryCount(geometries.count)
    var entries: [TreeEntry] = []
    var areas: [IndexedArea] = []
    entries.reserveCapacity(geometries.count)
    for (entry, geometry) in geometries.enumerated() {
      guard let geometry else { continue }
      if let problem = geometryProblem(geometry, entry: entry) {
        skipped.append(problem)
        continue
      }
      geometry.forEachEntry(of: Int32(entry)) { entries.append($0) }
      if geometry.type.dimension == 2 {
        areas += IndexedArea.areas(of: geometry, feature: Int32(entry))
      }
    }
    try checkEntryCount(entries.count)
    segments = EditableTree(checked: entries)
    self.areas = AreaIndex(areas)
  }

  /// The number of segments and places.
  public var segmentCount: Int { segments.count }

  /// Bytes that the index occupies, exact geometry included; coordinates of areas are shared with
  /// the geometries given and not counted twice.
  public var byteCount: Int { segments.byteCount + areas.byteCount }
}

/// What is wrong with the first unusable ordinate of a geometry; nil when all can be indexed.
///
/// Points and lines, which are most of any network, go without the walk over paths.
func geometryProblem(_ geometry: Geometry, entry: Int) -> IndexError? {
  switch geometry {
  case .point(let point): return point.coordinate.flatMap { coordinateProblem($0, entry: entry) }
  case .lineString(let line): return sequenceProblem(line.coordinates, entry: entry)
  case .collection(let collection):
    for member in collection.geometries {
      if let problem = geometryProblem(member, entry: entry) { return problem }
    }
    return nil
  default: return sequenceProblem(geometry.coordinates, entry: entry)
  }
}

private func sequenceProblem(_ sequence: CoordinateSequence, entry: Int) -> IndexError? {
  for coordinate in sequence {
    if let problem = coordinateProblem(coordinate, entry: entry) { return problem }
  }
  return nil
}
