import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapService
import GeoSnapTestSupport
import Testing

/// The bbox of OGC API - Features: exact in whatever system it is, and over the antimeridian.
struct BoxTests {
  private func rows(
    _ fixture: ServiceFixture,
    _ query: String,
    of table: String = "PipelineLine"
  ) async throws -> Set<Int> {
    Set(try await fixture.features("\(table)/items?limit=10000&\(query)").ids)
  }

  @Test("A box has what GEOS finds in it, in degrees and in the network's own system")
  func boxes() async throws {
    let fixture = try await ServiceFixture.asked
    let network = fixture.network
    let way = try CoordinateTransformation(from: 25_832, to: 4326)
    var degrees = [
      Envelope(minX: 7.875, minY: 48.45, maxX: 7.9, maxY: 48.455),
      Envelope(minX: 7.8872, minY: 48.4571, maxX: 7.8925, maxY: 48.4602),
      Envelope(minX: 7.88, minY: 48, maxX: 7.88, maxY: 49),
      Envelope(minX: 7.89, minY: 48.455, maxX: 7.8901, maxY: 48.4551),
      Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90),
    ]
    var random = SeededGenerator(seed: 30)
    let whole = try #require(network.envelope)
    let own = (0..<12).map { _ in
      let size = Double.random(in: 50...3_000, using: &random)
      let x = Double.random(in: whole.minX...whole.maxX, using: &random)
      let y = Double.random(in: whole.minY...whole.maxY, using: &random)
      return Envelope(minX: x, minY: y, maxX: x + size, maxY: y + size)
    }
    // In longitude and latitude a box of the network is turned, and the box around that is another.
    degrees += try own.prefix(6).compactMap {
      try way.transform(Geometry($0, srid: 25_832)).envelope
    }
    var found = 0
    for name in ["PipelineLine", "StructureBoundary", "PipelineDevice"] {
      let table = try #require(network.table(named: name))
      let there = try network.features(table: table).map { feature in
        let geometry = try #require(network.geometry(of: feature))
        return (
          row: Int(try #require(network.rowID(of: feature))), own: geometry,
          degrees: try way.transform(geometry)
        )
      }
      for box in degrees {
        let area = Geometry(box, srid: 4326)
        let expected = try there.filter { try $0.degrees.intersects(area) }.map(\.row)
        let query = "bbox=\(GeoSnapServiceTests.box(box))"
        #expect(try await rows(fixture, query, of: name) == Set(expected), "\(name) \(box)")
      }
      for box in name == "PipelineLine" ? own : [] {
        let area = Geometry(box, srid: 25_832)
        let expected = try there.filter { try $0.own.intersects(area) }.map(\.row)
        found += expected.count
        let system = epsg(25_832)
        let query = "bbox=\(GeoSnapServiceTests.box(box))&bbox-crs=\(system)&crs=\(system)"
        #expect(try await rows(fixture, query, of: name) == Set(expected), "\(name) \(box)")
      }
    }
    #expect(found > 20)
    let flat = try await rows(fixture, "bbox=7.875,48.45,7.9,48.455")
    #expect(flat.count == 738)
    // Heights of a box play no part.
    #expect(try await rows(fixture, "bbox=7.875,48.45,5,7.9,48.455,-5") == flat)
    #expect(try await rows(fixture, "bbox=-70,-40,-69,-39").isEmpty)
  }

  @Test("A box over the antimeridian is that of both sides")
  func antimeridian() async throws {
    let fixture = try await ServiceFixture.asked
    #expect(try await rows(fixture, "bbox=170,-90,-170,90").isEmpty)
    #expect(try await rows(fixture, "bbox=177,65,-177,70").isEmpty)
    let both = try await rows(fixture, "bbox=7.885,-90,7.882,90")
    let east = try await rows(fixture, "bbox=7.885,-90,180,90")
    let west = try await rows(fixture, "bbox=-180,-90,7.882,90")
    #expect(!east.isEmpty && !west.isEmpty && both == east.union(west))
    let target = "/collections/PipelineLine/items?bbox=418000,5367000,417000,5368000"
    #expect(await fixture.status("\(target)&bbox-crs=\(epsg(25_832))") == 400)
  }

  @Test("Features without a geometry meet every box")
  func withoutGeometry() async throws {
    let fixture = try await ServiceFixture()
    let name = "PipelineJunctionObject"
    let types = try await fixture.document("/network")["assetTypes"] as? [Document]
    let type = try #require(types?.first { $0["table"] as? String == name })
    let group = try #require(type["groupCode"] as? Int)
    let code = try #require(type["typeCode"] as? Int)
    let edit = #"{"insert": "\#(name)", "assetGroup": \#(group), "assetType": \#(code)}"#
    let body = #"{"edits": [\#(edit), \#(edit)]}"#
    #expect(try await fixture.document("/transactions", body: body)["refused"] is NSNull)
    for query in [
      "bbox=7,48,8,49", "bbox=-70,-40,-69,-39", "bbox=1,1,2,2&bbox-crs=\(epsg(25_832))",
    ] { #expect(try await rows(fixture, query, of: name).count == 2, "\(query)") }
    #expect(try await rows(fixture, "bbox=-70,-40,-69,-39").isEmpty)
  }
}
