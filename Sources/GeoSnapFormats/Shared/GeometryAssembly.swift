extension Geometry {
  /// Assembles a geometry of any type but a collection from flat coordinates.
  ///
  /// `pathEnds` has the index after the last coordinate of each line or ring, `partEnds` the index after the last
  /// ring of each of several polygons. With `isChecking`, lines of one coordinate and open rings are refused.
  ///
  /// - Throws: ``GeometryError``.
  @inline(never)
  static func assembled(
    _ type: GeometryType,
    _ coordinates: CoordinateSequence,
    pathEnds: [Int] = [],
    partEnds: [Int] = [],
    srid: SRID?,
    isChecking: Bool
  ) throws(GeometryError) -> Geometry {
    switch type {
    case .point:
      guard let place = coordinates.first else { return .point(Point(emptyIn: srid)) }
      return .point(Point(place, z: coordinates.z(at: 0), m: coordinates.m(at: 0), srid: srid))
    case .multiPoint: return .multiPoint(MultiPoint(coordinates, srid: srid))
    case .lineString:
      if isChecking { return .lineString(try LineString(coordinates, srid: srid)) }
      return .lineString(LineString(trusted: coordinates, srid: srid))
    case .multiLineString:
      if isChecking { try checkLines(pathEnds) }
      return .multiLineString(
        MultiLineString(trusted: coordinates, partEnds: pathEnds, srid: srid)
      )
    case .polygon:
      if isChecking { try checkRings(coordinates, pathEnds) }
      return .polygon(Polygon(trusted: coordinates, ringEnds: pathEnds, srid: srid))
    case .multiPolygon:
      if isChecking { try checkRings(coordinates, pathEnds) }
      return .multiPolygon(
        MultiPolygon(trusted: coordinates, ringEnds: pathEnds, polygonEnds: partEnds, srid: srid)
      )
    case .geometryCollection:
      preconditionFailure("A collection is made of its members")
    }
  }

  private static func checkLines(_ ends: [Int]) throws(GeometryError) {
    var start = 0
    for (part, end) in ends.enumerated() {
      guard end - start != 1 else {
        throw GeometryError(
          .tooFewCoordinates,
          "A line needs 2 coordinates; part \(part) has 1."
        )
      }
      start = end
    }
  }
}
