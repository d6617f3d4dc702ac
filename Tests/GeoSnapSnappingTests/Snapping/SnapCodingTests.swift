import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Snaps, written and read")
struct SnapCodingTests {
  @Test("Matches and refusals at random places read back as they were, for another snapper as well")
  func random() throws {
    let network = try GasFixture.network()
    var generator = SeededGenerator(seed: 21)
    var (matches, refusals) = (0, 0)
    var remedies: Set<String> = []
    for type in [
      GasFixture.tap, GasFixture.meter, GasFixture.valve, GasFixture.main, GasFixture.service, nil,
    ] {
      let rules = try type.map { try SnapRules(for: $0, in: network) }
      var settings = rules.map { SnapSettings(rules: $0, of: network) } ?? SnapSettings(on: network)
      settings.kinds = .all
      let one = Snapper(try NetworkIndex(network), settings: settings, rules: rules)
      let decoder = JSONDecoder()
      decoder.userInfo[.snapper] = Snapper(
        try NetworkIndex(network),
        settings: settings,
        rules: rules
      )
      let isLine = type == GasFixture.main || type == GasFixture.service
      for _ in 0..<200 {
        let place = Coordinate(x: generator.double(-5...65), y: generator.double(-5...25))
        let role = isLine ? (generator.oneIn(2) ? .lineEnd : .innerVertex) : SnapRole.point
        let explanation = try one.explain(at: place, tolerance: 3, role: role)
        let read = try decoder.decode(SnapExplanation.self, from: JSONEncoder().encode(explanation))
        #expect(read == explanation, "seed 21")
        #expect(read.hashValue == explanation.hashValue)
        #expect(network.describe(read) == network.describe(explanation), "seed 21")
        if let match = explanation.match, let again = read.match {
          matches += 1
          #expect(again.place.fraction == match.place.fraction && again.place.z == match.place.z)
          #expect(again.place.source == match.place.source)
          #expect(again.terminals == match.terminals && again.occupant == match.occupant)
        }
        refusals += explanation.refused.count
        for refusal in explanation.refused {
          remedies.insert(String("\(refusal.remedy)".prefix { $0 != "(" }))
        }
      }
    }
    #expect(matches > 100 && refusals > 100 && remedies.count >= 4, "\(remedies)")
  }

  @Test("Every remedy and permission reads back")
  func remedies() throws {
    let types = [GasFixture.tap, GasFixture.main]
    let remedies: [SnapRemedy] = [
      .none, .addRule(.junctionEdge, types), .placeJunction(types), .changeAssetType(types),
      .useJunction, .changeJunction(types),
      .useEnd(c(1, 2)), .moveEnd, .enable(source: "A", group: "B"),
      .enable(source: "A", group: nil), .show(layer: "A"),
      .zoom(ScaleRange(minScale: 5, maxScale: 1)), .changeFilter(layer: "A"),
      .enableKind(.midpoint), .widen(2.5), .resume,
    ]
    let read = try JSONDecoder().decode([SnapRemedy].self, from: JSONEncoder().encode(remedies))
    #expect(read == remedies)
    let permissions: [SnapPermission] = [.unruled, .sameAssetType, .rule(17)]
    #expect(
      try JSONDecoder().decode([SnapPermission].self, from: JSONEncoder().encode(permissions))
        == permissions
    )
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SnapPermission.self, from: Data("\"maybe\"".utf8))
    }
  }

  @Test("Without a snapper a match is not read, and says what is missing")
  func needsSnapper() throws {
    let snapper = try Snapper(NetworkIndex(GasFixture.network()), editing: GasFixture.tap)
    let match = try #require(try snapper.snap(at: c(5, 0.5), tolerance: 1))
    let data = try JSONEncoder().encode(match)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SnapMatch.self, from: data)
    }
    #expect("\(try #require(error))".contains("userInfo[.snapper]"))
  }
}
