extension Geometry {
  /// The planar area, in square coordinate units; 0 for points, lines and empty geometries.
  ///
  /// Holes are subtracted from the exterior ring, in any ring direction. Overlapping polygons of a collection are
  /// counted separately. With coordinates in degrees the number has no meaning: GeoSnapProjection's `Geodesy` returns
  /// square metres.
  ///
  /// ```swift
  /// try Geometry(wkt: "POLYGON ((0 0, 4 0, 4 3, 0 0))").area                        // -> 6
  /// try Geometry(wkt: "POLYGON ((0 0, 9 0, 9 9, 0 0), (5 1, 6 1, 6 2, 5 1))").area  // -> 40
  /// ```
  ///
  /// - Units: Square coordinate units.
  /// - Errors: NaN when an ordinate of an area is NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: The surveyor's formula, as GEOS's `GEOSArea`, but measured from each ring's first vertex, so large
  ///   coordinates cost no precision.
  public var area: Double {
    switch self {
    case .point, .multiPoint, .lineString, .multiLineString: return 0
    case .polygon(let polygon): return polygon.coordinates.area(polygon.ringEnds[...], from: 0)
    case .multiPolygon(let polygons):
      var area = 0.0
      for rings in polygons.polygonRings {
        let start = rings.lowerBound == 0 ? 0 : polygons.ringEnds[rings.lowerBound - 1]
        area += polygons.coordinates.area(polygons.ringEnds[rings], from: start)
      }
      return area
    case .collection(let collection): return collection.geometries.reduce(0) { $0 + $1.area }
    }
  }

  /// The centre of mass of an area; nil without area.
  ///
  /// Measured from the first vertex, so large coordinates cost no precision. An exterior ring adds and a hole
  /// subtracts, in any ring direction.
  package var areaCentroid: Coordinate? {
    var sum = AreaMoment()
    switch self {
    case .polygon(let polygon): sum.add(polygon.coordinates, polygon.ringEnds[...], from: 0)
    case .multiPolygon(let polygons):
      var firstRing = 0
      for end in polygons.polygonEnds {
        let start = firstRing == 0 ? 0 : polygons.ringEnds[firstRing - 1]
        sum.add(polygons.coordinates, polygons.ringEnds[firstRing..<end], from: start)
        firstRing = end
      }
    default: return nil
    }
    return sum.centre
  }

  /// Whether a coordinate lies inside an area of the geometry or on its boundary, exactly and without a tolerance.
  ///
  /// The even-odd rule over the rings of each polygon decides, so areas that are not valid have an answer too. A
  /// coordinate on the stored boundary is never missed.
  ///
  /// ```swift
  /// let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
  /// zone.areaContains(Coordinate(x: 9, y: 4))    // -> true
  /// zone.areaContains(Coordinate(x: 9.1, y: 4))  // -> false
  /// ```
  ///
  /// - Errors: False for geometries without area, coordinates that are not finite, and rings that are not finite.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: The even-odd rule on Shewchuk's exact orientation, "Adaptive Precision Floating-Point Arithmetic and
  ///   Fast Robust Geometric Predicates", 1997, as GEOS's `RayCrossingCounter`.
  public func areaContains(_ coordinate: Coordinate) -> Bool {
    guard coordinate.isFinite else { return false }
    switch self {
    case .point, .lineString, .multiPoint, .multiLineString: return false
    case .polygon(let polygon):
      return ringsContain(
        coordinate,
        polygon.coordinates,
        polygon.ringEnds,
        polygon.ringEnds.indices
      )
    case .multiPolygon(let polygons):
      return polygons.polygonRings.contains { rings in
        ringsContain(coordinate, polygons.coordinates, polygons.ringEnds, rings)
      }
    case .collection(let collection):
      return collection.geometries.contains { $0.areaContains(coordinate) }
    }
  }
}

extension CoordinateSequence {
  fileprivate func area(_ ringEnds: ArraySlice<Int>, from first: Int) -> Double {
    var area = 0.0
    var start = first
    for (number, end) in ringEnds.enumerated() {
      let ring = signedArea(start..<end).magnitude
      area += number == 0 ? ring : -ring
      start = end
    }
    return area
  }

