import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapService
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// OGC API - Features on the sample network.
struct FeatureTests {
  private typealias Document = [String: Any]

  private func features(_ document: Document) -> [Document] {
    document["features"] as? [Document] ?? []
  }

  private func next(_ document: Document) -> String? {
    let links = document["links"] as? [Document] ?? []
    let link = links.first { $0["rel"] as? String == "next" }?["href"] as? String
    return link?.replacing("http://127.0.0.1:8377", with: "")
  }

  @Test("Pages of any length have every row once, in order", arguments: [97, 1_000, 10_000])
  func pages(limit: Int) async throws {
    let fixture = try await ServiceFixture.asked
    let network = fixture.service.served.now.open.network
    for name in ["PipelineLine", "ElectricDevice"] {
      let table = try #require(network.table(named: name))
      var rows: [Int] = []
      var target: String? = "/collections/\(name)/items?limit=\(limit)"
      while let asked = target {
        let page = try await fixture.document(asked)
        #expect(page["numberMatched"] as? Int == network.featureCount(table: table))
        #expect(page["numberReturned"] as? Int == features(page).count)
        rows += features(page).compactMap { $0["id"] as? Int }
        target = next(page)
      }
      let stored = network.features(table: table).compactMap { network.rowID(of: $0) }
      #expect(rows == stored.map { Int($0) })
    }
  }

  @Test("A box has what GEOS finds in it, in either reference system")
  func boxes() async throws {
    let fixture = try await ServiceFixture.asked
    let network = fixture.service.served.now.open.network
    let table = try #require(network.table(named: "PipelineLine"))
    let whole = try #require(network.envelope)
    let own = "http://www.opengis.net/def/crs/EPSG/0/25832"
    let way = try CoordinateTransformation(
      from: SpatialReference(srid: 25832),
      to: SpatialReference(srid: 4326)
    )
    var random = SeededGenerator(seed: 30)
    var found = 0
    for _ in 0..<12 {
      let size = Double.random(in: 50...3_000, using: &random)
      let x = Double.random(in: whole.minX...whole.maxX, using: &random)
      let y = Double.random(in: whole.minY...whole.maxY, using: &random)
      let box = Envelope(minX: x, minY: y, maxX: x + size, maxY: y + size)
      let area = Geometry(box, srid: network.srid)
      let expected = try network.features(table: table).filter { feature in
        guard let geometry = network.geometry(of: feature) else { return false }
        return try geometry.intersects(area)
      }.compactMap { network.rowID(of: $0).map { Int($0) } }
      let text = "\(box.minX),\(box.minY),\(box.maxX),\(box.maxY)"
      let page = try await fixture.document(
        "/collections/PipelineLine/items?limit=10000&bbox=\(text)&bbox-crs=\(own)&crs=\(own)"
      )
      #expect(Set(features(page).compactMap { $0["id"] as? Int }) == Set(expected))
      found += expected.count
      // In longitude and latitude the box is turned: it holds at least what lies well inside.
      let corners = try way.transform(area).envelope
      let degrees = try #require(corners)
      let turned = try await fixture.document(
        "/collections/PipelineLine/items?limit=10000"
          + "&bbox=\(degrees.minX),\(degrees.minY),\(degrees.maxX),\(degrees.maxY)"
      )
      let rows = Set(features(turned).compactMap { $0["id"] as? Int })
      #expect(rows.isSuperset(of: expected))
    }
    #expect(found > 20)
    let nowhere = try await fixture.document("/collections/PipelineLine/items?bbox=-70,-40,-69,-39")
    #expect(features(nowhere).isEmpty)
  }

  @Test("A feature has its geometry in longitude and latitude, and in the network's own system")
  func geometries() async throws {
    let fixture = try await ServiceFixture.asked
    let network = fixture.service.served.now.open.network
    let feature = try #require(network.features(origin: "pipe/1697").first)
    let row = try #require(network.rowID(of: feature))
    let line = try #require(network.geometry(of: feature))
    let way = try CoordinateTransformation(
      from: SpatialReference(srid: 25832),
      to: SpatialReference(srid: 4326)
    )
    let own = "http://www.opengis.net/def/crs/EPSG/0/25832"
    for (query, expected) in [("", try way.transform(line)), ("?crs=\(own)", line)] {
      let target = "/collections/PipelineLine/items/\(row)\(query)"
      let document = try await fixture.document(target)
      let bytes = try JSONSerialization.data(
        withJSONObject: try #require(document["geometry"])
      )
      let told = try Geometry(geoJSON: String(decoding: bytes, as: UTF8.self))
      #expect(told.coordinates == expected.coordinates)
      let answer = await fixture.ask(target)
      let system = query.isEmpty ? ReferenceSystems.crs84 : own
      #expect(answer.headers["content-crs"] == "<\(system)>")
      #expect(answer.headers["content-type"] == "application/geo+json")
    }
  }

  @Test("Properties choose features by their values")
  func properties() async throws {
    let fixture = try await ServiceFixture.asked
    let page = try await fixture.document(
      "/collections/PipelineLine/items?limit=10000&ASSETGROUP=Service"
    )
    let network = fixture.service.served.now.open.network
    let table = try #require(network.table(named: "PipelineLine"))
    let services = network.features(table: table).filter {
      network.assetType(of: $0)?.group.name == "Service"
    }
    #expect(!services.isEmpty)
    #expect(page["numberMatched"] as? Int == services.count)
    let one = try await fixture.document("/collections/PipelineLine/items?ORIGIN=pipe/1697")
    #expect(features(one).count == 1)
  }
}
