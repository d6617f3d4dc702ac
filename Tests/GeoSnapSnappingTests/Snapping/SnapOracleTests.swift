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
    let (junction, line) = isEditedJunction ? (edited, candidate) : (candidate, edited)
    return network.rules.contains { rule in
      let sides = [rule.from.assetType, rule.to.assetType]
      return switch rule.kind {
      case .junctionEdge: sides == [junction, line] || sides == [line, junction]
      case .edgeJunctionEdge: rule.via?.assetType == junction && sides.contains(line)
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
    var count = 0
    for type in [nil] + network.definition.assetTypes.map({ Optional($0) }) {
      let rules = try type.map { try SnapRules(for: $0, in: network) }
      let settings = SnapSettings(on: network) { $0.kinds = kinds }
      let snapper = Snapper(index, settings: settings, rules: rules)
      let oracle = SnapOracle(network, editing: type, kinds: kinds)
      let roles: [SnapRole] = rules?.elementKind == .edge ? [.lineEnd, .innerVertex] : [.point]
      for role in roles {
        for _ in 0..<25 {
          let place = RandomNetwork.place(using: &generator)
          let tolerance = Double(Int.random(in: 0...3, using: &generator))
          var previous: SnapMatch?
          if generator.oneIn(2) {
            let before = RandomNetwork.place(using: &generator)
            previous = try snapper.matches(at: before, tolerance: 4, role: role)
              .randomElement(using: &generator)
          }
          let expected = oracle.winner(
            at: place,
            tolerance: tolerance,
            role: role,
            among: features,
            previous: previous
          )
          let match = try snapper.snap(
            at: place,
            tolerance: tolerance,
            role: role,
            previous: previous
          )
          let comment: Comment = "seed \(seed), \(String(describing: type)) \(role) at \(place)"
          #expect((match == nil) == (expected == nil), comment)
          guard let expected, let match else { continue }
          count += 1
          let found = match.place
          #expect(found.kind == expected.kind && found.feature == expected.feature, comment)
          #expect(found.part == expected.part && found.vertex == expected.vertex, comment)
          #expect(found.location.distance(to: expected.location) < 1e-9, comment)
          #expect((found.distance - expected.distance).magnitude < 1e-9, comment)
          #expect(match.crossing?.vertex == expected.other?.vertex, comment)
        }
      }
    }
    #expect(count > 100)
  }

  @Test(
    "Limited and prevented follow from what each source may hold",
    arguments: [7, 8] as [UInt64]
  )
  func behaviors(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let network = try RandomNetwork.make(size: 10, using: &generator)
    for edited in network.definition.assetTypes {
      let rules = try SnapRules(for: edited, in: network)
      for source in network.definition.sources {
        func expected(_ joins: [AssetTypeID]) -> SnapRuleBehavior {
          joins.isEmpty ? .rulesPreventSnapping : .rulesLimitSnapping
        }
        let joins = source.assetTypes.filter { mayJoin(edited, $0, in: network) }
        #expect(rules.behavior(ofSource: source.sourceID) == expected(joins))
        for group in source.assetGroups.map(\.code) {
          let behavior = rules.behavior(ofSource: source.sourceID, group: group)
          #expect(behavior == expected(joins.filter { $0.assetGroup == group }))
        }
      }
    }
  }

  @Test("Many threads get the same answers from one snapper")
  func threads() async throws {
    var generator = SeededGenerator(seed: 11)
    let network = try RandomNetwork.make(size: 200, using: &generator)
    let settings = SnapSettings(on: network)
    let snapper = Snapper(try NetworkIndex(network), settings: settings)
    let places = (0..<200).map { _ in RandomNetwork.place(using: &generator) }
    let expected = try places.map { try snapper.snap(at: $0, tolerance: 2) }
    #expect(expected.contains { $0 != nil })
    try await withThrowingTaskGroup(of: [SnapMatch?].self) { group in
      for _ in 0..<8 { group.addTask { try places.map { try snapper.snap(at: $0, tolerance: 2) } } }
      for try await answers in group { #expect(answers == expected) }
    }
  }
}
