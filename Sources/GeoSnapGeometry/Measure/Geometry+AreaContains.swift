extension Geometry {
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
    case .point, .lineString, .multiPoint, .multiLineString:
      return false
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
