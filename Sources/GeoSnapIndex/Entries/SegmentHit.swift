/// A segment found near a point.
@frozen public struct SegmentHit: Hashable, Sendable {
  @usableFromInline package let match: IndexedSegment
  @usableFromInline package let point: Coordinate
  @usableFromInline package let squaredDistance: Double

  package init(_ match: IndexedSegment, near point: Coordinate, squaredDistance: Double) {
    self.match = match
    self.point = point
    self.squaredDistance = squaredDistance
  }

  /// The feature of the segment.
  @inlinable public var feature: Int32 { match.feature }
  /// The part of the feature, counted as ``GeometryPath/part``.
  @inlinable public var part: Int32 { match.part }
  /// The index of the segment's start vertex in the part.
  @inlinable public var segment: Int32 { match.segment }
  @inlinable package var flags: PathFlags { match.flags }
  /// The two ends of the segment.
  @inlinable public var geometry: Segment { match.geometry }
  /// The distance, in coordinate units.
  @inlinable public var distance: Double { squaredDistance.squareRoot() }
  /// The fraction of the segment at its closest point: 0 at its start, 1 at its end.
  @inlinable public var fraction: Double { geometry.fraction(closestTo: point) }
  /// The closest point of the segment.
  @inlinable public var location: Coordinate { geometry.coordinate(atFraction: fraction) }
}

/// A vertex found near a point; the closing vertex of a ring is its vertex 0.
@frozen public struct VertexHit: Hashable, Sendable {
  /// The feature of the vertex.
  public let feature: Int32
  /// The part of the feature, counted as ``GeometryPath/part``.
  public let part: Int32
  /// The index of the vertex in the part.
  public let vertex: Int32
  /// Whether the vertex is the first or last of its part; both for a single point and a ring's closing vertex.
  @usableFromInline package let flags: PathFlags
  /// The position of the vertex.
  public let location: Coordinate
  /// The square of its distance from the point of the query.
  @usableFromInline package let squaredDistance: Double

  /// The distance, in coordinate units.
  @inlinable public var distance: Double { squaredDistance.squareRoot() }

  init(_ segment: IndexedSegment, atEnd: Bool, near point: Coordinate) {
    feature = segment.feature
    part = segment.part
    vertex = segment.segment + (atEnd ? 1 : 0)
    let position: PathFlags
    if segment.flags.contains(.place) || (segment.flags.contains(.ring) && !atEnd) {
      position = segment.flags.contains(.startsPart) ? [.startsPart, .endsPart] : []
    } else {
      position = segment.flags.intersection(atEnd ? .endsPart : .startsPart)
    }
    flags = segment.flags.subtracting([.startsPart, .endsPart]).union(position)
    location = atEnd ? segment.geometry.end : segment.geometry.start
    squaredDistance = point.squaredDistance(to: location)
  }
}

/// A feature found near a point, with its least distance.
@frozen public struct FeatureHit: Hashable, Sendable {
  /// The feature.
  public let feature: Int32
  /// The closest part, counted as ``GeometryPath/part``; -1 inside an area.
  public let part: Int32
  /// The start vertex of the closest segment in the part; -1 inside an area.
  public let segment: Int32
  /// The distance, in coordinate units; 0 inside an area and on its boundary.
  public let distance: Double
  /// The closest point of the feature; the point of the query inside an area.
  public let location: Coordinate

  /// Whether the point lies inside an area, not on its boundary.
  @inlinable public var isInside: Bool { segment < 0 }

  @inline(__always) init(_ hit: SegmentHit) {
    feature = hit.feature
    part = hit.part
    segment = hit.segment
    distance = hit.distance
    location = hit.location
  }

  init(inside feature: Int32, at point: Coordinate) {
    self.feature = feature
    part = -1
    segment = -1
    distance = 0
    location = point
  }

  /// Whether it is the better hit of the same feature: nearer, on a boundary, not inside, or on an earlier segment.
  func isBetter(than other: FeatureHit) -> Bool {
    if distance != other.distance { return distance < other.distance }
    if isInside != other.isInside { return other.isInside }
    return part != other.part ? part < other.part : segment < other.segment
  }

  /// Whether it precedes another feature's hit: nearer, or at the same distance the lower feature.
  func precedes(_ other: FeatureHit) -> Bool {
    distance != other.distance ? distance < other.distance : feature < other.feature
  }
}

extension IndexedSegment {
  /// Calls `body` with the start of the segment, and with its end when no other segment of the part starts there.
  @inline(__always) func forEachVertex(near point: Coordinate, _ body: (VertexHit) -> Void) {
    body(VertexHit(self, atEnd: false, near: point))
    if flags.contains(.endsPart), flags.isDisjoint(with: [.place, .ring]) {
      body(VertexHit(self, atEnd: true, near: point))
    }
  }
}

/// Two segments that meet or are near each other, the earlier in stored order first.
package struct SegmentPair: Hashable, Sendable {
  package let first: IndexedSegment
  package let second: IndexedSegment
  /// The square of the least distance between the two; 0 when they share a point.
  package let squaredDistance: Double

  package init(_ first: IndexedSegment, _ second: IndexedSegment, squaredDistance: Double) {
    self.first = first
    self.second = second
    self.squaredDistance = squaredDistance
  }

  /// The least distance between the two, in coordinate units.
  package var distance: Double { squaredDistance.squareRoot() }
}
