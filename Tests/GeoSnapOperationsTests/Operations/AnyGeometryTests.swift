import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Any operation on any geometry")
struct AnyGeometryTests {
  typealias Operation = @Sendable (Geometry, Geometry) throws -> Geometry

  static let operations: [(name: String, run: Operation)] = [
    ("union", { try $0.union($1) }), ("intersection", { try $0.intersection($1) }),
    ("intersection, OGC", { try $0.intersection($1, convention: .ogc) }),
    ("difference", { try $0.difference($1) }),
    ("symmetric difference", { try $0.symmetricDifference($1) }),
    ("union on a grid", { one, two in try one.union(two, gridSize: 3) }),
    ("unary union", { one, _ in try one.unaryUnion() }),
    (
      "clip",
      { one, two in
        try one.clipped(to: two.envelope ?? Envelope(minX: 0, minY: 0, maxX: 1, maxY: 1))
      }
    ),
    ("buffer", { one, _ in try one.buffer(distance: 3) }),
    ("boundary", { one, _ in try one.boundary() }),
    ("centroid", { one, _ in .point(try one.centroid()) }),
    ("point on surface", { one, _ in .point(try one.pointOnSurface()) }),
    ("label point", { one, _ in .point(try one.labelPoint()) }),
    ("convex hull", { one, _ in try one.convexHull() }),
    ("concave hull", { one, _ in try one.concaveHull(ratio: 0.3) }),
    ("rotated rectangle", { one, _ in try one.minimumRotatedRectangle() }),
    ("densify", { one, _ in try one.densified(maxSegmentLength: 3) }),
    ("generalize", { one, _ in try one.generalized(maxDeviation: 4) }),
    (
      "generalize, topology",
      { one, _ in
        try one.generalized(maxDeviation: 4, preservingTopology: true)
      }
    ),
    ("simplify", { one, _ in try one.simplified() }),
    ("repair", { one, _ in try one.repaired() }),
    ("repair, structure", { one, _ in try one.repaired(method: .structure) }),
    ("normalize", { one, _ in try one.normalized() }),
    ("round", { one, _ in try one.rounded(toGrid: 2) }),
    ("repeated vertices", { one, _ in try one.removingRepeatedVertices(tolerance: 1) }),
    ("snap", { try $0.snapped(to: $1, tolerance: 2) }),
    ("node", { one, _ in try one.noded() }),
    ("merge", { one, _ in try one.mergedLines() }),
    (
      "polygonize",
      { one, _ in
        .collection(try GeometryCollection(one.polygonized().polygons.map { .polygon($0) }))
      }
    ),
    ("Delaunay", { one, _ in try one.delaunayTriangulation() }),
    ("constrained Delaunay", { one, _ in try one.constrainedDelaunayTriangulation() }),
    ("Voronoi", { one, _ in try one.voronoiDiagram() }),
    ("offset", { one, _ in try one.offset(distance: 2) }),
    ("substring", { one, _ in try one.substring(from: 0.2, to: 0.7) }),
    (
      "split",
      { one, _ in
        .collection(try GeometryCollection(one.split(atFractions: [0.3, 0.6])))
      }
    ),
    ("cut", { try $0.cut(by: $1)?.left ?? $0 }),
    ("extend", { try $0.extended(to: $1) ?? $0 }),
    ("reshape", { try $0.reshaped(by: $1) ?? $0 }),
    ("shared paths", { try $0.sharedPaths(with: $1).forward }),
    (
      "auto-complete",
      { one, two in
        .collection(
          try GeometryCollection(
            Geometry.polygons(completing: [one], with: [two]).map { .polygon($0) }
          )
        )
      }
    ),
    ("rotate", { one, _ in try one.rotated(degrees: 33) }),
    ("central meridian", { one, _ in try one.normalizingCentralMeridian(worldWidth: 9) }),
  ]

  @Test("Answers or refuses; answers are finite and well made", arguments: operations.indices)
  func answers(index: Int) throws {
    let (name, run) = Self.operations[index]
    var (asked, answered) = (0, 0)
    // On a grid or not, near the origin and far from it: 2 and 5 are one of each.
    for seed in Extent.some(2, of: [2, 5, 1, 3, 4, 6] as [UInt64]) {
      var random = RandomGeometry(
        seed: seed,
        center: Coordinate(x: seed < 4 ? 0 : 3_417_460.25, y: 0),
        radius: 8,
        isGrid: seed.isMultiple(of: 2),
        allowsMeasures: true
      )
      for _ in 0..<Extent.count(30, long: 60) {
        let one =
          random.generator.oneIn(5)
          ? Geometry.polygon(try random.tangledPolygon()) : try random.geometry()
        let other = try random.geometry()
        asked += 1
        do {
          let answer = try run(one, other)
          answered += 1
          let note = "\(name), seed \(seed): \(one.wkt) \(other.wkt) gives \(answer.wkt)"
          #expect(answer.removingZAndM().isFinite, "\(note)")
          // What a reader would refuse is not well made.
          #expect(try Geometry(wkb: answer.wkb()).wkb() == answer.wkb(), "\(note)")
        } catch let error as GeometryError {
          #expect(
            [.engine, .unsupportedType].contains(error.code),
            "\(name), seed \(seed): \(error) \(one.wkt) \(other.wkt)"
          )
        }
      }
    }
    // More than 10 of 360, and in proportion.
    #expect(answered * 36 > asked, "\(name)")
  }

  @Test(
    "Ordinates that are not finite, or beyond measure, are refused by each",
    arguments: operations.indices
  )
  func refuses(index: Int) throws {
    let (name, run) = Self.operations[index]
    let other = try Geometry(wkt: "LINESTRING (0 5, 10 5)")
    for text in [
      "LINESTRING (0 0, nan 1, 10 10)", "LINESTRING (0 0, inf 1)", "LINESTRING (0 0, 1e200 0)",
    ] {
      let line = try Geometry(wkt: text)
      do {
        let answer = try run(line, other)
        // Some know the answer without looking at all ordinates.
        #expect(
          ["rotate", "densify", "split", "substring"].contains(name),
          "\(name): \(answer.wkt)"
        )
      } catch let error as GeometryError {
        #expect(
          [.nonFiniteOrdinate, .ordinateOutOfRange, .unsupportedType, .invalidArgument]
            .contains(error.code),
          "\(name): \(error)"
        )
      }
    }
  }
}
