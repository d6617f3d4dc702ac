import GeoSnap
import GeoSnapTestSupport
import Testing

/// What becomes of Z and M, for every operation that answers a geometry.
@Suite("Z and M")
struct OrdinateTests {
  struct Claim: Sendable {
    let name: String
    let hasZ: Bool
    let hasM: Bool
    let run: @Sendable (Geometry, Geometry) throws -> Geometry

    init(
      _ name: String,
      _ hasZ: Bool,
      _ hasM: Bool,
      _ run: @escaping @Sendable (Geometry, Geometry) throws -> Geometry
    ) { (self.name, self.hasZ, self.hasM, self.run) = (name, hasZ, hasM, run) }
  }

  static let line = "LINESTRING ZM (0 0 1 10, 4 0 3 20, 4 4 5 30)"
  static let area = "POLYGON ZM ((0 0 5 1, 0 8 5 2, 8 8 5 3, 8 0 5 4, 0 0 5 1))"

  static let claims: [Claim] = [
    // Kept or interpolated, both.
    Claim("substring", true, true) { line, _ in try line.substring(from: 0.1, to: 0.8) },
    Claim("split", true, true) { line, _ in try line.split(atFractions: [0.3])[1] },
    Claim("point at distance", true, true) { line, _ in .point(try line.point(atDistance: 3)) },
    Claim("point at fraction", true, true) { line, _ in .point(try line.point(atFraction: 0.3)) },
    Claim("densify line", true, true) { line, _ in try line.densified(maxSegmentLength: 1) },
    Claim("densify area", true, true) { _, area in try area.densified(maxSegmentLength: 1) },
    Claim("cut line", true, true) { line, _ in
      let cutter = try wkt("LINESTRING (2 -1, 2 1)")
      return try line.cut(by: cutter)?.left ?? line.removingZAndM()
    },
    Claim("extend", true, true) { line, _ in
      try line.extended(to: wkt("LINESTRING (-9 9, 9 9)")) ?? line.removingZAndM()
    },
    Claim("reshape", true, true) { line, _ in
      try line.reshaped(by: wkt("LINESTRING (1 -1, 1 2, 3 2, 3 -1)"))
        ?? line.removingZAndM()
    },
    Claim("generalize line", true, true) { line, _ in try line.generalized(maxDeviation: 9) },
    Claim("generalize area", true, true) { _, area in try area.generalized(maxDeviation: 0.1) },
    Claim("simplify line", true, true) { line, _ in
      try wkt("LINESTRING ZM (0 0 1 1, 0 0 1 2, 1 1 1 1)").declared(in: 25_832).simplified()
    },
    Claim("simplify area", true, true) { _, area in try area.reversed().simplified() },
    Claim("move", true, true) { line, _ in try line.moved(dx: 1, dy: 1, dz: 1) },
    Claim("rotate", true, true) { line, _ in try line.rotated(degrees: 30) },
    Claim("scale", true, true) { line, _ in try line.scaled(x: 2, y: 2) },
    Claim("reverse", true, true) { line, _ in line.reversed() },
    Claim("orient", true, true) { _, area in area.orientingRings(.counterclockwise) },
    Claim("parts", true, true) { line, _ in line.asMulti().parts[0] },
    Claim("interpolate z", true, true) { line, _ in try line.interpolatingZ(from: 0, to: 1) },
    Claim("interpolate m", true, true) { line, _ in try line.interpolatingM(from: 0, to: 1) },
    Claim("set z", true, true) { line, _ in line.removingZ().settingZ(3) },
    Claim("set m", true, true) { line, _ in line.removingM().settingM(3) },
    Claim("remove z", false, true) { line, _ in line.removingZ() },
    Claim("remove m", true, false) { line, _ in line.removingM() },
    Claim("remove both", false, false) { line, _ in line.removingZAndM() },
    Claim("repair of what is valid", true, true) { _, area in try area.repaired() },
    Claim("difference of what is apart", true, true) { line, _ in
      try line.difference(wkt("POINT (99 99)"))
    },
    // Z kept, M dropped.
    Claim("union", true, false) { line, area in try line.union(area) },
    Claim("union with a flat one", true, false) { line, area in try line.union(area.removingZ()) },
    Claim("intersection", true, false) { line, area in try line.intersection(area) },
    Claim("intersections", true, false) { line, area in try line.intersections(with: area)[0] },
    Claim("difference", true, false) { line, area in try area.difference(line) },
    Claim("symmetric difference", true, false) { line, area in try area.symmetricDifference(line) },
    Claim("unary union", true, false) { line, _ in try line.unaryUnion() },
    Claim("generalize, topology preserved", true, false) { line, _ in
      try line.generalized(maxDeviation: 0.1, preservingTopology: true)
    },
    Claim("remove repeated vertices", true, true) { line, _ in try line.removingRepeatedVertices()
    },
    Claim("round to a grid", true, false) { line, _ in try line.rounded(toGrid: 0.5) },
    Claim("normalize", true, false) { line, _ in try line.normalized() },
    Claim("repair", true, false) { _, _ in
      try wkt("POLYGON ZM ((0 0 1 1, 2 2 1 1, 2 0 1 1, 0 2 1 1, 0 0 1 1))")
        .declared(in: 25_832).repaired()
    },
    Claim("boundary", true, false) { _, area in try area.boundary() },
    Claim("merge lines", true, false) { line, _ in try line.asMulti().mergedLines() },
    Claim("node", true, false) { line, _ in try line.noded() },
    Claim("polygonize", true, false) { _, area in .polygon(try area.polygonized().polygons[0]) },
    Claim("snap", true, false) { line, area in try line.snapped(to: area, tolerance: 0.1) },
    Claim("cut area", true, false) { _, area in
      let cutter = try wkt("LINESTRING (4 -1, 4 9)")
      return try area.cut(by: cutter)?.left ?? area
    },
    Claim("Delaunay", true, false) { _, area in try area.delaunayTriangulation() },
    Claim("constrained Delaunay", true, false) { _, area in
      try area.constrainedDelaunayTriangulation()
    },
    // Both dropped.
    Claim("buffer", false, false) { line, _ in try line.buffer(distance: 1) },
    Claim("offset", false, false) { line, _ in try line.offset(distance: 1) },
    Claim("clip", true, false) { line, _ in
      try line.clipped(to: Envelope(minX: 0, minY: 0, maxX: 3, maxY: 3))
    },
    Claim("centroid", false, false) { line, _ in .point(try line.centroid()) },
    Claim("point on surface", false, false) { line, _ in .point(try line.pointOnSurface()) },
    Claim("label point", false, false) { _, area in .point(try area.labelPoint()) },
    Claim("convex hull", false, false) { line, _ in try line.convexHull() },
    Claim("concave hull", false, false) { line, _ in try line.concaveHull(ratio: 0.5) },
    Claim("rotated rectangle", false, false) { line, _ in try line.minimumRotatedRectangle() },
    Claim("Voronoi", false, false) { line, _ in try line.voronoiDiagram() },
    Claim("shared paths", false, false) { line, _ in try line.sharedPaths(with: line).forward },
  ]

