import Foundation
import GeoSnap
import GeoSnapProjection
import GeoSnapService
import GeoSnapTestSupport
import Testing

struct FeatureTests {
  @Test("Pages of any length have every row once, in order", arguments: [97, 1_000, 10_000])
  func pages(limit: Int) async throws {
    let fixture = try await ServiceFixture.asked
    let network = fixture.network
    for name in ["PipelineLine", "ElectricDevice"] {
      let table = try #require(network.table(named: name))
      var rows: [Int] = []
      var target: String? = "/collections/\(name)/items?limit=\(limit)"
      while let asked = target {
        let page = try await fixture.document(asked)
        let features = page["features"] as? [Document] ?? []
        #expect(page["numberMatched"] as? Int == network.featureCount(table: table))
        #expect(page["numberReturned"] as? Int == features.count)
        rows += features.compactMap { $0["id"] as? Int }
        let links = page["links"] as? [Document] ?? []
        target = (links.first { $0["rel"] as? String == "next" }?["href"] as? String)?
          .replacing("http://127.0.0.1:8377", with: "")
      }
      let stored = network.features(table: table).compactMap { network.rowID(of: $0) }
      #expect(rows == stored.map { Int($0) })
    }
  }

  @Test("A feature has its geometry in longitude and latitude, and in the network's own system")
  func geometries() async throws {
    let fixture = try await ServiceFixture.asked
    let (feature, row) = try fixture.feature("pipe/1697")
    let line = try #require(fixture.network.geometry(of: feature))
    let way = try CoordinateTransformation(from: 25_832, to: 4326)
    let own = epsg(25_832)
    for (query, system, expected) in [
      ("", ReferenceSystems.crs84, try way.transform(line)), ("?crs=\(own)", own, line),
    ] {
      let answer = await fixture.ask("/collections/PipelineLine/items/\(row)\(query)")
      let geometry = try #require(try read(answer.bytes)["geometry"])
      let bytes = try JSONSerialization.data(withJSONObject: geometry)
      let told = try Geometry(geoJSON: String(decoding: bytes, as: UTF8.self))
      #expect(told.coordinates == expected.coordinates)
      #expect(answer.headers["content-crs"] == "<\(system)>")
      #expect(answer.headers["content-type"] == "application/geo+json")
    }
  }

  @Test("Properties choose features by their values")
  func properties() async throws {
    let fixture = try await ServiceFixture.asked
    let network = fixture.network
    let table = try #require(network.table(named: "PipelineLine"))
    let services = network.features(table: table)
      .filter { network.assetType(of: $0)?.group.name == "Service" }
    let target = "PipelineLine/items?limit=10000"
    let ids = try await fixture.features("\(target)&ASSETGROUP=Service").ids
    #expect(!services.isEmpty && ids == services.compactMap { network.rowID(of: $0).map(Int.init) })
    #expect(
      try await fixture.features("\(target)&ORIGIN=pipe/1697").ids == [
        fixture.feature("pipe/1697").row
      ]
    )
  }
}
