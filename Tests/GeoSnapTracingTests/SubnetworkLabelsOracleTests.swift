import Foundation
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
    var seeds = Array(stride(from: part, to: rounds, by: UInt64.Stride(Self.parts)))
    let one = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    if let one { seeds = one % Self.parts == part ? [one] : [] }
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let network = try self.network(&generator)
      let editor = NetworkEditor(network)
      var topology = Topology(network, tolerance: .millimetre)
      var shapes = RandomEdits(network)
      // Some random tiers say what no trace can do.
      guard var labels = try? topology.subnetworkLabels(threads: 1) else { continue }
      // Several commits may come before anybody asks.
      var mending = LabelMending(labels)
      for step in 0..<generator.int(8...40) {
        let commit: NetworkCommit?
        if generator.oneIn(6) {
          commit = editor.undo()
        } else {
          let new = (0..<(generator.oneIn(4) ? 3 : 1)).compactMap { _ in
            generator.oneIn(2)
              ? try? shapes.next(editor.snapshot, &generator)
              : edit(editor.snapshot, network, &generator)
          }
          commit = try? editor.commit(NetworkTransaction("", new))
        }
        guard let commit else { continue }
        try topology.apply(commit)
        mending.apply(commit, to: topology)
        edits += 1
        if generator.oneIn(3) { continue }
        guard let anew = try? topology.subnetworkLabels(threads: 1) else {
          #expect(throws: TraceError.self, "seed \(seed)") { try mending.mended(threads: 1) }
          break
        }
        let before = labels
        labels = try mending.mended(threads: 1)
        mending = LabelMending(labels)
        let place: Comment = "seed \(seed), step \(step): \(commit.transaction.edits)"
        #expect(described(labels) == described(anew), place)
        #expect(ofFeatures(labels) == ofFeatures(anew), place)
        let report = try topology.subnetworks(threads: 1)
        #expect(
          described(labels).map(\.members) == report.subnetworks.map(\.elements.features),
          place
        )
        #expect(try labels.disconnected() == report.disconnected, place)
        members += report.subnetworks.reduce(0) { $0 + $1.elements.count }
        let same = Set(before.records.map(\.members))
        for record in labels.records {
          if same.contains(record.members) { kept += 1 } else { changed += 1 }
        }
      }
    }
    if one == nil {
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
    return try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: network.tables,
      associations: network.associations,
      rules: network.rules
    )
  }

  private func edit(
    _ edited: EditedNetwork,
    _ base: UtilityNetwork,
    _ generator: inout SeededGenerator
  ) -> NetworkEdit? {
    let table = generator.int(0...base.tables.count - 1)
    let features = edited.features(table: table)
    guard !features.isEmpty else { return nil }
    let feature = features[generator.int(0...features.count - 1)]
    guard let id = edited.globalID(of: feature) else { return nil }
    let key = FeatureKey.globalID(id)
    let tiers = base.definition.domainNetworks[0].tiers.map(\.name)
    switch generator.int(0...9) {
    case 0: return .setAttributes(key, ["PHASESCURRENT": .integer(Int64(generator.int(0...7)))])
    case 1, 2:
      let tier = tiers[generator.int(0...tiers.count - 1)]
      return .setAttributes(
        key,
        [
          "SUBNETWORKCONTROLLERNAME": .text(["S1", "S2", "S1 of \(tier)"][generator.int(0...2)]),
          "TIERNAME": generator.oneIn(4) ? .null : .text(tier),
        ]
      )
    case 3: return .setAttributes(key, ["SUBNETWORKCONTROLLERNAME": .null])
    case 4:
      return .setAttributes(key, ["CONTROLLERTERMINAL": .text("\(generator.int(1...7))")])
    case 5:
      return .setAttributes(
        key,
        ["TERMINALCONFIGURATION": .text(["All", "Nothing", "Some"][generator.int(0...2)])]
      )
    case 6:
      let number = ["COST", "VOLTAGE", "LOAD", "FLAG"][generator.int(0...3)]
      return .setAttributes(key, [number: .integer(Int64(generator.int(0...9)))])
    default:
      return .setAttributes(
        key,
        ["STATUS": generator.oneIn(4) ? .null : .integer(Int64(generator.int(0...1)))]
      )
    }
  }

  // MARK: Comparing

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
