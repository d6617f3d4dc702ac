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
    guard case .lineString(let line) = self else {
      return nearestCoordinateOfPaths(to: coordinate)
    }
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
}

extension Geometry {
  @inline(never)
  private func nearestCoordinateOfPaths(to coordinate: Coordinate) -> ProximityResult? {
    let closest = closestSegmentOfPaths(to: coordinate)
    guard closest.squaredDistance < .infinity else { return nil }
    if case .polygon(let polygon) = self { return polygon.coordinates.proximity(closest) }
    return path(closest.part)?.sequence.proximity(closest)
  }

  @inline(never)
  private func distanceOfPaths(to coordinate: Coordinate) -> Double? {
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

  @inline(never)
  private func closestSegmentOfPaths(to coordinate: Coordinate) -> ClosestSegment {
    var closest = ClosestSegment(to: coordinate)
    var part = 0
    search(&closest, &part)
    return closest
  }

  /// Searches all paths and counts them; `part` is the number of the first.
  private func search(_ closest: inout ClosestSegment, _ part: inout Int) {
    func search(_ sequence: CoordinateSequence, ends: [Int]) {
      var start = 0
      for end in ends {
        closest.look(at: start..<end, of: sequence, part: part)
        part += 1
        start = end
      }
    }
    switch self {
    case .point(let point):
      guard point.coordinate != nil else { return }
      closest.look(at: 0..<1, of: point.coordinates, part: part)
      part += 1
    case .lineString(let line):
      closest.look(atLine: line.coordinates, part: part)
      if !line.coordinates.isEmpty { part += 1 }
    case .polygon(let polygon): search(polygon.coordinates, ends: polygon.ringEnds)
    case .multiPoint(let points):
      for index in points.coordinates.indices {
        closest.look(at: index..<index + 1, of: points.coordinates, part: part)
        part += 1
      }
    case .multiLineString(let lines): search(lines.coordinates, ends: lines.partEnds)
    case .multiPolygon(let polygons): search(polygons.coordinates, ends: polygons.ringEnds)
    case .collection(let collection):
      for geometry in collection.geometries { geometry.search(&closest, &part) }
    }
  }
}

extension CoordinateSequence {
  @inline(__always)
  fileprivate func closestSegment(to coordinate: Coordinate) -> ClosestSegment {
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

  /// The closest point on a closest segment, which must belong to this sequence.
  @inline(__always)
  fileprivate func proximity(_ closest: ClosestSegment) -> ProximityResult {
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
