import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// The decision that lets two asset types join, written in SQL over the rules as they are stored.
@Suite("The sample's rules in SQL")
struct SampleDecisionTests {
  private struct Kind: Hashable {
    let id: AssetTypeID
    let isJunction: Bool
    let connects: Bool
    let policy: ConnectivityPolicy?
  }

  @Test("Snapping decides as SQL on un_rules does, for every pair of asset types in use")
  func decision() throws {
    let network = try SampleTown.network
    let kinds = usedTypes(network)
    let index = try NetworkIndex(oneOfEach(kinds, network))
    let database = try DatabaseQueue(path: SampleFile.path)
    var allowed = 0
    var refused = 0
    // Every fourth in a short run, against all others.
    let step = Extent.count(4, long: 1)
    for edited in kinds.enumerated().filter({ $0.offset % step == 0 }).map(\.element) {
      let rules = try SnapRules(for: edited.id, in: index.network.base)
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.syncSourceSettings(with: index.network.base, rules: rules, enabling: .setFromRules)
      let snapper = Snapper(index, settings: settings, rules: rules)
      let role: SnapRole = edited.isJunction ? .point : .lineEnd
      for (number, candidate) in kinds.enumerated() {
        let expected = try database.read { try decide(edited, candidate, $0) }
        if expected { allowed += 1 } else { refused += 1 }
        let start = Coordinate(x: Double(number) * 100, y: 0)
        let match = try snapper.snap(at: start, tolerance: 1, role: role)
        #expect((match != nil) == expected, "\(edited.id) on \(candidate.id)")
        // The bend of an end-vertex line is never offered, however allowed its ends are.
        let bend = try snapper.snap(at: Coordinate(start.x + 5, 1), tolerance: 0.5, role: role)
        let isAnyVertex = candidate.policy == .anyVertex
        #expect((bend != nil) == (expected && isAnyVertex), "\(edited.id) on \(candidate.id)")
      }
    }
    #expect(min(allowed, refused) >= 100 / step, "\(allowed) allowed, \(refused) refused")
  }

  /// The asset types of stored features, and beside them all that any rule joins to one of them.
  private func usedTypes(_ network: UtilityNetwork) -> [Kind] {
    var ids: Set<AssetTypeID> = []
    for table in network.tables {
      ids.formUnion((0..<table.count).compactMap { table.assetTypeID(of: $0) })
    }
    for rule in network.rules where rule.kind == .junctionEdge {
      if ids.contains(rule.to.assetType) { ids.insert(rule.from.assetType) }
    }
    // In a fixed order, so that the same are tried each time.
    let ordered = ids.sorted {
      ($0.sourceID, $0.assetGroup, $0.assetType) < ($1.sourceID, $1.assetGroup, $1.assetType)
    }
    return ordered.compactMap { id in
      guard let type = network.assetType(id) else { return nil }
      return Kind(
        id: id,
        isJunction: type.source.elementKind == .junction,
        connects: [.device, .junction, .line, .structureJunction, .structureLine]
          .contains(type.source.usage),
        policy: type.type.connectivityPolicy
      )
    }
  }

  private func decide(_ edited: Kind, _ candidate: Kind, _ database: Database) throws -> Bool {
    guard edited.connects && candidate.connects else { return false }
    if !edited.isJunction && !candidate.isJunction { return edited.id == candidate.id }
    if edited.isJunction && candidate.isJunction { return false }
    let junction = edited.isJunction ? edited.id : candidate.id
    let line = edited.isJunction ? candidate.id : edited.id
    func type(_ side: String, is id: AssetTypeID) -> String {
      "(\(side)NETWORKSOURCEID, \(side)ASSETGROUP, \(side)ASSETTYPE)"
        + " = (\(id.sourceID), \(id.assetGroup), \(id.assetType))"
    }
    let sql = """
      SELECT EXISTS (SELECT 1 FROM un_rules WHERE
        RULETYPE = 4 AND (\(type("FROM", is: junction)) AND \(type("TO", is: line))
          OR \(type("FROM", is: line)) AND \(type("TO", is: junction)))
        OR RULETYPE = 5 AND \(type("VIA", is: junction))
          AND (\(type("FROM", is: line)) OR \(type("TO", is: line))))
      """
    return try Bool.fetchOne(database, sql: sql) ?? false
  }

  private func oneOfEach(_ kinds: [Kind], _ network: UtilityNetwork) throws -> UtilityNetwork {
    var tables: [Int: FeatureTable] = [:]
    for (number, kind) in kinds.enumerated() {
      let source = try #require(network.assetType(kind.id)?.source)
      let start = Coordinate(x: Double(number) * 100, y: 0)
      let geometry: Geometry? =
        switch source.usage.geometryType {
        case .point: .point(Point(start))
        case .lineString:
          .lineString(
            try LineString([start, Coordinate(start.x + 5, 1), Coordinate(start.x + 9, 0)])
          )
        default: nil
        }
      var table = tables[source.sourceID] ?? FeatureTable(source)
      let id = GlobalID(high: 1, low: UInt64(number))
      table.append(Feature(number + 1, kind.id, id, geometry))
      tables[source.sourceID] = table
    }
    return try UtilityNetwork(network.definition, Array(tables.values), rules: network.rules)
  }
}
