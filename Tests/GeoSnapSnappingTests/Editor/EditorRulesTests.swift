import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("An edit's rules against brute force")
struct EditorRulesTests {
  private struct Place {
    var feature: FeatureID?
    let type: AssetTypeID
    let isJunction: Bool
    let isEnd: Bool
    let connects: Bool
    let coordinate: Coordinate

    init(
      _ feature: FeatureID?,
      _ type: AssetTypeID,
      _ entry: (source: NetworkSource, group: AssetGroup, type: AssetType),
      isEnd: Bool,
      _ coordinate: Coordinate
    ) {
      (self.feature, self.type, self.coordinate) = (feature, type, coordinate)
      isJunction = entry.source.elementKind == .junction
      self.isEnd = isJunction || isEnd
      connects = self.isEnd || entry.type.connectivityPolicy == .anyVertex
    }

    var order: (Int32, Int32) { feature.map { ($0.table, $0.row) } ?? (-1, -1) }
  }

  private struct Oracle {
    let network: UtilityNetwork
    private(set) var places: [Place] = []

    init(_ network: UtilityNetwork) {
      self.network = network
      for (number, table) in network.tables.enumerated() {
        for row in 0..<table.count {
          guard let id = table.assetTypeID(of: row), let geometry = table.geometries[row],
            let type = network.assetType(id), type.source.usage.connectsByGeometry
          else { continue }
          let feature = FeatureID(table: number, row: row)
          for path in geometry.paths {
            for index in 0..<path.count {
              let isEnd = index == 0 || index == path.count - 1
              places.append(Place(feature, id, type, isEnd: isEnd, path[index]))
            }
          }
        }
      }
    }

    func isDirect(_ junction: AssetTypeID, _ line: AssetTypeID) -> Bool {
      network.rules.contains {
        $0.kind == .junctionEdge
          && [[junction, line], [line, junction]].contains([$0.from.assetType, $0.to.assetType])
      }
    }

    private func between(_ junction: AssetTypeID) -> [NetworkRule] {
      network.rules.filter { $0.kind == .edgeJunctionEdge && $0.via?.assetType == junction }
    }

    func mayJoin(_ junction: AssetTypeID, _ line: AssetTypeID) -> Bool {
      isDirect(junction, line)
        || between(junction).contains { [$0.from.assetType, $0.to.assetType].contains(line) }
    }

    func mayMeet(_ one: AssetTypeID, _ other: AssetTypeID, _ junction: AssetTypeID) -> Bool {
      let triples = between(junction)
      return one == other || triples.isEmpty
        || triples.contains { Set([$0.from.assetType, $0.to.assetType]) == [one, other] }
        || isDirect(junction, one) && isDirect(junction, other)
    }

    func problems(_ edited: Place) -> [EditProblem.Code] {
      let here = places.filter { $0.coordinate == edited.coordinate }
      let hasJunction = here.contains { $0.isJunction }
      return here.compactMap { other -> EditProblem.Code? in
        if edited.isJunction && other.isJunction { return .stackedJunctions }
        if !edited.isJunction && !other.isJunction {
          if hasJunction { return nil }
          if edited.type != other.type {
            return edited.isEnd || edited.connects && other.connects ? .needsJunction : nil
          }
          if !edited.isEnd && !other.isEnd { return nil }
          return !edited.connects ? .innerVertex : !other.connects ? .endVertexOnly : nil
        }
        let (junction, line) =
          edited.isJunction ? (edited.type, other.type) : (other.type, edited.type)
        if !mayJoin(junction, line) { return .noRule }
        if !edited.connects { return .innerVertex }
        if !other.connects { return .endVertexOnly }
        let isExcluded = here.contains { third in
          !third.isJunction && third.connects && mayJoin(junction, third.type)
            && !mayMeet(line, third.type, junction)
            && (!edited.isJunction || third.order > other.order)
        }
        return isExcluded ? .noMeetingRule : nil
      }
    }
  }

  /// A network with many rules between its junctions and lines.
  private func dense(
    _ network: UtilityNetwork,
    _ generator: inout SeededGenerator
  ) throws -> UtilityNetwork {
    func types(_ kind: NetworkElementKind) -> [AssetTypeID] {
      network.definition.sources.filter { $0.usage.connectsByGeometry && $0.elementKind == kind }
        .flatMap(\.assetTypes)
    }
    let (junctions, lines) = (types(.junction), types(.edge))
    let rules = (100..<116).map { id in
      let junction = junctions[generator.int(0...junctions.count - 1)]
      let (one, other) = (
        lines[generator.int(0...lines.count - 1)], lines[generator.int(0...lines.count - 1)]
      )
      return generator.oneIn(2)
        ? NetworkRule.pair(id, junction, one) : .meeting(id, one, other, at: junction)
    }
    return try network.with(associations: [], rules: network.rules + rules)
  }

  @Test(
    "What must not share a place is found as by trying every vertex of every feature",
    arguments: 1...Extent.count(4, long: 12) as ClosedRange<UInt64>
  )
  func conflicts(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let network = try dense(RandomNetwork.make(size: 400, using: &generator), &generator)
    let oracle = Oracle(network)
    let editor = GeometryEditor(scene: SnapScene(try NetworkIndex(network)))
    let types = network.definition.sources.filter(\.usage.connectsByGeometry).flatMap(\.assetTypes)
    var found: [EditProblem.Code: Int] = [:]
    for number in 0..<300 {
      let type = types[generator.int(0...types.count - 1)]
      let table = try #require(network.table(sourceID: type.sourceID))
      let entry = try #require(network.assetType(type))
      let isJunction = entry.source.elementKind == .junction
      var places: [Coordinate] = []
      while places.count < (isJunction ? 1 : 3) {
        let place = oracle.places[generator.int(0...oracle.places.count - 1)].coordinate
        if !places.contains(place) { places.append(place) }
      }
      try editor.start(creatingIn: table, assetType: type)
      for place in places { try editor.appendVertex(at: place) }
      let problems = editor.problems()
      for (vertex, place) in places.enumerated() {
        let expected = oracle.problems(Place(nil, type, entry, isEnd: vertex != 1, place))
        let told = problems.filter { $0.vertex == vertex }.map(\.code)
        #expect(told == expected, "seed \(seed), feature \(number), vertex \(vertex)")
        for code in told { found[code, default: 0] += 1 }
      }
      try editor.cancel()
    }
    #expect(found.count >= 5, "seed \(seed): \(found)")
  }
}
