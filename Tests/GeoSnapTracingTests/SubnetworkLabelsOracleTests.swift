import GeoSnap
import GeoSnapTestSupport
import GeoSnapTracing
import Testing

@Suite("Labels of subnetworks, mended and computed anew")
struct SubnetworkLabelsOracleTests {
  /// So many at once, on as many cores as there are.
  private static let parts: UInt64 = 4

  @Test(
    "Labels that are mended after each of many edits are those computed anew",
    arguments: 0..<parts
  )
  func mended(part: UInt64) throws {
    var (edits, members, changed, kept) = (0, 0, 0, 0)
    let rounds: UInt64 = Extent.count(40, long: 800, full: 40_000)
    let seeds = RandomTrace.seeds(rounds).filter { $0 % Self.parts == part }
    for seed in seeds {
      var random = try RandomTrace(seed: seed, makes: network)
      let editor = NetworkEditor(random.network)
      var topology = random.topology
      var shapes = RandomEdits(random.network)
      // Some random tiers say what no trace can do.
      guard var labels = try? topology.subnetworkLabels(threads: 1) else { continue }
      // Several commits may come before anybody asks.
      var mending = LabelMending(labels)
      for step in 0..<random.generator.int(8...40) {
        let commit: NetworkCommit?
        if random.generator.oneIn(6) {
          commit = editor.undo()
        } else {
          let new = (0..<(random.generator.oneIn(4) ? 3 : 1)).compactMap { _ in
            random.generator.oneIn(2)
              ? try? shapes.next(editor.snapshot, &random.generator)
              : random.edit(editor.snapshot, edit)
          }
          commit = try? editor.commit(NetworkTransaction("", new))
        }
        guard let commit else { continue }
        try topology.apply(commit)
        mending.apply(commit, to: topology)
        edits += 1
        if random.generator.oneIn(3) { continue }
        guard let anew = try? topology.subnetworkLabels(threads: 1) else {
          #expect(throws: TraceError.self, "seed \(seed)") { try mending.mended(threads: 1) }
          break
        }
        let same = Set(labels.records.map(\.members))
        labels = try mending.mended(threads: 1)
        mending = LabelMending(labels)
        let report = try topology.subnetworks(threads: 1)
        #expect(
          try described(labels) == described(anew) && ofFeatures(labels) == ofFeatures(anew)
            && described(labels).map(\.members) == report.subnetworks.map(\.elements.features)
            && labels.disconnected() == report.disconnected,
          "seed \(seed), step \(step): \(commit.transaction.edits)"
        )
        members += report.subnetworks.reduce(0) { $0 + $1.elements.count }
        for record in labels.records {
          if same.contains(record.members) { kept += 1 } else { changed += 1 }
        }
      }
    }
    if RandomTrace.onlySeed == nil {
      #expect(
        edits > seeds.count * 5 && members > edits && changed > seeds.count && kept > changed,
        "\(edits) edits, \(members) members, \(changed) changed, \(kept) kept"
      )
    }
  }

  /// A network whose tiers ask for anything that tiers can ask for.
  private func network(_ generator: inout SeededGenerator) throws -> UtilityNetwork {
    var random = try RandomTraceNetwork(using: &generator, hasManyTiers: generator.oneIn(2))
    random.contain(using: &generator)
    let network = try random.network()
    let questions = RandomTraceParameters(Topology(network, tolerance: .millimetre))
    var definition = network.definition
    for tier in definition.domainNetworks[0].tiers.indices where generator.oneIn(2) {
      var configuration =
        questions.parameters(of: .subnetwork, using: &generator)?.configuration
        ?? TraceConfiguration()
      if generator.oneIn(3) { configuration.includesContainers = true }
      if generator.oneIn(3) { configuration.includesContent = true }
      if generator.oneIn(3) { configuration.includesStructures = true }
      if generator.oneIn(2) { configuration.includesUpToFirstSpatialContainer = true }
      definition.domainNetworks[0].tiers[tier].traceConfiguration = configuration
    }
    return try network.with(definition: definition)
  }

  private func edit(
    _ key: FeatureKey,
    _ edited: EditedNetwork,
    _ generator: inout SeededGenerator
  ) -> NetworkEdit? {
    func set(_ name: String, _ value: AttributeValue) -> NetworkEdit {
      .setAttributes(key, [name: value])
    }
    switch generator.int(0...9) {
    case 0: return set("PHASESCURRENT", .integer(Int64(generator.int(0...7))))
    case 1, 2:
      let tier = generator.pick(edited.base.definition.domainNetworks[0].tiers.map(\.name))
      let name = generator.pick(["S1", "S2", "S1 of \(tier)"])
      let tierName: AttributeValue = generator.oneIn(4) ? .null : .text(tier)
      return .setAttributes(key, ["SUBNETWORKCONTROLLERNAME": .text(name), "TIERNAME": tierName])
    case 3: return set("SUBNETWORKCONTROLLERNAME", .null)
    case 4: return set("CONTROLLERTERMINAL", .text("\(generator.int(1...7))"))
    case 5: return set("TERMINALCONFIGURATION", .text(generator.pick(["All", "Nothing", "Some"])))
    case 6:
      let name = generator.pick(["COST", "VOLTAGE", "LOAD", "FLAG"])
      return set(name, .integer(Int64(generator.int(0...9))))
    default: return .setStatus(key, &generator)
    }
  }

  /// What labels say of a subnetwork, but for its number.
  private struct Described: Equatable {
    let names: [String]
    let controllers: [SubnetworkController]
    let functions: [TraceFunctionOutput]
    let warnings: [TraceWarning]
    let members: [FeatureID]
    let border: [Int32]
  }

  private func described(_ labels: SubnetworkLabels) -> [Described] {
    labels.records.map { record in
      let subnetwork = record.subnetwork
      return Described(
        names: names(subnetwork),
        controllers: subnetwork.controllers,
        functions: subnetwork.functions,
        warnings: subnetwork.warnings,
        members: labels.members(of: subnetwork),
        border: record.border
      )
    }
  }

  private func names(_ subnetwork: SubnetworkLabels.Subnetwork) -> [String] {
    [subnetwork.domainNetworkName, subnetwork.tierName, subnetwork.name]
  }

  /// For each feature ever there its subnetworks, in order.
  private func ofFeatures(_ labels: SubnetworkLabels) -> [[[String]]] {
    let network = labels.topology.network
    return (0..<Int32(network.ordinalLimit)).map { ordinal in
      labels.subnetworks(of: network.feature(ordinal: ordinal)).map(names)
    }
  }
}
