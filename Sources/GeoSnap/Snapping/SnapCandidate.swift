/// A place under consideration, small enough to be compared in the innermost loop.
struct SnapCandidate {
  /// How a place lies on its part, which decides where a line's policy allows it.
  enum Place {
    case end
    case inner
    case segment
  }

  let kind: SnapKind
  let feature: Int32
  let part: Int32
  let vertex: Int32
  let squaredDistance: Double
  let location: Coordinate

  @inline(__always)
  init(
    _ hit: SegmentHit,
    _ kind: SnapKind,
    _ vertex: Int32,
    _ squaredDistance: Double,
    _ location: Coordinate
  ) {
    self.kind = kind
    feature = hit.feature
    part = hit.part
    self.vertex = vertex
    self.squaredDistance = squaredDistance
    self.location = location
  }

  /// The documented, total order: kind, distance, table and row, part, vertex.
  @inline(__always)
  func wins(over other: SnapCandidate) -> Bool {
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    if squaredDistance != other.squaredDistance { return squaredDistance < other.squaredDistance }
    if feature != other.feature { return feature < other.feature }
    if part != other.part { return part < other.part }
    return vertex < other.vertex
  }
}

extension SnapPlaces {
  @inline(__always)
  func allows(_ place: SnapCandidate.Place) -> Bool {
    switch place {
    case .end: !isDisjoint(with: [.ends, .vertices])
    case .inner: contains(.vertices)
    case .segment: contains(.segments)
    }
  }
}
