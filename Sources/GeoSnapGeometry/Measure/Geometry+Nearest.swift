extension Geometry {
  /// The planar distance to a coordinate; 0 inside an area.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 8 0)")
  /// main.distance(to: Coordinate(x: 2, y: 3))                              // -> 3
  /// try Geometry(wkt: "POINT EMPTY").distance(to: Coordinate(x: 2, y: 3))  // -> nil
  /// ```
  ///
  /// - Returns: nil when the geometry is empty or the coordinate is not finite.
  /// - Errors: Segments with an ordinate that is not finite are skipped.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSDistance` of a point.
  public func distance(to coordinate: Coordinate) -> Double? {
    // Pointer moves query lines mostly, so lines have a short path.
    if case .lineString(let line) = self,
      let distance = line.coordinates.distance(to: coordinate, from: 0..<line.coordinates.count)
    {
      return distance
    }
    return areaContains(coordinate) ? 0 : distanceOfPaths(to: coordinate)
  }

  /// The closest point of the geometry, including the inside of areas; the coordinate itself if it is inside.
  ///
  /// For a coordinate inside an area, `part`, `index` and `fraction` are those of the closest point of its boundary,
  /// `coordinate` is the coordinate itself and `distance` is 0. Otherwise as ``nearestBoundaryCoordinate(to:)``,
  /// which suits snapping to edges.
  ///
  /// ```swift
  /// let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
  /// zone.nearestCoordinate(to: Coordinate(x: 8, y: 4))?.coordinate   // -> 8 4
  /// zone.nearestCoordinate(to: Coordinate(x: 12, y: 4))?.coordinate  // -> 9 4
  /// ```
  ///
  /// - Returns: nil when the geometry is empty or the coordinate is not finite.
  /// - Z and M: Interpolated at the closest point; nil inside an area.
  /// - Errors: Segments with an ordinate that is not finite are skipped.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSNearestPoints` of a point; Esri's `nearestCoordinate`.
  public func nearestCoordinate(to coordinate: Coordinate) -> ProximityResult? {
    if case .lineString = self { return nearestBoundaryCoordinate(to: coordinate) }
    guard let nearest = nearestBoundaryCoordinate(to: coordinate) else { return nil }
    guard nearest.distance > 0, areaContains(coordinate) else { return nearest }
    return ProximityResult(
      coordinate: coordinate,
      z: nil,
      m: nil,
      distance: 0,
      part: nearest.part,
      index: nearest.index,
      fraction: nearest.fraction
    )
  }

  /// The closest point on the segments of the geometry; for areas on their boundary.
  ///
  /// Of several, the one on the first segment is returned.
  ///
  /// ```swift
  /// let zone = try Geometry(wkt: "POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
  /// let nearest = zone.nearestBoundaryCoordinate(to: Coordinate(x: 8, y: 4))
  /// nearest?.coordinate  // -> 9 4
  /// nearest?.index       // -> 2
  /// nearest?.distance    // -> 1
  /// ```
  ///
  /// - Returns: nil when the geometry is empty or the coordinate is not finite.
  /// - Z and M: Interpolated at the closest point.
  /// - Errors: Segments with an ordinate that is not finite, or at a distance beyond about 1e154, are skipped.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSNearestPoints` of a boundary and a point.
  public func nearestBoundaryCoordinate(to coordinate: Coordinate) -> ProximityResult? {
    // Pointer moves query lines mostly, so lines have a short path.
    guard case .lineString(let line) = self else { return nearestCoordinateOfPaths(to: coordinate) }
    let closest = line.coordinates.closestSegment(to: coordinate)
    return closest.squaredDistance < .infinity ? line.coordinates.proximity(closest) : nil
  }

  /// The closest vertex of the geometry.
  ///
  /// Of several, the first vertex is returned; for a ring its first coordinate, not the repeated last.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING Z (0 0 1, 8 0 2, 8 5 3)")
  /// let vertex = main.nearestVertex(to: Coordinate(x: 7, y: 1))
  /// vertex?.index  // -> 1
  /// vertex?.z      // -> 2
  /// ```
  ///
  /// - Returns: nil when the geometry is empty or the coordinate is not finite.
  /// - Z and M: Those of the vertex.
  /// - Errors: Vertices with x or y that is not finite, or at a distance beyond about 1e154, are skipped.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `nearestVertex`.
  public func nearestVertex(to coordinate: Coordinate) -> ProximityResult? {
    var best: (path: GeometryPath, index: Int)?
    var bestSquaredDistance = Double.infinity
    forEachPath { path in
      for index in 0..<path.count {
        let squaredDistance = path[index].squaredDistance(to: coordinate)
        if squaredDistance < bestSquaredDistance {
          bestSquaredDistance = squaredDistance
          best = (path, index)
        }
      }
    }
    guard let best else { return nil }
    return ProximityResult(
      coordinate: best.path[best.index],
      z: best.path.z(at: best.index),
      m: best.path.m(at: best.index),
      distance: bestSquaredDistance.squareRoot(),
      part: best.path.part,
      index: best.index,
      fraction: 0
    )
  }

  @inline(never)
  private func nearestCoordinateOfPaths(to coordinate: Coordinate) -> ProximityResult? {
    var closest = ClosestSegment(to: coordinate)
    forEachPath { closest.look(at: $0.range, of: $0.sequence, part: $0.part) }
    guard closest.squaredDistance < .infinity else { return nil }
    if case .polygon(let polygon) = self { return polygon.coordinates.proximity(closest) }
    return path(closest.part)?.sequence.proximity(closest)
  }

  @inline(never) private func distanceOfPaths(to coordinate: Coordinate) -> Double? {
    var least = Double.infinity
    forEachPath { path in
      if let distance = path.sequence.distance(to: coordinate, from: path.range) {
        least = min(least, distance)
        return
      }
      for index in 0..<path.segmentCount {
        let distance = path.segment(index).distance(to: coordinate)
        if distance < least { least = distance }
      }
    }
    return least < .infinity ? least : nil
  }

  /// The geometry with a vertex added at a coordinate that lies at most `tolerance`, a planar distance, from one of its
  /// segments.
  ///
  /// The vertex has exactly the coordinate, so geometries with a vertex there share it. A geometry that already has a
  /// vertex there is unchanged. Of several closest segments the first is taken.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING Z (0 0 5, 8 0 9)")
  /// let valve = Coordinate(x: 2, y: 0)
  /// try main.insertingVertex(at: valve, tolerance: 0.01).wkt  // -> LINESTRING Z (0 0 5, 2 0 6, 8 0 9)
  /// ```
  ///
  /// - Returns: A geometry of the same type.
  /// - Throws: ``GeometryError`` with code `invalidArgument` when the coordinate lies farther away or is not finite,
  ///   and for a tolerance that is negative or NaN; `unsupportedType` unless the geometry has lines or areas.
  /// - Z and M: Kept, and interpolated at the new vertex.
  /// - Complexity: Linear in the number of coordinates.
  public func insertingVertex(
    at place: Coordinate,
    tolerance: Double
  ) throws(GeometryError) -> Geometry {
    guard type.dimension > 0, type != .geometryCollection else {
      throw GeometryError("A vertex can only be inserted into a line or an area", not: type)
    }
    guard tolerance >= 0 else {
      throw GeometryError(.invalidArgument, "A tolerance must be 0 or more; got \(tolerance).")
    }
    var closest = ClosestSegment(to: place)
    forEachPath { closest.look(at: $0.range, of: $0.sequence, part: $0.part) }
    let distance = closest.squaredDistance.squareRoot()
    let segment = closest.segment
    guard let path = path(closest.part), distance.isFinite, distance <= tolerance else {
      throw GeometryError(
        .invalidArgument,
        distance.isFinite
          ? "The place \(place) is not on the \(type.name): the nearest place on the geometry is "
            + "\(segment.coordinate(atFraction: segment.fraction(closestTo: place))), \(distance) away."
          : "The place \(place) does not lie on the \(type.name)."
      )
    }
    return inserting(place, on: path, closest.index)
  }

  /// The geometry with a vertex added where a segment passes a coordinate at the height `z`; nil when no segment
  /// does.
  package func insertingVertex(
    at place: Coordinate,
    z: Double,
    tolerance: Double,
    zTolerance: Double
  ) -> Geometry? {
    var found: (path: GeometryPath, index: Int, square: Double)?
    forEachPath { path in
      for index in 0..<path.segmentCount {
        let segment = path.segment(index)
        let square = segment.squaredDistance(to: place)
        guard square <= tolerance * tolerance, square < found?.square ?? .infinity,
          let height = path.z(on: index, atFraction: segment.fraction(closestTo: place)),
          !((height - z).magnitude > zTolerance)
        else { continue }
        found = (path, index, square)
      }
    }
    return found.map { inserting(place, on: $0.path, $0.index) }
  }

  /// The geometry with a vertex added on a segment, unless an end of the segment is there.
  private func inserting(_ place: Coordinate, on path: GeometryPath, _ index: Int) -> Geometry {
    let segment = path.segment(index)
    if segment.start == place || segment.end == place { return self }
    let fraction = segment.fraction(closestTo: place)
    let vertex =
      [place.x, place.y]
      + [path.z(on: index, atFraction: fraction), path.m(on: index, atFraction: fraction)]
      .compactMap(\.self)
    return mappingPaths { other, ordinates in
      let first = ordinates.count
      ordinates += other.sequence.slice(other.range).ordinates
      guard other.part == path.part else { return }
      let offset = (index + 1) * path.sequence.dimensions.count
      ordinates.insert(contentsOf: vertex, at: first + offset)
    }
  }
}

