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
  private var key: SegmentKey {
    SegmentKey(layer: layer, feature: feature, part: part, vertex: vertex)
  }

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
