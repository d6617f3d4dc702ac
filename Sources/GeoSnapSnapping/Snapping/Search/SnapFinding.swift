/// A found place of any kind, in internal terms.
struct SnapFinding {
  let kind: SnapKind
  /// The layer, the ordinal of the target, -1 for the sketch and the grid, the part and the vertex.
  let key: SegmentKey
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
  var feature: Int32 { key.feature }
  var part: Int32 { key.part }
  var vertex: Int32 { key.vertex }

  init(_ candidate: SnapCandidate, near point: Coordinate) {
    kind = candidate.kind
    key = candidate.key
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
    key = SegmentKey(layer: layer, feature: feature, part: part, vertex: vertex)
    self.location = location
    distance = location.distance(to: point)
  }

  /// The intersection of two segments.
  init(of key: SegmentKey, and other: SegmentKey, at location: Coordinate, near point: Coordinate) {
    kind = .intersection
    self.key = key
    crossing = other
    self.location = location
    distance = location.distance(to: point)
  }

  /// The order of choice, as for candidates; equal intersections on one segment are ordered by the other segment.
  func wins(over other: SnapFinding) -> Bool {
    let (one, two) = ((rank, distance), (other.rank, other.distance))
    if one != two { return one < two }
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

/// A candidate place on a segment, small enough for comparisons in the innermost loop.
struct SnapCandidate {
  let kind: SnapKind
  let rank: Int32
  let layer: Int32
  let feature: Int32
  let part: Int32
  /// The vertex, or the one at the start of the segment.
  let vertex: Int32
  let squaredDistance: Double
  let segment: Segment
  /// Whether a vertex is the end of the segment.
  let isAtEnd: Bool

  @inline(__always)
  init(
    _ hit: SegmentHit,
    _ kind: SnapKind,
    rank: Int32,
    layer: Int32,
    _ squaredDistance: Double,
    isAtEnd: Bool = false
  ) {
    self.kind = kind
    self.rank = rank
    self.layer = layer
    feature = hit.feature
    part = hit.part
    vertex = isAtEnd ? hit.segment + 1 : hit.segment
    self.squaredDistance = squaredDistance
    segment = hit.geometry
    self.isAtEnd = isAtEnd
  }

  /// The documented total order: rank of the kind, distance, layer, feature, part, vertex.
  @inline(__always)
  func wins(over other: SnapCandidate) -> Bool {
    if rank != other.rank { return rank < other.rank }
    if squaredDistance != other.squaredDistance { return squaredDistance < other.squaredDistance }
    return key.precedes(other.key)
  }

  @inline(__always)
  var key: SegmentKey { SegmentKey(layer: layer, feature: feature, part: part, vertex: vertex) }

  /// The exact place for a pointer position.
  func location(near point: Coordinate) -> Coordinate {
    switch kind {
    case .segment, .boundary:
      segment.coordinate(atFraction: segment.fraction(closestTo: point))
    case .midpoint: segment.middle
    default: isAtEnd ? segment.end : segment.start
    }
  }
}

extension Segment {
  @inline(__always)
  var middle: Coordinate {
    Coordinate(x: start.x + (end.x - start.x) / 2, y: start.y + (end.y - start.y) / 2)
  }
}

/// The checked and completed arguments of a snap.
struct SnapQuery {
  var point: Coordinate
  /// The default tolerance of kinds.
  let tolerance: Double
  /// The greatest distance of a snap.
  let radius: Double
  /// The ordinal of the edited feature; -1 for none.
  let excluded: Int32
  /// Whether an inner vertex of a line follows the pointer.
  let isInner: Bool
}

/// The preference for the previous snap, which avoids flicker.
///
/// The previous place competes as if it were nearer by ``margin`` of its tolerance, and may exceed its tolerance by
/// ``hold`` of it. A place of a better rank wins nevertheless.
enum SnapStickiness {
  /// The share of the previous place's tolerance by which another place of the same rank must be nearer to win.
  static let margin = 0.1
  /// The share by which the previous place may exceed its tolerance.
  static let hold = 0.2

  static func choice(_ best: SnapFinding?, _ previous: SnapFinding?) -> SnapFinding? {
    guard let previous, let best else { return best ?? previous }
    if best.rank != previous.rank { return best.rank < previous.rank ? best : previous }
    return best.distance < previous.distance - margin * previous.tolerance ? best : previous
  }
}
