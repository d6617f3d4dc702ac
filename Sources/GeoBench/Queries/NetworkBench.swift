import GeoSnap
import GeoSnapTestSupport

enum NetworkJob: String, CaseIterable {
  /// The associations whose two ends are in a rectangle of 200 x 200 units.
  case associations
  /// The snap place within 2 units, with the rules for one of several asset types in force.
  case snapRules
}

/// The product on a network, compared with brute force over the same network.
struct NetworkBench {
  private let index: NetworkIndex
  private let snappers: [RuledSnapper]
  private let places: [Coordinate]
  private let queries: Int

  private static let tolerance = 2.0
  private static let reach = 100.0

  /// A snapper for one asset type, with the data for brute force.
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
    let note = "first \(bruteQueries) queries only"
    switch job {
    case .associations:
      return Contest(
        job: job.rawValue,
        contenders: [
          Contender(engine: "geosnap", operations: queries, run: associations),
          Contender(
            engine: "brute-force",
            operations: bruteQueries,
            note: note,
            run: associationsByBruteForce
          ),
        ]
      )
    case .snapRules:
      return Contest(
        job: job.rawValue,
        contenders: [
          Contender(engine: "geosnap", operations: queries, run: snapRules),
          Contender(
            engine: "brute-force",
            operations: bruteQueries,
            note: note,
            run: snapRulesByBruteForce
          ),
        ]
      )
    }
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
    var checksum = Checksum()
    for query in 0..<count {
      let ruled = snappers[query % snappers.count]
      let match = try? ruled.snapper.snap(
        at: places[query],
        tolerance: Self.tolerance,
        role: ruled.role
      )
      if let match { checksum.add(match.place.distance, at: match.place.location) }
    }
    return checksum
  }

  private func snapRulesByBruteForce(_ count: Int) -> Checksum {
    var checksum = Checksum()
    for query in 0..<count {
      let ruled = snappers[query % snappers.count]
      let found = ruled.bruteForce.snap(at: places[query], tolerance: Self.tolerance)
      if let found { checksum.add(found.distance, at: found.location) }
    }
    return checksum
  }
}
