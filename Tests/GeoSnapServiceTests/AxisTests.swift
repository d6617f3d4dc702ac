import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapService
import GeoSnapTool
import Testing

/// Coordinates come in the order in which the authority of a reference system has its axes.
struct AxisTests {
  @Test(
    "The order is that of the authority",
    arguments: [
      (25_832, "POINT (3 7)"), (3_857, "POINT (3 7)"), (31_467, "POINT (7 3)"),
      (4_326, "POINT (7 3)"), (2_180, "POINT (7 3)"), (3_006, "POINT (7 3)"),
      (2_053, "POINT (-3 -7)"), (32_661, "POINT (7 3)"), (5_041, "POINT (3 7)"),
    ] as [(SRID, String)]
  )
  func orders(srid: SRID, expected: String) throws {
    let order = AxisOrder(of: try SpatialReference(srid: srid))
    let written = order.written(try Geometry(wkt: "POINT (3 7)"))
    #expect(written == (try Geometry(wkt: expected)))
    let place = written.coordinates[0]
    let read = order.read(first: (place.x, place.x), second: (place.y, place.y))
    #expect(read.x.0 == 3 && read.y.1 == 7)
  }

  @Test("Features and boxes of a network with northing first have it first")
  func northing() async throws {
    let fixture = try await ServiceFixture(srid: 31_467)
    defer { fixture.remove() }
    let network = fixture.service.served.now.open.network
    let own = "http://www.opengis.net/def/crs/EPSG/0/31467"
    let feature = try #require(network.features(origin: "pipe/1697").first)
    let row = try #require(network.rowID(of: feature))
    let line = try #require(network.geometry(of: feature))
    let target = "/collections/PipelineLine/items"
    func places(_ query: String) async throws -> [[Double]] {
      let document = try await fixture.document("\(target)/\(row)\(query)")
      let geometry = document["geometry"] as? [String: Any]
      return try #require(geometry?["coordinates"] as? [[Double]])
    }
    let northFirst = try await places("?crs=\(own)")
    #expect(northFirst.map { $0[0] } == line.coordinates.map(\.y))
    #expect(northFirst.map { $0[1] } == line.coordinates.map(\.x))
    let degrees = try await places("")
    #expect((7..<8).contains(degrees[0][0]) && (48..<49).contains(degrees[0][1]))
    let box = try #require(line.envelope)
    let found = try await fixture.document(
      "\(target)?bbox=\(box.minY),\(box.minX),\(box.maxY),\(box.maxX)&bbox-crs=\(own)"
    )
    let ids = (found["features"] as? [[String: Any]])?.compactMap { $0["id"] as? Int }
    #expect(ids?.contains(Int(row)) == true)
    let swapped = try await fixture.document(
      "\(target)?bbox=\(box.minX),\(box.minY),\(box.maxX),\(box.maxY)&bbox-crs=\(own)"
    )
    #expect(swapped["numberMatched"] as? Int == 0)
  }

  @Test("A network in longitude and latitude has latitude first under the name of EPSG alone")
  func degrees() async throws {
    let fixture = try await ServiceFixture(srid: 4_326)
    defer { fixture.remove() }
    let own = "http://www.opengis.net/def/crs/EPSG/0/4326"
    let target = "/collections/PipelineLine/items"
    func place(_ query: String) async throws -> [Double] {
      let document = try await fixture.document("\(target)?limit=1&\(query)")
      let features = document["features"] as? [[String: Any]]
      let geometry = features?.first?["geometry"] as? [String: Any]
      return try #require((geometry?["coordinates"] as? [[Double]])?.first)
    }
    let (first, second) = (try await place(""), try await place("crs=\(own)"))
    #expect(first[0] == second[1] && first[1] == second[0])
    #expect((7..<8).contains(first[0]))
    // Over the antimeridian the second number goes down.
    let all = try await fixture.document("\(target)?bbox=48,7,49,8&bbox-crs=\(own)")
    let none = try await fixture.document("\(target)?bbox=48,8,49,7&bbox-crs=\(own)")
    #expect(
      all["numberMatched"] as? Int == (try await fixture.document(target))["numberMatched"] as? Int
    )
    #expect(none["numberMatched"] as? Int == 0)
  }
}
