extension Geometry {
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
