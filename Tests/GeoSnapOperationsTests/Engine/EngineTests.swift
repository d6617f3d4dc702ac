import GeoSnap
import GeoSnapOperations
import GeoSnapTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

struct EngineTests {
  @Test(
    "Geometries come back from GEOS bit for bit, Z included and M left out",
    arguments: seeds(10)
  )
  func roundTrip(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, allowsMeasures: true)
    let thread = try EngineThread()
    for _ in 0..<300 {
      let geometry = try random.geometry()
      // Collections lose empty members, and GEOS gives all members Z if one has it.
      if geometry.isEmpty || geometry.hasMixedDimensions { continue }
      let back = try OwnedGeometry(geometry, thread).value(srid: nil, thread)
      #expect(back.wkb() == geometry.removingM().wkb(), "seed \(seed): \(geometry.wkt)")
    }
  }

  @Test("Every operation answers on any geometry of finite ordinates", arguments: seeds(10))
  func anyGeometry(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed, radius: 20, isGrid: seed.isMultiple(of: 2))
    for _ in 0..<100 {
      let geometry = try random.geometry()
      let other = try random.geometry()
      let buffer = try geometry.buffer(distance: 1)
      #expect(buffer.isEmpty == geometry.isEmpty, "seed \(seed): \(geometry.wkt)")
      #expect(try buffer.isValid, "seed \(seed): \(geometry.wkt)")
      for place in geometry.coordinates { #expect(buffer.areaContains(place)) }
      let distance = try geometry.distance(to: other)
      #expect(distance == (try other.distance(to: geometry)), "seed \(seed)")
      #expect((distance == nil) == (geometry.isEmpty || other.isEmpty))
      #expect(
        try geometry.intersects(other) == (distance == 0),
        "seed \(seed): \(distance ?? .nan) \(geometry.wkt) \(other.wkt)"
      )
      #expect(try geometry.centroid().coordinate == nil ? geometry.isEmpty : true)
      let onSurface = try geometry.pointOnSurface()
      #expect((onSurface.coordinate == nil) == geometry.isEmpty)
      if let place = onSurface.coordinate {
        let away = try #require(geometry.distance(to: place))
        #expect(away <= 1e-6, "seed \(seed): \(geometry.wkt)")
      }
    }
  }

  @Test("Our own distance to a place agrees with the engine's", arguments: seeds(5))
  func distance(seed: UInt64) throws {
    var random = RandomGeometry(seed: seed)
    for _ in 0..<200 {
      let geometry = try random.geometry()
      let place = random.coordinate()
      let own = geometry.distance(to: place)
      let engine = try geometry.distance(to: .point(Point(place)))
      #expect((own == nil) == (engine == nil))
      if let own, let engine { #expect((own - engine).magnitude <= 1e-6, "seed \(seed)") }
    }
  }

  @Test("Members without coordinates are left out before GEOS sees them")
  func emptyMembers() throws {
    let collection = try Geometry(
      wkt: """
        GEOMETRYCOLLECTION (POINT EMPTY, GEOMETRYCOLLECTION (LINESTRING EMPTY), MULTIPOINT EMPTY, \
        POLYGON EMPTY, POINT (3 4), MULTIPOLYGON EMPTY)
        """
    )
    #expect(try collection.centroid() == Point(x: 3, y: 4))
    #expect(try collection.pointOnSurface() == Point(x: 3, y: 4))
    #expect(try collection.distance(to: .point(Point(x: 0, y: 0))) == 5)
    #expect(try collection.isValid)
    #expect(try collection.buffer(distance: 1).isEmpty == false)
  }

  @Test("Empty geometries are answered without GEOS", arguments: GeometryType.allCases)
  func empty(type: GeometryType) throws {
    let empty = try Geometry(wkt: "\(type.name) EMPTY", srid: 25_832)
    let point = Geometry.point(Point(x: 0, y: 0))
    #expect(try empty.buffer(distance: 1) == .polygon(Polygon(rings: [], srid: 25_832)))
    #expect(try empty.centroid() == Point(emptyIn: 25_832))
    #expect(try empty.pointOnSurface() == Point(emptyIn: 25_832))
    #expect(try empty.isValid)
    #expect(try empty.distance(to: point) == nil)
    #expect(try point.distance(to: empty) == nil)
    #expect(try empty.intersects(point) == false)
    #expect(try empty.intersects(empty) == false)
    #expect(try empty.equalsTopologically(empty))
    #expect(try empty.equalsTopologically(point) == false)
  }

  static let unplaceable: [(wkt: String, code: GeometryError.Code)] = [
    ("POINT (nan 1)", .nonFiniteOrdinate), ("LINESTRING (0 0, inf 1)", .nonFiniteOrdinate),
    ("GEOMETRYCOLLECTION (POINT (1 1), POLYGON ((0 0, 1 nan, 1 1, 0 0)))", .nonFiniteOrdinate),
    ("LINESTRING (0 0, 1e151 1)", .ordinateOutOfRange),
    ("MULTIPOINT (0 0, 1 -1e300)", .ordinateOutOfRange),
  ]

  @Test("Ordinates that no operation can use are refused", arguments: unplaceable)
  func refusal(_ row: (wkt: String, code: GeometryError.Code)) throws {
    let geometry = try Geometry(wkt: row.wkt)
    let point = Geometry.point(Point(x: 0, y: 0))
    for operation in [
      { _ = try geometry.buffer(distance: 1) }, { _ = try geometry.centroid() },
      { _ = try geometry.pointOnSurface() }, { _ = try geometry.distance(to: point) },
      { _ = try point.distance(to: geometry) }, { _ = try geometry.intersects(point) },
      { _ = try point.equalsTopologically(geometry) },
    ] as [() throws -> Void] { refuses(row.code, operation) }
  }

  @Test("A Z that is not finite disturbs no operation in the plane")
  func strangeHeights() throws {
    let line = try wkt("LINESTRING Z (0 0 nan, 10 0 inf)")
    #expect(try line.centroid() == Point(x: 5, y: 0))
    #expect(try line.isValid)
    #expect(try line.buffer(distance: 1).hasZ == false)
  }

  @Test("Threads that come and go each get a context of their own")
  func shortLivedThreads() throws {
    for _ in 0..<50 {
      var thread = pthread_t()
      let error = unsafe pthread_create(
        &thread,
        nil,
        { _ in
          let line = try? wkt("LINESTRING (0 0, 10 0)")
          let centroid = try? line?.centroid()
          // A null pointer says that all went well: nothing else may cross from here.
          return unsafe centroid == Point(x: 5, y: 0) ? nil : UnsafeMutableRawPointer(bitPattern: 1)
        },
        nil
      )
      try #require(error == 0)
      var failure: UnsafeMutableRawPointer?
      unsafe pthread_join(thread, &failure)
      #expect(unsafe failure == nil)
    }
  }

  @Test("A prepared geometry measures to lines and rings whose vertices are all at one place")
  func pathsOfOnePlace() throws {
    let far = try wkt("MULTILINESTRING ((100 0, 110 0), (3 4, 3 4))")
    let collapsed = try wkt("POLYGON ((0 0, 0 0, 0 0, 0 0))")
    for (one, other) in [(far, collapsed), (collapsed, far)] {
      let prepared = try PreparedGeometry(one)
      #expect(try prepared.distance(to: other) == 5)
      #expect(try prepared.isWithin(distance: 5, of: other))
      #expect(try prepared.isWithin(distance: 4.9, of: other) == false)
    }
  }

  @Test("What GEOS refuses is an error with GEOS's own words, and what mends it")
  func refusedByGEOS() throws {
    let overlapping = try Geometry(
      wkt: "MULTIPOLYGON (((0 0, 4 0, 4 4, 0 4, 0 0)), ((1 1, 5 2, 5 5, 2 5, 1 1)))"
    )
    let polygon = try wkt("POLYGON ((0 0, 5 1, 5 5, 0 5, 0 0))")
    let error = #expect(throws: GeometryError.self) { try overlapping.equalsTopologically(polygon) }
    #expect(error?.code == .engine && error?.message.contains("TopologyException") == true)
    #expect(error?.message.hasSuffix("repaired() repairs the geometry.") == true)
    // The thread's context is as good as before.
    #expect(try polygon.equalsTopologically(polygon))
  }
}
