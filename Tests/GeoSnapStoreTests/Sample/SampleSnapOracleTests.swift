import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// The differential test of the snap engine on the networks of the sample: gas, low and medium voltage.
@Suite("Snapping on the sample against brute force")
struct SampleSnapOracleTests {
  static let count = Extent.count(24, long: 600, full: 100_000)

  @Test(
    "The winner is the one that brute force finds, with and without a previous answer",
    arguments: ["Pipeline", "lv/", "mv/"]
  )
  func winner(part: String) throws {
    let network = try SampleTown.network
    let scope = try Scope(network, part)
    var generator = SeededGenerator(seed: 20_261_121)
    let index = try SampleTown.index
    let snappers = try scope.types.map { try Asker(index, $0) }
    var snapped = 0
    var asked = 0
    while asked < Self.count {
      // A tile of brute force serves many positions.
      let centre = scope.place(using: &generator)
      let features = scope.features(near: centre, within: 60)
      for _ in 0..<50 where asked < Self.count {
        asked += 1
        let asker = snappers[generator.int(0...snappers.count - 1)]
        let role = asker.roles[generator.int(0...asker.roles.count - 1)]
        let tolerance = [0, 0.5, 2, 5, 15][generator.int(0...4)]
        let reach = generator.oneIn(3) ? 25.0 : 3.0
        func near(_ place: Coordinate, _ reach: Double) -> Coordinate {
          let (dx, dy) = (generator.double(-reach...reach), generator.double(-reach...reach))
          return Coordinate(place.x + dx, place.y + dy)
        }
        let point = near(centre, reach)
        var previous: SnapMatch?
        if generator.oneIn(2) {
          previous = try asker.snapper
            .matches(at: near(point, 2), tolerance: 1.5 * tolerance, role: role)
            .randomElement(using: &generator)
        }
        let actual = try asker.snapper
          .snap(at: point, tolerance: tolerance, role: role, previous: previous)
        let expected = asker.oracle.winner(
          at: point,
          tolerance: tolerance,
          role: role,
          among: features,
          previous: previous
        )
        if actual != nil { snapped += 1 }
        let comment: Comment =
          "seed \(generator.seed), \(point), \(tolerance), \(role), \(String(describing: asker.type))"
        try #require((actual == nil) == (expected == nil), comment)
        guard let actual, let expected else { continue }
        let place = actual.place
        #expect(place.kind == expected.kind && place.feature == expected.feature, comment)
        #expect(place.part == expected.part && place.vertex == expected.vertex, comment)
        #expect(place.location.distance(to: expected.location) < 1e-6, comment)
        #expect((place.distance - expected.distance).magnitude < 1e-6, comment)
        #expect(actual.crossing?.vertex == expected.other?.vertex, comment)
      }
    }
    // A short run asks in one place only, where there may be little.
    #expect(snapped > Extent.count(0, long: asked / 10))
  }

  private struct Asker {
    let type: AssetTypeID?
    let snapper: Snapper
    let oracle: SnapOracle
    let roles: [SnapRole]

    init(_ index: NetworkIndex, _ type: AssetTypeID?) throws {
      self.type = type
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.kinds = .ofFeatures
      let rules = try type.map { try SnapRules(for: $0, in: index.network.base) }
      settings.syncSourceSettings(with: index.network.base)
      if let rules {
        settings.syncSourceSettings(with: index.network.base, rules: rules, enabling: .preserve)
      }
      settings.enableAllSources()
      snapper = Snapper(index, settings: settings, rules: rules)
      oracle = SnapOracle(index.network.base, editing: type, kinds: .ofFeatures)
      roles =
        rules.map { $0.elementKind == .junction ? [.point] : [.lineEnd, .innerVertex] } ?? [.point]
    }
  }

  /// The features of one of the three networks as places to ask at, and all that lie near a place.
  private struct Scope {
    let network: UtilityNetwork
    let types: [AssetTypeID?]
    private let own: [FeatureID]
    private let all: [(feature: FeatureID, envelope: Envelope)]

    init(_ network: UtilityNetwork, _ part: String) throws {
      self.network = network
      var own: [FeatureID] = []
      var all: [(feature: FeatureID, envelope: Envelope)] = []
      var types: [AssetTypeID: Int] = [:]
      for feature in network.features {
        guard let envelope = network.geometry(of: feature)?.envelope else { continue }
        all.append((feature, envelope))
        let table = network.tables[Int(feature.table)].name
        let isOwn = network.origin(of: feature)?.hasPrefix(part) ?? false
        guard isOwn || table.hasPrefix(part) else { continue }
        own.append(feature)
        if let type = network.assetTypeID(of: feature) { types[type, default: 0] += 1 }
      }
      self.own = own
      self.all = all
      let frequent = types.sorted { ($0.value, $1.key.assetType) > ($1.value, $0.key.assetType) }
      self.types = [nil] + frequent.prefix(12).map(\.key)
      try #require(own.count > 100)
    }

    func place(using generator: inout SeededGenerator) -> Coordinate {
      let paths = network.geometry(of: own[generator.int(0...own.count - 1)])?.paths ?? []
      let path = paths[generator.int(0...paths.count - 1)]
      return path[generator.int(0...path.count - 1)]
    }

    func features(near place: Coordinate, within distance: Double) -> [FeatureID] {
      let window = Envelope(place).expanded(by: distance)
      return all.filter { $0.envelope.intersects(window) }.map(\.feature)
    }
  }
}
