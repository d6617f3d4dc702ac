import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapService
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// The bbox of OGC API - Features: exact in whatever system it is, and over the antimeridian.
struct BoxTests {
  private static let own = "http://www.opengis.net/def/crs/EPSG/0/25832"

  private func rows(
    _ fixture: ServiceFixture,
    _ query: String,
    of table: String = "PipelineLine"
  ) async throws -> Set<Int> {
    let page = try await fixture.document("/collections/\(table)/items?limit=10000&\(query)")
    let features = page["features"] as? [[String: Any]] ?? []
    #expect(page["numberMatched"] as? Int == features.count)
    return Set(features.compactMap { $0["id"] as? Int })
  }

  private func text(_ box: Envelope) -> String {
    "bbox=\(box.minX),\(box.minY),\(box.maxX),\(box.maxY)"
  }

  @Test("A box in degrees has what GEOS finds of the geometries in degrees")
  func degrees() async throws {
    let fixture = try await ServiceFixture.asked
    let network = fixture.service.served.now.open.network
    let way = try CoordinateTransformation(from: 25_832, to: 4326)
    let boxes = [
      Envelope(minX: 7.875, minY: 48.45, maxX: 7.9, maxY: 48.455),
      Envelope(minX: 7.8872, minY: 48.4571, maxX: 7.8925, maxY: 48.4602),
      Envelope(minX: 7.88, minY: 48, maxX: 7.88, maxY: 49),
      Envelope(minX: 7.89, minY: 48.455, maxX: 7.8901, maxY: 48.4551),
      Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90),
    ]
    for name in ["PipelineLine", "StructureBoundary", "PipelineDevice"] {
      let table = try #require(network.table(named: name))
      let there = try network.features(table: table).map { feature in
        (
          try #require(network.rowID(of: feature)),
          try way.transform(try #require(network.geometry(of: feature)))
        )
      }
      for box in boxes {
        let area = Geometry(box, srid: 4326)
        let expected = try there.filter { try $0.1.intersects(area) }.map { Int($0.0) }
        #expect(try await rows(fixture, text(box), of: name) == Set(expected), "\(name) \(box)")
      }
    }
    #expect(try await rows(fixture, "bbox=7.875,48.45,7.9,48.455").count == 738)
  }

  @Test("Heights of a box play no part")
  func heights() async throws {
    let fixture = try await ServiceFixture.asked
    let flat = try await rows(fixture, "bbox=7.875,48.45,7.9,48.455")
    #expect(try await rows(fixture, "bbox=7.875,48.45,5,7.9,48.455,-5") == flat)
  }

  @Test("A box over the antimeridian is that of both sides")
  func antimeridian() async throws {
    let fixture = try await ServiceFixture.asked
    #expect(try await rows(fixture, "bbox=170,-90,-170,90").isEmpty)
    #expect(try await rows(fixture, "bbox=177,65,-177,70").isEmpty)
    let both = try await rows(fixture, "bbox=7.885,-90,7.882,90")
    let east = try await rows(fixture, "bbox=7.885,-90,180,90")
    let west = try await rows(fixture, "bbox=-180,-90,7.882,90")
    #expect(!east.isEmpty && !west.isEmpty)
    #expect(both == east.union(west))
    let answer = await fixture.ask(
      "/collections/PipelineLine/items?bbox=418000,5367000,417000,5368000&bbox-crs=\(Self.own)"
    )
    #expect(answer.status == 400)
  }

  @Test("Features without a geometry meet every box")
  func withoutGeometry() async throws {
    let fixture = try await ServiceFixture()
    defer { fixture.remove() }
    let types = try await fixture.document("/network")["assetTypes"] as? [[String: Any]]
    let type = try #require(types?.first { $0["table"] as? String == "PipelineJunctionObject" })
    let group = try #require(type["groupCode"] as? Int)
    let code = try #require(type["typeCode"] as? Int)
    let edit =
      #"{"insert": "PipelineJunctionObject", "assetGroup": \#(group), "assetType": \#(code)}"#
    let done = try await fixture.document(
      "/transactions",
      body: #"{"edits": [\#(edit), \#(edit)]}"#
    )
    #expect(done["refused"] is NSNull)
    for query in ["bbox=7,48,8,49", "bbox=-70,-40,-69,-39", "bbox=1,1,2,2&bbox-crs=\(Self.own)"] {
      #expect(try await rows(fixture, query, of: "PipelineJunctionObject").count == 2, "\(query)")
    }
    #expect(try await rows(fixture, "bbox=-70,-40,-69,-39").isEmpty)
  }
}
