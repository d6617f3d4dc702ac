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

/// One place that may be snapped to, found without an index.
private struct Candidate {
  var kind: SnapKind
  var squaredDistance: Double
  var table: Int
  var row: Int
  var part: Int
  var vertex: Int
  var location: Coordinate
}

private func bruteForce(
  _ network: UtilityNetwork,
  editing edited: AssetTypeID?,
  role: SnapRole,
  at place: Coordinate,
  tolerance: Double
) -> Candidate? {
  var candidates: [Candidate] = []
  let policy = edited.flatMap { network.assetType($0)?.type.connectivityPolicy }
  for (tableIndex, table) in network.tables.enumerated() {
    for row in 0..<table.count {
      var isAnyVertex = true
      var isRuled = false
      if let edited, let id = table.assetTypeID(of: row) {
        isRuled = true
        guard mayJoin(edited, id, in: network) else { continue }
        if role == .innerVertex && policy != .anyVertex { continue }
        isAnyVertex = network.assetType(id)?.type.connectivityPolicy == .anyVertex
      }
      for path in table.geometries[row]?.paths ?? [] {
        let last = path.count - 1
        for vertex in 0...last {
          let isInner = vertex != 0 && vertex != last
          guard !isRuled || isAnyVertex || !isInner else { continue }
          candidates.append(
            Candidate(
              kind: .vertex,
              squaredDistance: path[vertex].squaredDistance(to: place),
              table: tableIndex,
              row: row,
              part: path.part,
              vertex: vertex,
              location: path[vertex]
            )
          )
        }
        guard last > 0, !isRuled || isAnyVertex else { continue }
        for vertex in 0..<last {
          let segment = Segment(path[vertex], path[vertex + 1])
          candidates.append(
            Candidate(
              kind: .segment,
              squaredDistance: segment.squaredDistance(to: place),
              table: tableIndex,
              row: row,
              part: path.part,
              vertex: vertex,
              location: segment.coordinate(atFraction: segment.fraction(closestTo: place))
            )
          )
        }
      }
    }
  }
  return
    candidates
    .filter { $0.squaredDistance.squareRoot() <= tolerance }
    .min { lhs, rhs in
      if lhs.kind != rhs.kind { return lhs.kind == .vertex }
      if lhs.squaredDistance != rhs.squaredDistance {
        return lhs.squaredDistance < rhs.squaredDistance
      }
      return (lhs.table, lhs.row, lhs.part, lhs.vertex) < (rhs.table, rhs.row, rhs.part, rhs.vertex)
    }
}

@Suite("Snapping against brute force")
struct SnapOracleTests {
  @Test("The winner is the one that brute force finds", arguments: [1, 2, 3, 4, 5, 6] as [UInt64])
  func winner(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let network = try RandomNetwork.make(size: 120, using: &generator)
    let index = try NetworkIndex(network)
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
      let snapper = Snapper(index, settings: settings, rules: rules)
      let roles: [SnapRole] =
        rules?.elementKind == .edge ? [.lineEnd, .innerVertex] : [.point]
      for role in roles {
        for _ in 0..<25 {
          let place = RandomNetwork.place(using: &generator)
          let tolerance = Double(Int.random(in: 0...3, using: &generator))
          let expected = bruteForce(
            network,
            editing: type,
            role: role,
            at: place,
            tolerance: tolerance
          )
          let match = snapper.snap(at: place, tolerance: tolerance, role: role)
          let comment: Comment = "seed \(seed), \(String(describing: type)) \(role) at \(place)"
          guard let expected else {
            #expect(match == nil, comment)
            continue
          }
          found += 1
          let actual = try #require(match, comment)
          #expect((actual.place.kind.rank == 0) == (expected.kind == .vertex), comment)
          #expect(Int(actual.place.feature?.table ?? -1) == expected.table, comment)
          #expect(Int(actual.place.feature?.row ?? -1) == expected.row, comment)
          #expect(actual.place.part == expected.part, comment)
          #expect(actual.place.vertex == expected.vertex, comment)
          #expect(actual.place.location == expected.location, comment)
          #expect(
            actual.place.distance == expected.squaredDistance.squareRoot(),
            comment
          )
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
