/// A segment found near a place.
@frozen
public struct SegmentHit: Hashable, Sendable {
  /// The segment found.
  public let match: IndexedSegment
  /// The place that was asked about.
  public let point: Coordinate
  /// The square of the distance between the two.
  public let squaredDistance: Double

  /// Creates a hit.
  @inlinable
  public init(_ match: IndexedSegment, near point: Coordinate, squaredDistance: Double) {
    self.match = match
    self.point = point
    self.squaredDistance = squaredDistance
  }

  /// The feature that owns the segment.
  @inlinable
  public var feature: Int32 { match.feature }
  /// The part of the feature, counted as ``GeometryPath/part``.
  @inlinable
  public var part: Int32 { match.part }
  /// The index of the segment's start vertex within the part.
  @inlinable
  public var segment: Int32 { match.segment }
  /// Where in its part the segment stands.
  @inlinable
  public var flags: PathFlags { match.flags }
  /// Where the segment lies.
  @inlinable
  public var geometry: Segment { match.geometry }
  /// The distance, in coordinate units.
  @inlinable
  public var distance: Double { squaredDistance.squareRoot() }
  /// Where on the segment the closest place lies: 0 at its start, 1 at its end.
  @inlinable
  public var fraction: Double { geometry.fraction(closestTo: point) }
  /// The closest place on the segment.
  @inlinable
  public var location: Coordinate { geometry.coordinate(atFraction: fraction) }
}

/// A vertex found near a place.
///
/// The closing vertex of a ring is its vertex 0.
@frozen
public struct VertexHit: Hashable, Sendable {
  /// The feature that owns the vertex.
  public let feature: Int32
  /// The part of the feature, counted as ``GeometryPath/part``.
  public let part: Int32
  /// The index of the vertex within the part.
  public let vertex: Int32
  /// Whether the vertex is the first or last of its part; both for a place and a ring's closing vertex.
  public let flags: PathFlags
  /// Where the vertex lies.
  public let location: Coordinate
  /// The square of its distance from the place that was asked about.
  public let squaredDistance: Double

  /// The distance, in coordinate units.
  @inlinable
  public var distance: Double { squaredDistance.squareRoot() }

  /// The vertex that a segment starts or ends with.
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

/// A feature found near a place, with its least distance.
@frozen
public struct FeatureHit: Hashable, Sendable {
  /// The feature.
  public let feature: Int32
  /// The part that comes closest, counted as ``GeometryPath/part``; -1 inside an area.
  public let part: Int32
  /// The index within the part of the start vertex of the segment that comes closest; -1 inside an area.
  public let segment: Int32
  /// The distance, in coordinate units; 0 inside an area and on its border.
  public let distance: Double
  /// The closest place of the feature; the place that was asked about when inside an area.
  public let location: Coordinate

  /// Whether the place lies inside an area, away from its border.
  @inlinable
  public var isInside: Bool { segment < 0 }

  @inline(__always)
  init(_ hit: SegmentHit) {
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

  /// Whether it tells more about the same feature: nearer, or on a border rather than inside, or
  /// on an earlier segment.
  func isBetter(than other: FeatureHit) -> Bool {
    if distance != other.distance { return distance < other.distance }
    if isInside != other.isInside { return other.isInside }
    return part != other.part ? part < other.part : segment < other.segment
  }

  /// Whether it comes before another feature's: nearer, or at the same distance the lower feature.
  func precedes(_ other: FeatureHit) -> Bool {
    distance != other.distance ? distance < other.distance : feature < other.feature
  }
}

extension IndexedSegment {
  /// The start of the segment, and its end when no other segment of the part starts there.
  @inline(__always)
  func forEachVertex(near point: Coordinate, _ body: (VertexHit) -> Void) {
    body(VertexHit(self, atEnd: false, near: point))
    if flags.contains(.endsPart), flags.isDisjoint(with: [.place, .ring]) {
      body(VertexHit(self, atEnd: true, near: point))
    }
  }
}
