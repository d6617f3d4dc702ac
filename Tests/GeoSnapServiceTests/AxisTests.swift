import GeoSnap
import GeoSnapProjection
import GeoSnapService
import Testing

/// Coordinates come in the order in which the authority of a reference system has its axes.
struct AxisTests {
  @Test("The order is that of the authority")
  func orders() throws {
    let place = try Geometry(wkt: "POINT (3 7)")
    for (srid, expected) in [
      (25_832, "POINT (3 7)"), (3_857, "POINT (3 7)"), (31_467, "POINT (7 3)"),
      (4_326, "POINT (7 3)"), (2_180, "POINT (7 3)"), (3_006, "POINT (7 3)"),
      (2_053, "POINT (-3 -7)"), (32_661, "POINT (7 3)"), (5_041, "POINT (3 7)"),
    ] as [(SRID, String)] {
      let order = AxisOrder(of: try SpatialReference(srid: srid))
      let written = order.written(place)
      let first = written.coordinates[0]
      let read = order.read(first: (first.x, first.x), second: (first.y, first.y))
      #expect(try written == Geometry(wkt: expected) && read.x.0 == 3 && read.y.1 == 7, "\(srid)")
    }
  }

  private func places(_ feature: Document?) throws -> [[Double]] {
    try #require(value(feature, "geometry", "coordinates") as? [[Double]])
  }

  @Test("Features and boxes of a network with northing first have it first")
  func northing() async throws {
    let fixture = try await ServiceFixture(srid: 31_467)
    let (own, target) = (epsg(31_467), "PipelineLine/items")
    let (feature, row) = try fixture.feature("pipe/1697")
    let line = try #require(fixture.network.geometry(of: feature))
    func places(_ query: String) async throws -> [[Double]] {
      try self.places(await fixture.document("/collections/\(target)/\(row)\(query)"))
    }
    #expect(try await places("?crs=\(own)") == line.coordinates.map { [$0.y, $0.x] })
    let degrees = try await places("")[0]
    #expect((7..<8).contains(degrees[0]) && (48..<49).contains(degrees[1]))
    let box = try #require(line.envelope)
    let swapped = Envelope(minX: box.minY, minY: box.minX, maxX: box.maxY, maxY: box.maxX)
    func ids(_ box: Envelope) async throws -> [Int] {
      let text = GeoSnapServiceTests.box(box)
      return try await fixture.features("\(target)?bbox=\(text)&bbox-crs=\(own)").ids
    }
    #expect(try await ids(swapped).contains(row))
    #expect(try await ids(box) == [])
  }

  @Test("A network in longitude and latitude has latitude first under the name of EPSG alone")
  func degrees() async throws {
    let fixture = try await ServiceFixture(srid: 4_326)
    let (own, target) = (epsg(4_326), "PipelineLine/items?limit=10000")
    let all = try await fixture.features(target)
    let first = try places(all.features.first)[0]
    let second = try places(await fixture.features("\(target)&crs=\(own)").features.first)[0]
    #expect(first == second.reversed() && (7..<8).contains(first[0]))
    // Over the antimeridian the second number goes down.
    #expect(try await fixture.features("\(target)&bbox=48,7,49,8&bbox-crs=\(own)").ids == all.ids)
    #expect(try await fixture.features("\(target)&bbox=48,8,49,7&bbox-crs=\(own)").ids == [])
  }
}
