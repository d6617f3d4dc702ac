public import GeoSnap

extension Geodesy {
  /// Returns the geometry with vertices added along its geodesics, so that no segment exceeds a limit in metres.
  ///
  /// A longer segment is divided into the least number of equal pieces. Existing vertices stay the same to the last
  /// bit. Points and empty geometries are returned unchanged. New longitudes go beyond 180 degrees where those of the
  /// segment's ends do; where the ends jump across the antimeridian, the new ones jump there too.
  ///
  /// ```swift
  /// let ground = try Geodesy(of: SpatialReference(srid: 4326))
  /// let pipeline = try Geometry(wkt: "LINESTRING (8 48, 9 48)", srid: 4326)
  /// let curve = try ground.densified(pipeline, maxSegmentLength: 20_000)
  /// curve.coordinates.count      // -> 5
  /// curve.coordinates[2].y > 48  // -> true
  /// ```
  ///
  /// - Throws: ``ProjectionError`` with code `invalidArgument` for a limit that is not a positive finite number, or
  ///   that would give more than 10 million segments; and as ``length(of:)``.
  /// - Z and M: Kept, and interpolated along the length.
  /// - Complexity: Linear in the number of coordinates of the result.
  /// - Source: PROJ, `geod_inverse` and `geod_gendirect`; Esri's `densifyGeodetic`.
  public func densified(
    _ geometry: Geometry,
    maxSegmentLength: Double
  ) throws(ProjectionError) -> Geometry {
    guard maxSegmentLength > 0, maxSegmentLength.isFinite else {
      throw ProjectionError(
        .invalidArgument,
        "A segment length must be a finite number greater than 0; got \(maxSegmentLength)."
      )
    }
    let length = try length(of: geometry)
    guard length / maxSegmentLength <= 10_000_000 else {
      throw ProjectionError(
        .invalidArgument,
        "A length of \(length) m would need more than 10 million segments of \(maxSegmentLength) m: give a "
          + "greater segment length."
      )
    }
    return try densified(geometry, maxSegmentLength)
  }

  private func densified(_ geometry: Geometry, _ limit: Double) throws(ProjectionError) -> Geometry
  {
    if case .collection(let collection) = geometry {
      return try collection.mapping { member throws(ProjectionError) in
        try densified(member, limit)
      }
    }
    return try geometry.mappingPaths { path, ordinates throws(ProjectionError) in
      ordinates += try densified(path.sequence.slice(path.range), limit)
    }
  }

  private func densified(
    _ sequence: CoordinateSequence,
    _ limit: Double
  ) throws(ProjectionError) -> [Double] {
    let ground = try grounded(sequence)
    let width = sequence.dimensions.count
    var added: [Double] = []
    var ordinates: [Double] = []
    // The positions of the vertices of `added` in `ordinates`.
    var places: [Int] = []
    for index in sequence.indices {
      if index > 0 {
        let segment = GeodesicSegment(ground[index - 1], ground[index], solver)
        let pieces = (segment.length / limit).rounded(.up)
        for piece in 1..<max(Int(pieces), 1) {
          let fraction = Double(piece) / pieces
          let place = segment.place(atFraction: fraction)
          added += [place.x, place.y]
          places.append(ordinates.count)
          ordinates += sequence.ordinates(between: index - 1, atFraction: fraction)
        }
      }
      ordinates += sequence.ordinates[index * width..<(index + 1) * width]
    }
    let lifted = try lifted(CoordinateSequence(trusted: added, dimensions: .xy))
    for (place, start) in zip(lifted, places) {
      ordinates[start] = place.x
      ordinates[start + 1] = place.y
    }
    return ordinates
  }
}

extension CoordinateSequence {
  /// The ordinates between a coordinate and the next one, including x and y.
  func ordinates(between index: Int, atFraction fraction: Double) -> [Double] {
    let width = dimensions.count
    return (0..<width).map { offset in
      interpolated(
        ordinates[index * width + offset],
        ordinates[(index + 1) * width + offset],
        atFraction: fraction
      )
    }
  }
}