extension CoordinateSequence {
  @inline(__always) fileprivate func closestSegment(to coordinate: Coordinate) -> ClosestSegment {
    var closest = ClosestSegment(to: coordinate)
    closest.look(atLine: self, part: 0)
    return closest
  }

  /// The distance of a path to a coordinate; nil for an empty path and where segments have to be measured singly.
  @inline(__always)
  fileprivate func distance(to place: Coordinate, from path: Range<Int>) -> Double? {
    guard path.count > 0 else { return nil }
    let width = dimensions.count
    return PathDistance(
      from: place,
      to: path.lowerBound * width..<path.upperBound * width,
      of: ordinates.span,
      width: width
    ).distance
  }

  @inline(__always) fileprivate func proximity(_ closest: ClosestSegment) -> ProximityResult {
    let fraction = closest.segment.fraction(closestTo: closest.place)
    return ProximityResult(
      coordinate: closest.segment.coordinate(atFraction: fraction),
      z: closest.z(in: self, atFraction: fraction),
      m: closest.m(in: self, atFraction: fraction),
      distance: closest.squaredDistance.squareRoot(),
      part: closest.part,
      index: closest.index,
      fraction: fraction
    )
  }
}

/// The point of a geometry that is closest to a coordinate.
public struct ProximityResult: Hashable, Sendable {
  /// The closest point.
  public let coordinate: Coordinate
  /// The height, interpolated along the segment; nil when the geometry has none.
  public let z: Double?
  /// The measure, interpolated along the segment; nil when the geometry has none.
  ///
  /// NaN where the measure is missing, and between two vertices of which one has no measure.
  public let m: Double?
  /// The planar distance to the coordinate that was asked for, in coordinate units.
  public let distance: Double
  /// The line's part, the area's ring, or the single point, counted over all members as in ``Geometry/paths``.
  public let part: Int
  /// The vertex in the part: the closest one, or the start of the closest segment.
  public let index: Int
  /// The share of the segment before the point, from 0 to 1; 0 for a vertex.
  public let fraction: Double
}
