import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("The sample against brute force")
struct SampleQueryTests {
  let network: UtilityNetwork

  init() throws { network = try SampleTown.network }

  private func part(_ prefix: String?) throws -> UtilityNetwork {
    let tables = network.tables.map { table in
      table.holding(
        table.features.filter { feature in
          let first = feature.origin?.split(separator: "/").first.map(String.init)
          let isPower = first == "lv" || first == "mv"
          return prefix == nil ? !isPower : first == prefix
        }
      )
    }
    return try network.with(tables: tables, associations: [])
  }

  private typealias Feature = (id: FeatureID, geometry: Geometry, envelope: Envelope)

  private func features(_ network: UtilityNetwork) -> [Feature] {
    network.features.compactMap { id in
      guard let geometry = network.geometry(of: id) else { return nil }
      return geometry.envelope.map { (id, geometry, $0) }
    }
  }

  @Test("Identify and nearest equal brute force", arguments: [nil, "lv", "mv"] as [String?])
  func identifyAndNearest(prefix: String?) throws {
    let network = try part(prefix)
    let index = try NetworkIndex(network)
    let all = features(network)
    try #require(!all.isEmpty)
    let places = RandomPlaces(network)
    let seed: UInt64 = 20_261_121
    var generator = SeededGenerator(seed: seed)
    let count = Extent.count(40, long: 300, full: 10_000)
    let tolerance = 2.0
    var hitNear = 0
    for number in 0..<count {
      let place =
        switch number {
        case ..<(count / 20): places.tie(using: &generator)
        case ..<(count / 2): places.near(within: tolerance, using: &generator)
        default: places.anywhere(using: &generator)
        }
      let comment: Comment = "seed \(seed), \(prefix ?? "gas"), place \(number): \(place)"

      // Brute force: every feature, its exact distance; the box only spares what cannot be near.
      let expected =
        all
        .filter { $0.envelope.expanded(by: tolerance + 1e-6).contains(place) }
        .map { ($0, $0.geometry.nearestCoordinate(to: place)?.distance ?? .infinity) }
        .filter { $0.1 <= tolerance }
        .sorted { one, other in
          func rank(_ hit: (Feature, Double)) -> (Int, Double, Int32, Int32) {
            (hit.0.geometry.type.dimension, hit.1, hit.0.id.table, hit.0.id.row)
          }
          return rank(one) < rank(other)
        }
      let hits = index.identify(IdentifyRequest(at: place, tolerance: tolerance))
      #expect(hits.map(\.feature) == expected.map(\.0.id), comment)
      #expect(hits.map(\.distance) == expected.map(\.1), comment)
      if number < count / 2 && !hits.isEmpty { hitNear += 1 }

      let nearest = index.features.nearest(to: place, count: 1, within: .infinity)
      let least = all.map { $0.geometry.nearestCoordinate(to: place)?.distance ?? .infinity }
        .min()
      #expect(nearest.first?.distance == least, comment)
    }
    #expect(hitNear * 10 >= count / 2 * 8, "only \(hitNear) places near features hit one")
  }
}