  @Test("Each operation keeps and drops what its documentation says", arguments: claims.indices)
  func claim(index: Int) throws {
    let claim = Self.claims[index]
    let line = try Geometry(wkt: Self.line, srid: 25_832)
    let area = try Geometry(wkt: Self.area, srid: 25_832)
    let answer = try claim.run(line, area)
    #expect(!answer.isEmpty, "\(claim.name)")
    #expect(answer.hasZ == claim.hasZ && answer.hasM == claim.hasM, "\(claim.name): \(answer.wkt)")
    #expect(answer.srid == 25_832, "\(claim.name)")
  }

  @Test("Where Z is kept it is the vertex's own, and between vertices on the straight line")
  func interpolation() throws {
    let line = try Geometry(wkt: Self.line)
    let dense = try line.densified(maxSegmentLength: 2)
    #expect(dense.wkt == "LINESTRING ZM (0 0 1 10, 2 0 2 15, 4 0 3 20, 4 2 4 25, 4 4 5 30)")
    let clipped = try line.intersection(wkt("POLYGON ((1 -9, 1 9, 9 9, 9 -9, 1 -9))"))
    #expect(clipped.coordinates.z(at: 1) == 3)
  }

  @Test("Missing heights and measures are filled along the line, flat at its ends")
  func filling() throws {
    let line = try Geometry(
      wkt: "LINESTRING ZM (0 0 nan 1, 1 0 10 nan, 2 0 nan nan, 4 0 40 4, 9 0 nan 9)"
    )
    #expect(
      try line.fillingMissingZ().fillingMissingM().wkt
        == "LINESTRING ZM (0 0 10 1, 1 0 10 1.75, 2 0 20 2.5, 4 0 40 4, 9 0 40 9)"
    )
    #expect(
      try wkt("LINESTRING (0 0, 3 0, 4 0)").interpolatingZ(from: 8, to: 0).wkt
        == "LINESTRING Z (0 0 8, 3 0 2, 4 0 0)"
    )
    let unknown = try wkt("LINESTRING Z (0 0 nan, 1 0 nan)")
    #expect(try unknown.fillingMissingZ() == unknown)
  }

  @Test("A height that is not finite is refused where GEOS would interpolate it")
  func unknownHeight() throws {
    let line = try wkt("LINESTRING Z (0 0 nan, 1 0 1)")
    refuses(.nonFiniteOrdinate) { _ = try line.unaryUnion() }
    #expect(try line.buffer(distance: 1).area > 0)
  }
}
