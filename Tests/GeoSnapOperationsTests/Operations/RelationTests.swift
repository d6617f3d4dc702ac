import GeoSnap
import GeoSnapOperations
import GeoSnapTestSupport
import Testing

@Suite("Predicates and the matrix behind them")
struct RelationTests {
  @Test("Named predicates are what the matrix says, both ways round", arguments: seeds(20))
  func predicates(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 6, isGrid: true)
    random.center = c(0, 0)
    for _ in 0..<60 {
      let types: [GeometryType] = [.point, .lineString, .polygon, .multiPoint, .multiLineString]
      let one = try random.geometry(types[random.generator.int(0...4)], .xy)
      let two = try random.geometry(types[random.generator.int(0...4)], .xy)
      let note = "seed \(seed): \(one.wkt) \(two.wkt)"
      let matrix = try one.relate(two)
      #expect(try two.relate(one) == matrix.transposed, "\(note)")
      #expect(try one.contains(two) == matrix.matches("T*****FF*"), "\(note)")
      #expect(try two.isWithin(one) == one.contains(two), "\(note)")
      #expect(try one.intersects(two) != matrix.matches("FF*FF****"), "\(note)")
      #expect(try one.isDisjoint(from: two) == matrix.matches("FF*FF****"), "\(note)")
      #expect(try one.covers(two) == matrix.covers, "\(note)")
      #expect(try two.isCovered(by: one) == matrix.covers, "\(note)")
      let dimensions = (dimension(of: one), dimension(of: two))
      #expect(try one.touches(two) == matrix.touches(dimensions.0, dimensions.1), "\(note)")
      #expect(try one.crosses(two) == matrix.crosses(dimensions.0, dimensions.1), "\(note)")
      #expect(try one.overlaps(two) == matrix.overlaps(dimensions.0, dimensions.1), "\(note)")
    }
  }

  @Test("Nearly collinear lines that intersect have a place in the matrix", arguments: seeds(5))
  func nearlyCollinear(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      let ends = (0..<4).map { _ in Double(generator.int(0...100)) / 10 }
      let segment = Segment(c(ends[0], ends[1]), c(ends[2], ends[3]))
      let places = (0..<2).map { _ in
        segment.coordinate(atFraction: Double.random(in: 0...1, using: &generator))
      }
      let lines = (
        try LineString(CoordinateSequence([segment.start, segment.end])),
        try LineString(CoordinateSequence(places))
      )
      let (one, two) = (Geometry.lineString(lines.0), Geometry.lineString(lines.1))
      let matrix = try one.relate(two)
      #expect(
        try one.intersects(two) != matrix.matches("FF*FF****"),
        "seed \(seed): \(one.wkt) \(two.wkt)"
      )
    }
  }

  /// A line without length is a point.
  private func dimension(of geometry: Geometry) -> Int {
    let greatest = geometry.greatestPartDimension
    return greatest == 1 && geometry.length == 0 ? 0 : greatest
  }

  @Test(
    "A prepared geometry answers as the geometry does",
    arguments: seeds(Extent.count(3, long: 10))
  )
  func prepared(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 6, isGrid: true)
    random.center = c(0, 0)
    for _ in 0..<30 {
      let one = try random.geometry()
      let prepared = try PreparedGeometry(one)
      for _ in 0..<3 {
        let two = try random.geometry()
        let note = "seed \(seed): \(one.wkt) \(two.wkt)"
        // Members that overlap make an area that is not valid: GEOS may refuse either way.
        guard try one.isValid, try two.isValid else { continue }
        #expect(try prepared.intersects(two) == one.intersects(two), "\(note)")
        #expect(try prepared.isDisjoint(from: two) == one.isDisjoint(from: two), "\(note)")
        #expect(try prepared.contains(two) == one.contains(two), "\(note)")
        #expect(try prepared.covers(two) == one.covers(two), "\(note)")
        #expect(try prepared.isWithin(two) == one.isWithin(two), "\(note)")
        #expect(try prepared.isCovered(by: two) == one.isCovered(by: two), "\(note)")
        #expect(try prepared.crosses(two) == one.crosses(two), "\(note)")
        #expect(try prepared.overlaps(two) == one.overlaps(two), "\(note)")
        #expect(try prepared.touches(two) == one.touches(two), "\(note)")
        let distance = try prepared.distance(to: two)
        let plain = try one.distance(to: two)
        #expect((distance == nil) == (plain == nil))
        #expect(((distance ?? 0) - (plain ?? 0)).magnitude < 1e-12, "\(note)")
        #expect(
          try prepared.containsProperly(two) == one.relates(to: two, pattern: "T**FF*FF*"),
          "\(note)"
        )
        let near = try prepared.isWithin(distance: 2, of: two)
        #expect(try near == one.isWithin(distance: 2, of: two), "\(note)")
        #expect(try near == ((one.distance(to: two) ?? .infinity) <= 2), "\(note)")
      }
    }
  }

  @Test("A collection of one geometry relates as the geometry", arguments: seeds(10))
  func collectionOfOne(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 6, isGrid: true, allowsEmpty: false)
    random.center = c(0, 0)
    for _ in 0..<40 {
      let types: [GeometryType] = [.point, .lineString, .polygon, .multiPoint]
      let one = try random.geometry(types[random.generator.int(0...3)], .xy)
      let two = try random.geometry(types[random.generator.int(0...3)], .xy)
      // Parts without length are no lines to a collection's union.
      guard !one.isEmpty, !two.isEmpty, try one.isValid, try two.isValid else { continue }
      let collection = Geometry.collection(try GeometryCollection([one]))
      #expect(try collection.relate(two) == one.relate(two), "seed \(seed): \(one.wkt) \(two.wkt)")
      #expect(try collection.equalsTopologically(one), "seed \(seed): \(one.wkt)")
    }
  }

  @Test("What lies in an area of a collection is its inside, whatever else lies there")
  func union() throws {
    let area = try wkt("POLYGON ((0 0, 0 9, 9 9, 9 0, 0 0))")
    let mixed = try Geometry(
      wkt: """
        GEOMETRYCOLLECTION (POLYGON ((0 0, 0 9, 5 9, 5 0, 0 0)), POLYGON ((5 0, 5 9, 9 9, 9 0, 5 0)), \
        LINESTRING (1 1, 8 8), POINT (5 5), POINT (0 0))
        """
    )
    #expect(try mixed.relate(area).description == "2FFF1FFF2")
    #expect(try mixed.equalsTopologically(area))
    #expect(try mixed.contains(wkt("LINESTRING (1 1, 8 8)")))
    #expect(try mixed.relate(wkt("POINT (5 9)")).description == "FF20F1FF2")
  }

  @Test("A pattern that is none is refused; a matrix is read back")
  func patterns() throws {
    let point = try wkt("POINT (0 0)")
    for pattern in ["", "T", "T********X", "TTTTTTTT3", "*********é"] {
      refuses(.invalidArgument) { _ = try point.relates(to: point, pattern: pattern) }
    }
    #expect(IntersectionMatrix("212101212")?.description == "212101212")
    #expect(IntersectionMatrix("21210121") == nil)
    #expect(IntersectionMatrix("T12101212") == nil)
  }

  @Test("Empty parts and empty geometries crash nothing and count for nothing")
  func emptyParts() throws {
    let mixed = try Geometry(
      wkt: "GEOMETRYCOLLECTION (MULTIPOINT (EMPTY, 3 4), LINESTRING EMPTY, POLYGON EMPTY)"
    )
    let origin = try wkt("POINT (0 0)")
    #expect(try mixed.distance(to: origin) == 5)
    #expect(try mixed.isSimple(.ogc))
    #expect(try mixed.pointOnSurface() == Point(x: 3, y: 4))
    #expect(try mixed.nearestPoints(to: origin)?.length == 5)
    #expect(try mixed.hausdorffDistance(to: origin) == 5)
    #expect(try mixed.relate(origin).description == "FF0FFF0F2")
    #expect(try mixed.unaryUnion().wkt == "POINT (3 4)")
    for type in GeometryType.allCases {
      let empty = try wkt("\(type.name) EMPTY")
      #expect(try empty.relate(origin).description == "FFFFFF0F2")
      #expect(try empty.union(origin).wkt == "POINT (0 0)")
      for answer in [
        try empty.intersection(origin), try empty.convexHull(), try empty.boundary(),
        try empty.noded(), try empty.mergedLines(), try empty.rounded(toGrid: 1),
        try empty.removingRepeatedVertices(), try empty.generalized(maxDeviation: 1),
        try empty.delaunayTriangulation(), try empty.voronoiDiagram(),
        try empty.minimumRotatedRectangle(), try empty.concaveHull(ratio: 0.5),
      ] { #expect(answer.isEmpty) }
      for same in [
        try empty.normalized(), try empty.simplified(), try empty.repaired(),
        try empty.normalizingCentralMeridian(),
      ] { #expect(same == empty) }
      #expect(try empty.polygonized().polygons.isEmpty)
      #expect(try empty.minimumBoundingCircle() == nil && empty.minimumClearance() == nil)
      #expect(try empty.labelPoint() == Point(emptyIn: nil))
      #expect(empty.parts.isEmpty && empty.area == 0)
    }
  }

  @Test(
    "Lines relate exactly, and one without length is a point",
    arguments: [
      // The crossing rounds to the end of the second.
      ("LINESTRING (0 0, 3 1)", "LINESTRING (1 0.3333333333333333, 1 2)", "0F1FF0102"),
      ("LINESTRING (0 0, 0 0)", "LINESTRING (0 0, 0 0)", "0FFFFFFF2"),
      ("LINESTRING (0 0, 0 0)", "LINESTRING (0 0, 9 0)", "F0FFFF102"),
      ("LINESTRING (0 0, 0 0)", "POLYGON ((-1 -1, -1 1, 1 1, 1 -1, -1 -1))", "0FFFFF212"),
      ("MULTILINESTRING ((0 0, 0 0), (5 5, 6 6))", "POINT (0 0)", "0F1FF0FF2"),
      ("MULTILINESTRING ((0 0, 0 0), (0 0, 6 6))", "LINESTRING (-1 0, 1 0)", "FF10F0102"),
    ]
  )
  func lines(first: String, second: String, expected: String) throws {
    let (one, two) = try (wkt(first), wkt(second))
    #expect(try one.relate(two).description == expected)
    #expect(try one.intersects(two))
    #expect(try one.touches(two) == expected.hasPrefix("F"))
    #expect(try PreparedGeometry(two).covers(one) == two.covers(one))
  }

  @Test("A line that crosses itself covers each piece of it")
  func ownPieces() throws {
    let line = try wkt("LINESTRING (1 0, 0 2, 0 0, 2 2)")
    for piece in try [wkt("LINESTRING (0 0, 2 2)"), wkt("LINESTRING (1.5 1.5, 0.25 0.25)")] {
      let matrix = try line.relate(piece)
      #expect(matrix[.interior, .interior] == 1 && matrix[.exterior, .interior] == -1)
      #expect(try line.covers(piece) && !line.crosses(piece))
      #expect(try PreparedGeometry(line).covers(piece))
    }
    let area = try wkt("POLYGON ((8 8, 4 7, 0 0, 3 3, 6 5, 7 2, 8 8))")
    let along = try wkt("LINESTRING (1 6, 5 4, 4 5, 2 1, 6 5, 3 3)")
    #expect(try area.relate(along)[.boundary, .interior] == 1)
  }
}
