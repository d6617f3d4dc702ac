/// A static index over the geometries of features: what lies near a place, and exactly how near.
///
/// A feature is the position of its geometry among those given; missing and empty geometries are
/// simply absent. Points are segments of zero length, and areas answer distance 0 inside. Built
/// once, then only read, by any number of threads. Queries with a NaN, a negative distance or a
/// place beyond ±1e150 find nothing; an infinite distance finds all.
///
/// All distances are planar, in coordinate units.
public struct FeatureIndex: Sendable {
  /// The segments of all features.
  public let segments: PackedSegmentTree
  // Invariant: the items of areaTree are the positions in areas.
  let areas: [IndexedArea]
  let areaTree: PackedRTree

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
      entries.append(geometry, feature: Int32(entry))
      if geometry.type.dimension == 2 {
        areas += IndexedArea.areas(of: geometry, feature: Int32(entry))
      }
    }
    try checkEntryCount(entries.count)
    segments = PackedSegmentTree(checked: entries)
    self.areas = areas
    areaTree = PackedRTree(
      checked: areas.compactMap(\.envelope),
      items: Array(0..<Int32(areas.count))
    )
  }

  /// Bytes that the index occupies, exact geometry included; coordinates of areas are shared with
  /// the geometries given and not counted twice.
  public var byteCount: Int { segments.byteCount + areaTree.byteCount }
}

/// What is wrong with the first unusable ordinate of a geometry; nil when all can be indexed.
///
/// Points and lines, which are most of any network, go without the walk over paths.
private func geometryProblem(_ geometry: Geometry, entry: Int) -> IndexError? {
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

extension [TreeEntry] {
  fileprivate mutating func append(_ geometry: Geometry, feature: Int32) {
    switch geometry {
    case .point(let point):
      guard let place = point.coordinate else { return }
      append(place, feature: feature, part: 0)
    case .lineString(let line):
      append(line.coordinates, 0..<line.coordinates.count, feature: feature, part: 0, kind: [])
    default:
      geometry.forEachPath { path in
        append(
          path.sequence,
          path.range,
          feature: feature,
          part: Int32(path.part),
          kind: path.kind == .ring ? .ring : []
        )
      }
    }
  }

  private mutating func append(_ place: Coordinate, feature: Int32, part: Int32) {
    append(
      TreeEntry(
        first: place,
        second: place,
        label: EntryLabel(feature, part: part, flags: [.startsPart, .endsPart, .place])
      )
    )
  }

  private mutating func append(
    _ sequence: CoordinateSequence,
    _ range: Range<Int>,
    feature: Int32,
    part: Int32,
    kind: PathFlags
  ) {
    guard range.count > 1 else {
      if let only = range.first { append(sequence[only], feature: feature, part: part) }
      return
    }
    let last = range.count - 2
    var start = sequence[range.lowerBound]
    for index in 0...last {
      let end = sequence[range.lowerBound + index + 1]
      var flags = kind
      if index == 0 { flags.insert(.startsPart) }
      if index == last { flags.insert(.endsPart) }
      append(
        TreeEntry(
          first: start,
          second: end,
          label: EntryLabel(feature, part: part, segment: Int32(index), flags: flags)
        )
      )
      start = end
    }
  }
}
