import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The state of a network")
struct NetworkStateTests {
  @Test("After random edits index, scene and topology answer as those of the network packed anew")
  func takesOverCommits() throws {
    var applied = 0
    let rounds: UInt64 = Extent.count(6, long: 60, full: 1_000)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork.network(using: &generator)
      let editor = NetworkEditor(network)
      var state = try NetworkState(network)
      var edits = RandomEdits(network)
      for step in 0..<20 {
        let edit = try edits.next(editor.snapshot, &generator)
        guard let commit = try? editor.commit(NetworkTransaction("", [edit])) else { continue }
        try state.apply(commit)
        applied += 1
        if step % 5 == 4 { try check(state, "seed \(seed), step \(step): \(edit)") }
      }
      while let commit = editor.undo() { try state.apply(commit) }
      try check(state, "seed \(seed), all undone")
    }
    #expect(applied > 5 * Int(rounds))
  }

  @Test("A preview answers for edits that nobody has committed, and leaves the state as it is")
  func previews() throws {
    let network = try GasFixture.network()
    let state = try NetworkState(network)
    let points = network.tables.firstIndex { $0.geometryType == .point && $0.count > 0 }
    let table = try #require(points)
    let feature = FeatureID(table: table, row: 0)
    let id = try #require(network.tables[table].globalIDs[0])
    let far = Coordinate(x: 5_000, y: 5_000)
    let place = Geometry.point(Point(far, srid: network.srid))
    let move = NetworkTransaction("Move", [.setGeometry(.globalID(id), place)])
    let preview = try state.previewing(move)
    #expect(hits(preview, far) == [feature])
    #expect(hits(state, far).isEmpty)
    #expect(preview.topology.network.geometry(of: feature)?.envelope?.minX == 5_000)
    #expect(preview.scene.network.geometry(of: feature)?.envelope?.minX == 5_000)
    // The state that was previewed from still takes over the next commit.
    var next = state
    try next.apply(NetworkEditor(network).commit(NetworkTransaction("Nothing", [])))
    #expect(hits(next, far).isEmpty)
    let unknown = NetworkTransaction("None", [.deleteFeature(.globalID(GlobalID(high: 1, low: 2)))])
    #expect(throws: TransactionError.self) { try state.previewing(unknown) }
  }

  @Test("Labels of subnetworks are made when asked for, and mended after commits for each state")
  func labels() throws {
    let network = try controlled(GasFixture.network())
    let editor = NetworkEditor(network)
    var state = try NetworkState(network)
    #expect(!state.hasSubnetworkLabels)
    let first = try state.subnetworkLabels()
    #expect(state.hasSubnetworkLabels && !first.subnetworks.isEmpty)
    let before = state
    var edits = RandomEdits(network)
    var generator = SeededGenerator(seed: 1)
    var applied = 0
    for step in 0..<20 {
      let edit = try edits.next(editor.snapshot, &generator)
      guard let commit = try? editor.commit(NetworkTransaction("", [edit])) else { continue }
      try state.apply(commit)
      applied += 1
      // Copies share what one of them has traced.
      let copy = state
      #expect(try copy.subnetworkLabels().subnetworks == state.subnetworkLabels().subnetworks)
      try expectLabels(state, "step \(step): \(edit)")
    }
    #expect(applied > 5)
    #expect(try members(state.subnetworkLabels()) != members(first))
    #expect(try members(before.subnetworkLabels()) == members(first))
    while let commit = editor.undo() { try state.apply(commit) }
    try expectLabels(state, "all undone")
  }

  /// The network with a tier, and each device a controller of one of two subnetworks.
  private func controlled(_ network: UtilityNetwork) throws -> UtilityNetwork {
    var definition = network.definition
    definition.domainNetworks[1].tiers = [Tier(id: 1, name: "Supply", rank: 1, topology: .mesh)]
    var tables = network.tables
    let device = try #require(tables.firstIndex { $0.sourceID == GasFixture.deviceSource })
    var features = tables[device].features
    for row in features.indices { features[row].attributes.append(.text("Supply \(row % 2)")) }
    let name = AttributeField("SUBNETWORKCONTROLLERNAME", .text)
    tables[device] = tables[device].holding(features, adding: [name])
    return try network.with(definition: definition, tables: tables)
  }

  private func members(_ labels: SubnetworkLabels) -> [[FeatureID]] {
    labels.subnetworks.map { labels.members(of: $0) }
  }

  private func expectLabels(_ state: NetworkState, _ place: Comment) throws {
    let (labels, anew) = (try state.subnetworkLabels(), try state.topology.subnetworkLabels())
    #expect(labels.subnetworks.map(\.name) == anew.subnetworks.map(\.name), place)
    #expect(members(labels) == members(anew), place)
    #expect(try labels.disconnected() == anew.disconnected(), place)
  }

  private func hits(_ state: NetworkState, _ place: Coordinate) -> [FeatureID] {
    state.index.identify(IdentifyRequest(at: place, tolerance: 1)).map(\.feature)
  }

  private func check(_ state: NetworkState, _ place: String) throws {
    let anew = try NetworkState(state.network.rebased())
    #expect(names(state.network) == names(anew.network), "\(place)")
    #expect(connected(state) == connected(anew), "\(place)")
    for x in 0..<4 {
      for y in 0..<4 {
        let request = IdentifyRequest(at: Coordinate(x: Double(x), y: Double(y)), tolerance: 0.6)
        let (one, other) = (state.index.identify(request), anew.index.identify(request))
        #expect(
          one.map { state.network.globalID(of: $0.feature) }
            == other.map { anew.network.globalID(of: $0.feature) },
          "\(place) at \(x), \(y)"
        )
      }
    }
    #expect(state.scene.network.featureCount == anew.network.featureCount, "\(place)")
  }

  private func names(_ network: EditedNetwork) -> Set<String> {
    var names: Set<String> = []
    network.forEachFeature { names.insert("\($0.table) \(network.rowID(of: $0) ?? -1)") }
    return names
  }

  /// For each feature that is a node what its first node is connected with.
  private func connected(_ state: NetworkState) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    state.network.forEachFeature { feature in
      guard let node = state.topology.nodes(of: feature).first else { return }
      let nodes = state.topology.connectedNodes(from: node)
      found["\(feature.table) \(state.network.rowID(of: feature) ?? -1)"] = Set(
        nodes.compactMap { state.topology.feature(ofNode: Int($0)) }
          .map { "\($0.table) \(state.network.rowID(of: $0) ?? -1)" }
      )
    }
    return found
  }
}