  /// The location of a point relative to a ring, by counting crossings with exact arithmetic.
  func location(of place: Coordinate, toRing ring: Range<Int>) -> RingLocation {
    var isInside = false
    for index in ring.dropFirst() {
      switch crossing(Segment(self[index - 1], self[index]), rightOf: place) {
      case .none: break
      case .crosses: isInside.toggle()
      case .touches: return .boundary
      }
    }
    return isInside ? .inside : .outside
  }

  /// The location of another ring, which does not cross this one: that of its first vertex not on the ring, or the
  /// boundary when all are on it.
  package func location(of other: Range<Int>, toRing ring: Range<Int>) -> RingLocation {
    for index in other {
      let location = location(of: self[index], toRing: ring)
      if location != .boundary { return location }
    }
    return .boundary
  }
}

/// Area and first moments, summed over triangles from one origin.
private struct AreaMoment {
  private var origin: Coordinate?
  private var area = 0.0
  private var x = 0.0
  private var y = 0.0

  mutating func add(_ coordinates: CoordinateSequence, _ ringEnds: ArraySlice<Int>, from: Int) {
    var start = from
    for (number, end) in ringEnds.enumerated() {
      add(coordinates, start..<end, isHole: number > 0)
      start = end
    }
  }

  private mutating func add(_ ring: CoordinateSequence, _ range: Range<Int>, isHole: Bool) {
    guard let first = range.first else { return }
    let origin = self.origin ?? ring[first]
    self.origin = origin
    var area = 0.0
    var x = 0.0
    var y = 0.0
    for index in range.dropLast() {
      let one = Coordinate(x: ring[index].x - origin.x, y: ring[index].y - origin.y)
      let two = Coordinate(x: ring[index + 1].x - origin.x, y: ring[index + 1].y - origin.y)
      let cross = one.x * two.y - two.x * one.y
      area += cross
      x += cross * (one.x + two.x)
      y += cross * (one.y + two.y)
    }
    let sign = (area < 0) != isHole ? -1.0 : 1.0
    self.area += sign * area
    self.x += sign * x
    self.y += sign * y
  }

  var centre: Coordinate? {
    guard let origin, area != 0 else { return nil }
    return Coordinate(x: origin.x + x / (3 * area), y: origin.y + y / (3 * area))
  }
}

private func ringsContain(
  _ place: Coordinate,
  _ coordinates: CoordinateSequence,
  _ ringEnds: [Int],
  _ rings: Range<Int>
) -> Bool {
  var isInside = false
  var start = rings.lowerBound == 0 ? 0 : ringEnds[rings.lowerBound - 1]
  for ring in rings {
    for index in start + 1..<ringEnds[ring] {
      switch crossing(Segment(coordinates[index - 1], coordinates[index]), rightOf: place) {
      case .none: break
      case .crosses: isInside.toggle()
      case .touches: return true
      }
    }
    start = ringEnds[ring]
  }
  return isInside
}

/// The relation of a segment to the ray that runs from a coordinate to the right.
package enum Crossing {
  case none
  case crosses
  /// The coordinate is on the segment.
  case touches
}

/// The relation to the ray of a segment, which includes its lower end only, so that a vertex on the ray counts once.
package func crossing(_ segment: Segment, rightOf place: Coordinate) -> Crossing {
  let start = segment.start
  let end = segment.end
  if start.x < place.x && end.x < place.x { return .none }
  if end == place { return .touches }
  if start.y == place.y && end.y == place.y {
    let isBetween = min(start.x, end.x) <= place.x && place.x <= max(start.x, end.x)
    return isBetween ? .touches : .none
  }
  guard (start.y > place.y) != (end.y > place.y) else { return .none }
  let side = orientation(start, end, place)
  if side == 0 { return .touches }
  return (side > 0) == (end.y > start.y) ? .crosses : .none
}

package enum RingLocation {
  case outside
  case boundary
  case inside
}
