import GeoSnap
import GeoSnapTestSupport

enum NetworkJob: String, CaseIterable {
  case associations, snapRules
}

struct NetworkBench {
  private let index: NetworkIndex
  private let snappers: [RuledSnapper]
  private let places: [Coordinate]
  private let queries: Int

  private static let tolerance = 2.0
  private static let reach = 100.0

  private struct RuledSnapper {
    let snapper: Snapper
    let role: SnapRole
    let bruteForce: BruteForceSnapper
  }

  init(_ index: NetworkIndex, queries: Int) throws {
    self.index = index
    let network = index.network.base
    snappers = try NetworkBench.editedTypes(network).map { [index] type in
      let rules = try SnapRules(for: type, in: network)
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
      return RuledSnapper(
        snapper: Snapper(index, settings: settings, rules: rules),
        role: rules.elementKind == .junction ? .point : .lineEnd,
        bruteForce: BruteForceSnapper(network, editing: type)
      )
    }
    places = NetworkBench.places(in: network, count: queries)
    self.queries = places.isEmpty || snappers.isEmpty ? 0 : queries
    guard self.queries > 0 else {
      throw BenchError("The network has no features that rules speak of.")
    }
  }

  /// The asset types with most features in each source that connects by place.
  private static func editedTypes(_ network: UtilityNetwork) -> [AssetTypeID] {
    network.tables.flatMap { table -> [AssetTypeID] in
      var counts: [AssetTypeID: Int] = [:]
      for row in 0..<table.count {
        guard let id = table.assetTypeID(of: row),
          network.assetType(id)?.source.usage.connectsByGeometry == true
        else { continue }
        counts[id, default: 0] += 1
      }
      return counts.sorted { ($0.value, $1.key.assetType) > ($1.value, $0.key.assetType) }
        .prefix(2).map(\.key)
    }
  }

  /// Places within 1.5 units of features, in random order.
  private static func places(in network: UtilityNetwork, count: Int) -> [Coordinate] {
    let paths = network.tables.flatMap(\.geometries).flatMap { $0?.paths ?? [] }
    guard !paths.isEmpty else { return [] }
    var random = SeededGenerator(seed: Workload.seed)
    return (0..<count).map { _ in
      let path = paths[random.below(paths.count)]
      let start = path[random.below(max(path.count - 1, 1))]
      return Coordinate(
        x: start.x + 3 * random.uniform() - 1.5,
        y: start.y + 3 * random.uniform() - 1.5
      )
    }
  }

  func contest(_ job: NetworkJob) -> Contest {
    let bruteQueries = min(queries, 100)
    let runs =
      switch job {
      case .associations: (associations, associationsByBruteForce)
      case .snapRules: (snapRules, snapRulesByBruteForce)
      }
    let rival = Contender(
      engine: "brute-force",
      operations: bruteQueries,
      note: "first \(bruteQueries) queries only",
      run: runs.1
    )
    return Contest(
      job: job.rawValue,
      contenders: [Contender(operations: queries, run: runs.0), rival]
    )
  }

  var featureCount: Int { index.network.base.featureCount }

  // MARK: Jobs

  private func associations(_ count: Int) -> Checksum {
    var checksum = Checksum()
    var found: [Int32] = []
    for query in 0..<count {
      found.removeAll(keepingCapacity: true)
      index.collectAssociations(
        in: Envelope(around: places[query], radius: Self.reach),
        into: &found
      )
      checksum.hits += found.count
      for position in found { checksum.sumIDs += Int64(position) }
    }
    return checksum
  }

  private func associationsByBruteForce(_ count: Int) -> Checksum {
    let network = index.network.base
    var checksum = Checksum()
    for query in 0..<count {
      let extent = Envelope(around: places[query], radius: Self.reach)
      for (position, association) in network.associations.enumerated() {
        guard let line = network.geometry(of: association),
          line.coordinates.allSatisfy({ extent.contains($0) })
        else { continue }
        checksum.hits += 1
        checksum.sumIDs += Int64(position)
      }
    }
    return checksum
  }

  private func snapRules(_ count: Int) -> Checksum {
    Checksum(count) { query in
      let ruled = snappers[query % snappers.count]
      let match = try? ruled.snapper.snap(
        at: places[query],
        tolerance: Self.tolerance,
        role: ruled.role
      )
      return match.map { ($0.place.distance, $0.place.location) }
    }
  }

  private func snapRulesByBruteForce(_ count: Int) -> Checksum {
    Checksum(count) { query in
      snappers[query % snappers.count].bruteForce.snap(at: places[query], tolerance: Self.tolerance)
    }
  }
}

/// Snaps by examining every place of every feature by the list of rules: slow, and simple enough to be trusted.
struct BruteForceSnapper {
  private let network: UtilityNetwork
  private let partners: Set<AssetTypeID>

  init(_ network: UtilityNetwork, editing edited: AssetTypeID) {
    self.network = network
    let isJunction = network.assetType(edited)?.source.elementKind == .junction
    var partners: Set<AssetTypeID> = isJunction ? [] : [edited]
    for rule in network.rules {
      let pairs: [(NetworkRule.Side, NetworkRule.Side)] =
        switch rule.kind {
        case .junctionEdge: [(rule.from, rule.to)]
        case .edgeJunctionEdge: rule.via.map { [($0, rule.from), ($0, rule.to)] } ?? []
        default: []
        }
      for (one, other) in pairs {
        if one.assetType == edited { partners.insert(other.assetType) }
        if other.assetType == edited { partners.insert(one.assetType) }
      }
    }
    // Two junctions never join, and two lines only when they are of one type.
    self.partners = partners.filter { partner in
      let isPartnerJunction = network.assetType(partner)?.source.elementKind == .junction
      return partner == edited ? !isJunction : isPartnerJunction != isJunction
    }
  }

  func snap(at place: Coordinate, tolerance: Double) -> (distance: Double, location: Coordinate)? {
    var best: (isVertex: Bool, squaredDistance: Double, location: Coordinate)?
    func consider(_ isVertex: Bool, _ squaredDistance: Double, _ location: Coordinate) {
      guard squaredDistance.squareRoot() <= tolerance else { return }
      if let best {
        if best.isVertex && !isVertex { return }
        if best.isVertex == isVertex && best.squaredDistance <= squaredDistance { return }
      }
      best = (isVertex, squaredDistance, location)
    }
    for table in network.tables {
      for row in 0..<table.count {
        guard let id = table.assetTypeID(of: row), partners.contains(id),
          let type = network.assetType(id)
        else { continue }
        let isAnyVertex =
          type.source.elementKind == .junction || type.type.connectivityPolicy == .anyVertex
        for path in table.geometries[row]?.paths ?? [] {
          for vertex in 0..<path.count
          where isAnyVertex || vertex == 0 || vertex == path.count - 1 {
            consider(true, path[vertex].squaredDistance(to: place), path[vertex])
          }
          guard isAnyVertex else { continue }
          for vertex in 0..<path.count - 1 {
            let segment = Segment(path[vertex], path[vertex + 1])
            consider(
              false,
              segment.squaredDistance(to: place),
              segment.coordinate(atFraction: segment.fraction(closestTo: place))
            )
          }
        }
      }
    }
    return best.map { ($0.squaredDistance.squareRoot(), $0.location) }
  }
}
