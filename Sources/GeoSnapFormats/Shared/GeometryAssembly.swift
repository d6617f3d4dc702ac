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
    if isChecking {
      switch type {
      case .lineString: return .lineString(try LineString(coordinates, srid: srid))
      case .multiLineString: try checkLines(pathEnds)
      case .polygon, .multiPolygon: try checkRings(coordinates, pathEnds)
      case .point, .multiPoint, .geometryCollection: break
      }
    }
    return .trusted(type, coordinates, pathEnds: pathEnds, partEnds: partEnds, srid: srid)
  }

  private static func checkLines(_ ends: [Int]) throws(GeometryError) {
    var start = 0
    for (part, end) in ends.enumerated() {
      guard end - start != 1 else {
        throw GeometryError(
          .tooFewCoordinates,
          "A line needs 2 coordinates; part \(part), counted from 0 without empty parts, has 1."
        )
      }
      start = end
    }
  }
}
