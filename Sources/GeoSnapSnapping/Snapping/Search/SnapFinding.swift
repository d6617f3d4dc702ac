/// A found place of any kind, in internal terms.
struct SnapFinding {
  let kind: SnapKind
  let layer: Int32
  /// The ordinal of the target; -1 for the sketch and the grid.
  let feature: Int32
  let part: Int32
  let vertex: Int32
  let distance: Double
  let location: Coordinate
  /// For a previous place, the tolerance of its kind and source.
  var tolerance = 0.0
  /// Whether it is at a vertex of its segment, irrespective of its kind.
  var isAtVertex = false
  /// For an intersection, the other segment.
  var crossing: SegmentKey?
  /// The lines of guides, with their kinds.
  var guides: [Segment] = []

  var rank: Int32 { kind.rank }

  private var key: SegmentKey {
    SegmentKey(layer: layer, feature: feature, part: part, vertex: vertex)
  }

  init(_ candidate: SnapCandidate, near point: Coordinate) {
    kind = candidate.kind
    layer = candidate.layer
    feature = candidate.feature
    part = candidate.part
    vertex = candidate.vertex
    distance = candidate.squaredDistance.squareRoot()
    location = candidate.location(near: point)
    isAtVertex = location == candidate.segment.start || location == candidate.segment.end
  }

  init(
    _ kind: SnapKind,
    layer: Int32 = .max,
    feature: Int32 = -1,
    part: Int32 = -1,
    vertex: Int32 = -1,
    at location: Coordinate,
    near point: Coordinate
  ) {
    self.kind = kind
    self.layer = layer
    self.feature = feature
    self.part = part
    self.vertex = vertex
    self.location = location
    distance = location.distance(to: point)
  }

  /// The order of choice, as for candidates; equal intersections on one segment are ordered by the other segment.
  func wins(over other: SnapFinding) -> Bool {
    if rank != other.rank { return rank < other.rank }
    if distance != other.distance { return distance < other.distance }
    if key != other.key { return key.precedes(other.key) }
    guard let crossing, let otherCrossing = other.crossing else { return false }
    return crossing.precedes(otherCrossing)
  }
}

struct SegmentKey: Hashable {
  let layer: Int32
  let feature: Int32
  let part: Int32
  let vertex: Int32

  /// The end of the order of choice, for places of the same rank and distance.
  @inline(__always)
  func precedes(_ other: SegmentKey) -> Bool {
    if layer != other.layer { return layer < other.layer }
    if feature != other.feature { return feature < other.feature }
    if part != other.part { return part < other.part }
    return vertex < other.vertex
  }
}
