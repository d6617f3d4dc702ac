import GeoSnap
import GeoSnapTestSupport
import Testing

/// The decision as it is written down, word for word, over the plain list of rules.
private func mayJoin(
  _ edited: AssetTypeID,
  _ candidate: AssetTypeID,
  in network: UtilityNetwork
) -> Bool {
  guard let one = network.assetType(edited), let other = network.assetType(candidate) else {
    return false
  }
  let connecting: [NetworkSourceUsage] = [
    .device, .junction, .line, .structureJunction, .structureLine,
  ]
  guard connecting.contains(one.source.usage), connecting.contains(other.source.usage) else {
    return false
  }
  switch (one.source.elementKind, other.source.elementKind) {
  case (.junction, .junction): return false
  case (.edge, .edge): return edited == candidate
  default:
    let isEditedJunction = one.source.elementKind == .junction
    let junction = isEditedJunction ? edited : candidate
    let line = isEditedJunction ? candidate : edited
    return network.rules.contains { rule in
      switch rule.kind {
      case .junctionEdge:
        rule.from.assetType == junction && rule.to.assetType == line
          || rule.from.assetType == line && rule.to.assetType == junction
      case .edgeJunctionEdge:
        rule.via?.assetType == junction
          && (rule.from.assetType == line || rule.to.assetType == line)
      default: false
      }
    }
  }
}

@Suite("Snapping against brute force")
struct SnapOracleTests {
  @Test(
    "The winner is the one that brute force finds, for all kinds and with previous answers",
    arguments: 1...Extent.count(1, long: 6) as ClosedRange<UInt64>,
    [SnapKinds.standard, .ofFeatures]
  )
  func winner(seed: UInt64, kinds: SnapKinds) throws {
    var generator = SeededGenerator(seed: seed)
    let network = try RandomNetwork.make(size: 120, using: &generator)
    let index = try NetworkIndex(network)
    let features = network.tables.enumerated().flatMap { table, features in
      (0..<features.count).map { FeatureID(table: table, row: $0) }
    }
    let types: [AssetTypeID?] =
      [nil]
      + network.definition.sources.flatMap { source in
        source.assetGroups.flatMap { group in
          group.assetTypes.map {
            AssetTypeID(
              sourceID: source.sourceID,
              assetGroup: group.code,
              assetType: $0.code
            )
          }
        }
      }
    var found = 0
    for type in types {
      let rules = try type.map { try SnapRules(for: $0, in: network) }
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.syncSourceSettings(with: network)
      for source in settings.sourceSettings.indices {
        settings.sourceSettings[source].isEnabled = true
        for child in settings.sourceSettings[source].childSourceSettings.indices {
          settings.sourceSettings[source].childSourceSettings[child].isEnabled = true
        }
      }
      settings.kinds = kinds
      let snapper = Snapper(index, settings: settings, rules: rules)
      let oracle = SnapOracle(network, editing: type, kinds: kinds)
      let roles: [SnapRole] =
        rules?.elementKind == .edge ? [.lineEnd, .innerVertex] : [.point]
      for role in roles {
        for _ in 0..<25 {
          let place = RandomNetwork.place(using: &generator)
          let tolerance = Double(Int.random(in: 0...3, using: &generator))
          let previous =
            generator.oneIn(2)
            ? snapper.matches(
              at: RandomNetwork.place(using: &generator),
              tolerance: 4,
              role: role
            ).randomElement(using: &generator) : nil
          let expected = oracle.winner(
            at: place,
            tolerance: tolerance,
            role: role,
            among: features,
            previous: previous
          )
          let match = snapper.snap(
            at: place,
            tolerance: tolerance,
            role: role,
            previous: previous
          )
          let comment: Comment = "seed \(seed), \(String(describing: type)) \(role) at \(place)"
          guard let expected else {
            #expect(match == nil, comment)
            continue
          }
          found += 1
          let actual = try #require(match, comment)
          #expect(actual.place.kind == expected.kind, comment)
          #expect(actual.place.feature == expected.feature, comment)
          #expect(actual.place.part == expected.part, comment)
          #expect(actual.place.vertex == expected.vertex, comment)
          #expect(actual.place.location.distance(to: expected.location) < 1e-9, comment)
          #expect((actual.place.distance - expected.distance).magnitude < 1e-9, comment)
          #expect(actual.crossing?.vertex == expected.other?.vertex, comment)
        }
      }
    }
    #expect(found > 100)
  }

  @Test(
    "Limited and prevented follow from what each source may hold",
    arguments: [7, 8] as [UInt64]
  )
  func behaviors(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let network = try RandomNetwork.make(size: 10, using: &generator)
    func types(_ source: NetworkSource) -> [AssetTypeID] {
      source.assetGroups.flatMap { group in
        group.assetTypes.map {
          AssetTypeID(sourceID: source.sourceID, assetGroup: group.code, assetType: $0.code)
        }
      }
    }
    for edited in network.definition.sources.flatMap(types) {
      let rules = try SnapRules(for: edited, in: network)
      for source in network.definition.sources {
        let joins = types(source).filter { mayJoin(edited, $0, in: network) }
        #expect(
          rules.behavior(ofSource: source.sourceID)
            == (joins.isEmpty ? .rulesPreventSnapping : .rulesLimitSnapping)
        )
        for group in source.assetGroups {
          let isLimited = joins.contains { $0.assetGroup == group.code }
          #expect(
            rules.behavior(ofSource: source.sourceID, group: group.code)
              == (isLimited ? .rulesLimitSnapping : .rulesPreventSnapping)
          )
        }
      }
    }
  }

  @Test("Many threads get the same answers from one snapper")
  func threads() async throws {
    var generator = SeededGenerator(seed: 11)
    let network = try RandomNetwork.make(size: 200, using: &generator)
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: network)
    for source in settings.sourceSettings.indices {
      settings.sourceSettings[source].isEnabled = true
      for child in settings.sourceSettings[source].childSourceSettings.indices {
        settings.sourceSettings[source].childSourceSettings[child].isEnabled = true
      }
    }
    let snapper = Snapper(try NetworkIndex(network), settings: settings)
    let places = (0..<200).map { _ in RandomNetwork.place(using: &generator) }
    let expected = places.map { snapper.snap(at: $0, tolerance: 2) }
    #expect(expected.contains { $0 != nil })
    await withTaskGroup(of: [SnapMatch?].self) { group in
      for _ in 0..<8 {
        group.addTask { places.map { snapper.snap(at: $0, tolerance: 2) } }
      }
      for await answers in group { #expect(answers == expected) }
    }
  }
}
