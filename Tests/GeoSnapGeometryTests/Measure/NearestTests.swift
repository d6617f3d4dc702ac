import GeoSnap
import GeoSnapTestSupport
import Testing

struct NearestTests {
  @Test("Nearest places and distances agree with GEOS", arguments: seeds(12))
  func agreesWithGEOS(seed: UInt64) throws {
    let geos = try GEOSOracle()
    var random = RandomGeometry(seed: seed, isGrid: seed.isMultiple(of: 2), allowsEmpty: false)
    for _ in 0..<300 {
      let geometry = try random.geometry()
      let place = random.coordinate()
      guard !geometry.isEmpty else {
        #expect(geometry.nearestCoordinate(to: place) == nil)
        #expect(geometry.nearestVertex(to: place) == nil)
        #expect(geometry.distance(to: place) == nil)
        continue
      }
      // GEOS 3.11 takes members without coordinates for places at the origin of its search.
      if geometry.hasEmptyMember { continue }
      let expected = try geos.distance(geometry, .point(Point(place)))
      let nearest = try #require(geometry.nearestCoordinate(to: place))
      #expect(
        (nearest.distance - expected).magnitude <= 1e-6,
        "seed \(seed): \(geometry.wkt) \(place)"
      )
      // The ordinates of the returned place are rounded, and so is its distance.
      let distance = try #require(geometry.distance(to: place))
      #expect((distance - nearest.distance).magnitude <= 1e-12 * max(expected, 100))
      #expect((nearest.coordinate.distance(to: place) - nearest.distance).magnitude <= 1e-6)
      #expect(geometry.areaContains(place) ? nearest.coordinate == place : true)

      let boundary = try #require(geometry.nearestBoundaryCoordinate(to: place))
      let path = geometry.paths[boundary.part]
      let end = path[min(boundary.index + 1, path.count - 1)]
      let onSegment = Segment(path[boundary.index], end).coordinate(atFraction: boundary.fraction)
      #expect(onSegment == boundary.coordinate)
    }
  }

  @Test("The nearest vertex is what a search through all of them finds first", arguments: seeds(10))
  func vertices(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, center: Coordinate(x: 0, y: 0), radius: 6, isGrid: true)
    for _ in 0..<300 {
      let geometry = try random.geometry()
      let place = random.coordinate()
      var expected: (part: Int, index: Int, distance: Double)?
      for path in geometry.paths {
        for index in 0..<path.count {
          let distance = path[index].distance(to: place)
          if distance < expected?.distance ?? .infinity { expected = (path.part, index, distance) }
        }
      }
      let nearest = geometry.nearestVertex(to: place)
      #expect(nearest?.part == expected?.part, "seed \(seed): \(geometry.wkt) \(place)")
      #expect(nearest?.index == expected?.index, "seed \(seed): \(geometry.wkt) \(place)")
      #expect(nearest?.distance == expected?.distance, "seed \(seed): \(geometry.wkt) \(place)")
    }
  }

  @Test("The first of several nearest segments and vertices wins")
  func ties() throws {
    let square = try Geometry(wkt: "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0))")
    let center = Coordinate(x: 2, y: 2)
    #expect(square.nearestBoundaryCoordinate(to: center)?.index == 0)
    #expect(square.nearestBoundaryCoordinate(to: center)?.coordinate == Coordinate(x: 2, y: 0))
    #expect(square.nearestVertex(to: center)?.index == 0)
    #expect(square.nearestVertex(to: Coordinate(x: -1, y: -1))?.index == 0)
    let points = try Geometry(wkt: "MULTIPOINT ((1 0), (-1 0), (1 0))")
    #expect(points.nearestCoordinate(to: Coordinate(x: 0, y: 0))?.part == 0)
    #expect(points.nearestCoordinate(to: Coordinate(x: -9, y: 0))?.part == 1)
  }

  @Test("Inside an area the nearest place is the place itself; its boundary is farther")
  func inside() throws {
    let polygon = try Geometry(
      wkt: "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0), (4 4, 4 6, 6 6, 6 4, 4 4))"
    )
    let place = Coordinate(x: 2, y: 5)
    #expect(polygon.nearestCoordinate(to: place)?.coordinate == place)
    #expect(polygon.nearestCoordinate(to: place)?.distance == 0)
    #expect(polygon.nearestBoundaryCoordinate(to: place)?.distance == 2)
    let inHole = Coordinate(x: 4.5, y: 5)
    #expect(polygon.nearestCoordinate(to: inHole)?.distance == 0.5)
    #expect(polygon.nearestCoordinate(to: inHole)?.part == 1)
    #expect(polygon.nearestCoordinate(to: inHole)?.index == 0)
    #expect(polygon.nearestCoordinate(to: inHole)?.fraction == 0.5)
  }

  @Test("What is not finite is never near")
  func notFinite() throws {
    let line = try Geometry(wkt: "LINESTRING (nan 0, 0 0, 10 0)")
    #expect(line.nearestCoordinate(to: Coordinate(x: 5, y: 1))?.index == 1)
    #expect(line.nearestCoordinate(to: Coordinate(x: .nan, y: 1)) == nil)
    #expect(line.nearestVertex(to: Coordinate(x: 0, y: .infinity)) == nil)
    #expect(try Geometry(wkt: "POINT (nan 1)").distance(to: Coordinate(x: 0, y: 0)) == nil)
  }

  @Test("Z comes along, interpolated on segments")
  func height() throws {
    let line = try Geometry(wkt: "LINESTRING Z (0 0 100, 10 0 200)")
    #expect(line.nearestCoordinate(to: Coordinate(x: 5, y: 1))?.z == 150)
    #expect(line.nearestVertex(to: Coordinate(x: 9, y: 1))?.z == 200)
  }

  @Test("Length adds up lines and the perimeters of areas")
  func length() throws {
    #expect(try Geometry(wkt: "LINESTRING (0 0, 3 4, 3 5)").length == 6)
    #expect(try Geometry(wkt: "MULTILINESTRING ((0 0, 3 4), (9 9, 9 10))").length == 6)
    #expect(
      try Geometry(wkt: "POLYGON ((0 0, 4 0, 4 4, 0 4, 0 0), (1 1, 1 2, 2 2, 2 1, 1 1))").length
        == 20
    )
    #expect(try Geometry(wkt: "MULTIPOINT (1 2, 3 4)").length == 0)
    #expect(
      try Geometry(wkt: "GEOMETRYCOLLECTION (LINESTRING (0 0, 1 0), POINT (1 1))").length == 1
    )
    #expect(try Geometry(wkt: "LINESTRING EMPTY").length == 0)
    #expect(try Geometry(wkt: "LINESTRING (0 0, nan 0)").length.isNaN)
  }
}

extension Geometry {
  var hasEmptyMember: Bool {
    guard case .collection(let collection) = self else { return false }
    return collection.geometries.contains { $0.isEmpty || $0.hasEmptyMember }
  }
}
