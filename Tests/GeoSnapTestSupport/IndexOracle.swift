public import GeoSnap

/// Answers what an index answers, by looking at everything: slow, short and easily believed.
public struct IndexOracle {
  /// The geometries; a feature is a position here.
  public let geometries: [Geometry?]

  public init(_ geometries: [Geometry?]) { self.geometries = geometries }

  public var segments: [IndexedSegment] {
    var segments: [IndexedSegment] = []
    for (feature, geometry) in geometries.enumerated() {
      geometry?.forEachPath { path in
        let pairs = path.count == 1 ? [(0, 0)] : (1..<max(path.count, 1)).map { ($0 - 1, $0) }
        for (start, end) in pairs {
          var flags: PathFlags = path.kind == .ring ? .ring : []
          if path.count == 1 { flags.insert(.place) }
          if start == 0 { flags.insert(.startsPart) }
          if end == path.count - 1 { flags.insert(.endsPart) }
          segments.append(
            IndexedSegment(
              feature: Int32(feature),
              part: Int32(path.part),
              segment: Int32(start),
              flags: flags,
              geometry: Segment(path[start], path[end])
            )
          )
        }
      }
    }
    return segments
  }

  /// Segments within a distance, nearest first, ties in stored order.
  public func segmentHits(within distance: Double, of point: Coordinate) -> [SegmentHit] {
    segments
      .map { segment in
        SegmentHit(
          segment,
          near: point,
          squaredDistance: segment.geometry.squaredDistance(to: point)
        )
      }
      .filter { $0.distance <= distance }
      .sorted {
        ($0.distance, $0.feature, $0.part, $0.segment)
          < ($1.distance, $1.feature, $1.part, $1.segment)
      }
  }

  /// Features within a distance: feature and least distance, nearest first, ties by feature.
  public func features(
    within distance: Double,
    of point: Coordinate
  ) -> [(feature: Int32, distance: Double)] {
    var least: [Int32: Double] = [:]
    for hit in segmentHits(within: distance, of: point) {
      least[hit.feature] = min(least[hit.feature] ?? .infinity, hit.distance)
    }
    if distance >= 0 {
      for (feature, geometry) in geometries.enumerated() {
        if let geometry, IndexOracle.covers(geometry, point) { least[Int32(feature)] = 0 }
      }
    }
    return least.map { (feature: $0.key, distance: $0.value) }
      .sorted { ($0.distance, $0.feature) < ($1.distance, $1.feature) }
  }

  /// Vertices within a distance: feature, part, vertex and distance, nearest first, ties in
  /// stored order; the closing vertex of a ring is left out.
  public func vertices(
    within distance: Double,
    of point: Coordinate
  ) -> [(feature: Int32, part: Int32, vertex: Int32, distance: Double)] {
    var found: [(feature: Int32, part: Int32, vertex: Int32, distance: Double)] = []
    for (feature, geometry) in geometries.enumerated() {
      geometry?.forEachPath { path in
        for index in 0..<(path.kind == .ring ? path.count - 1 : path.count) {
          let away = point.distance(to: path[index])
          if away <= distance {
            found.append((Int32(feature), Int32(path.part), Int32(index), away))
          }
        }
      }
    }
    return found.sorted {
      ($0.distance, $0.feature, $0.part, $0.vertex) < ($1.distance, $1.feature, $1.part, $1.vertex)
    }
  }

  /// Whether an area of a geometry holds a place: the sum of the angles that its rings turn
  /// around the place, by quadrants; on the border counts.
  public static func covers(_ geometry: Geometry, _ point: Coordinate) -> Bool {
    switch geometry {
    case .polygon(let polygon):
      return covers(
        polygon.coordinates,
        ends: polygon.ringEnds,
        rings: 0..<polygon.ringEnds.count,
        point
      )
    case .multiPolygon(let polygons):
      return polygons.polygonRings.contains {
        covers(polygons.coordinates, ends: polygons.ringEnds, rings: $0, point)
      }
    case .collection(let collection): return collection.geometries.contains { covers($0, point) }
    default: return false
    }
  }

  private static func covers(
    _ coordinates: CoordinateSequence,
    ends: [Int],
    rings: Range<Int>,
    _ point: Coordinate
  ) -> Bool {
    var isInside = false
    for ring in rings {
      let start = ring == 0 ? 0 : ends[ring - 1]
      var winding = 0
      for index in start..<(ends[ring] - 1) {
        let a = coordinates[index]
        let b = coordinates[index + 1]
        // Exact: of ordinates from thousandths to 1e140 a product in doubles has any sign.
        let cross = orientation(a, b, point)
        if cross == 0, Segment(a, b).envelope.contains(point) { return true }
        if a.y <= point.y, b.y > point.y, cross > 0 { winding += 1 }
        if a.y > point.y, b.y <= point.y, cross < 0 { winding -= 1 }
      }
      if !winding.isMultiple(of: 2) { isInside.toggle() }
    }
    return isInside
  }
}

extension IndexOracle {
  /// Whether a segment shares a place with a closed rectangle: an end inside it, or one of its
  /// diagonals crossed or touched.
  public func meets(_ segment: Segment, _ box: Envelope) -> Bool {
    if box.contains(segment.start) || box.contains(segment.end) { return true }
    let corners = [
      Coordinate(x: box.minX, y: box.minY), Coordinate(x: box.maxX, y: box.minY),
      Coordinate(x: box.maxX, y: box.maxY), Coordinate(x: box.minX, y: box.maxY),
    ]
    return IndexOracle.cross(segment, Segment(corners[0], corners[2]))
      || IndexOracle.cross(segment, Segment(corners[1], corners[3]))
  }

  private static func cross(_ first: Segment, _ second: Segment) -> Bool {
    guard first.envelope.intersects(second.envelope) else { return false }
    return side(first, second.start) * side(first, second.end) <= 0
      && side(second, first.start) * side(second, first.end) <= 0
  }

  private static func side(_ segment: Segment, _ point: Coordinate) -> Int {
    let cross =
      (segment.end.x - segment.start.x) * (point.y - segment.start.y)
      - (segment.end.y - segment.start.y) * (point.x - segment.start.x)
    return cross < 0 ? -1 : cross > 0 ? 1 : 0
  }
}
