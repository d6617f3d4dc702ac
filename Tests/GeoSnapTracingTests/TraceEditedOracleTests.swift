import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Traces after edits against brute force")
struct TraceEditedOracleTests {
  @Test("A network that was edited and packed anew is traced like one that was built so")
  func rebased() throws {
    var (edits, found) = (0, 0)
    let rounds: UInt64 = Extent.count(12, long: 100, full: 20_000)
    for seed in 0..<rounds {
      var random = try RandomTrace(seed: seed)
      let editor = NetworkEditor(random.network)
      for _ in 0..<random.generator.int(1...12) {
        guard let edit = random.edit(editor.snapshot, Self.edit) else { continue }
        if (try? editor.commit(NetworkTransaction("edit", [edit]))) != nil { edits += 1 }
      }
      let topology = Topology(editor.snapshot.rebased(), tolerance: .millimetre)
      let anew = Topology(try built(editor.snapshot), tolerance: .millimetre)
      let questions = RandomTraceParameters(topology)
      for _ in 0..<3 {
        guard let parameters = questions.parameters(using: &random.generator) else { continue }
        let comparison = TraceComparison(topology, parameters)
        comparison.record(seed)
        found += comparison.foundCount > 1 ? 1 : 0
        // Rows are the same in both, and so are the names of features.
        #expect(TraceAnswer(topology, parameters) == TraceAnswer(anew, parameters), "seed \(seed)")
      }
    }
    #expect(edits > Int(rounds) && found > Int(rounds) / 2, "\(edits) edits, \(found) found")
  }

  /// So many at once, on as many cores as there are.
  private static let parts: UInt64 = 4

  @Test(
    "A network with edits is traced like one packed anew, and that as brute force does",
    arguments: 0..<parts
  )
  func asItStands(part: UInt64) throws {
    var (edits, found, asked) = (0, 0, 0)
    let rounds: UInt64 = Extent.count(16, long: 400, full: 20_000)
    let seeds = RandomTrace.seeds(rounds).filter { $0 % Self.parts == part }
    for seed in seeds {
      var random = try RandomTrace(seed: seed)
      var topology = random.topology
      let editor = NetworkEditor(random.network)
      var shapes = RandomEdits(random.network)
      for _ in 0..<random.generator.int(1...4) {
        for _ in 0..<random.generator.int(1...6) {
          let edit =
            random.generator.oneIn(2)
            ? try shapes.next(editor.snapshot, &random.generator)
            : random.edit(editor.snapshot, Self.edit)
          guard let edit, let commit = try? editor.commit(NetworkTransaction("", [edit])) else {
            continue
          }
          try topology.apply(commit)
          edits += 1
        }
        if random.generator.oneIn(4), let commit = editor.undo() { try topology.apply(commit) }
        let anew = Topology(editor.snapshot.rebased(), tolerance: .millimetre)
        let questions = RandomTraceParameters(anew)
        for _ in 0..<3 {
          guard let parameters = questions.parameters(using: &random.generator) else { continue }
          TraceComparison(anew, parameters).record(seed)
          let moved = moved(parameters, from: anew.network, to: topology.network)
          let expected = facts(anew, parameters)
          let own = facts(topology, moved)
          #expect(
            own == expected,
            "seed \(seed), -\(Set(own).subtracting(expected)) +\(Set(expected).subtracting(own))"
          )
          #expect(
            distancesAndWhy(topology, moved, seed) == distancesAndWhy(anew, parameters, seed),
            "seed \(seed)"
          )
          asked += 1
          found += expected.count > 1 ? 1 : 0
        }
        #expect(reports(topology) == reports(anew), "seed \(seed)")
      }
    }
    let text: Comment = "\(edits) edits, \(found) of \(asked) found"
    if RandomTrace.onlySeed == nil { #expect(edits > seeds.count && found > asked / 3, text) }
  }

  /// The same question, with the features of another snapshot.
  private func moved(
    _ parameters: TraceParameters,
    from old: EditedNetwork,
    to new: EditedNetwork
  ) -> TraceParameters {
    func move(_ feature: inout FeatureID) {
      feature = old.globalID(of: feature).flatMap { new.feature(globalID: $0) } ?? feature
    }
    var moved = parameters
    for path in [\TraceParameters.starts, \.barriers, \.filterBarriers] {
      for number in moved[keyPath: path].indices { move(&moved[keyPath: path][number].feature) }
    }
    for number in moved.assumptions.blocked.indices { move(&moved.assumptions.blocked[number]) }
    for number in moved.assumptions.unblocked.indices { move(&moved.assumptions.unblocked[number]) }
    for number in moved.assumptions.values.indices {
      move(&moved.assumptions.values[number].feature)
    }
    return moved
  }

  /// What a trace finds, by global ids and in an order that does not depend on numbers.
  private func facts(_ topology: Topology, _ parameters: TraceParameters) -> [String] {
    let network = topology.network
    func names(_ what: String, _ elements: some Sequence<NetworkElement>) -> [String] {
      elements.map {
        "\(what) \($0.globalID) \($0.assetType) \($0.terminal?.id ?? 0) "
          + "\(String(describing: $0.positions))"
      }
    }
    let result: TraceResult
    do throws(TraceError) {
      result = try topology.trace(parameters)
    } catch { return ["\(error.code)"] }
    // Of ways that cost the same any may be found.
    if parameters.type == .shortestPath { return ["cost \(String(describing: result.cost))"] }
    var facts = names("element", result.elements)
    // What is subtracted depends on which element comes first, and rows have other numbers here.
    facts += result.functions.filter { $0.function.function != .subtract }
      .map { "function \($0.function) \(rounded($0.value))" }
    facts += result.warnings.map { "warning \($0.code)" }
    facts += result.controllers.map {
      "controller \(name($0.feature, network)) \($0.terminal) \($0.subnetworkName) "
        + "\($0.tierName ?? "")"
    }
    if let isolation = result.isolation {
      facts += names("boundary", isolation.boundary) + names("needed", isolation.needed)
      facts += names("region", isolation.region)
    }
    return (facts + result.associations.map { "association \($0.globalID)" }).sorted()
  }

  /// How far all is from the starts, and why a feature is reached from the first of them or not.
  private func distancesAndWhy(
    _ topology: Topology,
    _ parameters: TraceParameters,
    _ seed: UInt64
  ) -> [String] {
    let network = topology.network
    let assumptions = parameters.assumptions
    var facts = facts {
      try topology.distances(from: parameters.starts, cost: "Cost", assuming: assumptions)
        .map { "\(name($0.feature, network)) \(rounded($0.value))" }
    }
    let goals = network.base.tables.indices.flatMap { network.features(table: $0) }
      .filter { !topology.nodes(of: $0).isEmpty || !topology.edges(of: $0).isEmpty }
      .compactMap { network.globalID(of: $0) }.sorted { "\($0)" < "\($1)" }
    guard let start = parameters.starts.first, !goals.isEmpty,
      let goal = network.feature(globalID: goals[Int(seed) % goals.count])
    else { return facts }
    facts += self.facts {
      let answer = try topology.why(from: start, to: TraceLocation(goal), assuming: assumptions)
      // Of equally short paths any may be returned, and their numbers of elements may differ.
      return ["why \(answer.isReached) \(answer.blockers.count)"]
    }
    return facts
  }

  /// The facts in order, or the code of the error.
  private func facts(_ body: () throws -> [String]) -> [String] {
    do { return try body().sorted() } catch {
      return ["\((error as? TraceError).map { "\($0.code)" } ?? "\(error)")"]
    }
  }

  private func name(_ feature: FeatureID, _ network: EditedNetwork) -> String {
    network.globalID(of: feature)?.description ?? "?"
  }

  /// Sums may be made in another order.
  private func rounded(_ value: Double?) -> String {
    value.map { "\(($0 * 1e6).rounded() / 1e6)" } ?? "none"
  }

  /// Subnetworks and segments, in an order that does not depend on numbers.
  private func reports(_ topology: Topology) -> [String] {
    func ids(_ features: [FeatureID]) -> String {
      features.map { name($0, topology.network) }.sorted().joined(separator: " ")
    }
    return facts {
      let report = try topology.subnetworks(threads: 1)
      return report.subnetworks.map { "\($0.name) \($0.tierName): \(ids($0.elements.features))" }
        + ["disconnected \(ids(report.disconnected))"]
    }
      + facts {
        try topology.isolationSegments().map {
          "segment \(ids($0.elements.features)) between \(ids($0.valves))"
        }
      }
  }

  private static func edit(
    _ key: FeatureKey,
    _ edited: EditedNetwork,
    _ generator: inout SeededGenerator
  ) -> NetworkEdit? {
    switch generator.int(0...9) {
    case 0: return .deleteFeature(key)
    case 1: return .setAssetType(key, assetGroup: 1, assetType: generator.int(1...7))
    case 2:
      let all = edited.associations
      return all.isEmpty ? nil : .deleteAssociation(generator.pick(Array(all)).globalID)
    case 3: return .setAttributes(key, ["TERMINALCONFIGURATION": .text("All")])
    case 4, 5: return .setAttributes(key, ["PHASESCURRENT": .integer(Int64(generator.int(0...7)))])
    case 6: return .setAttributes(key, ["SUBNETWORKCONTROLLERNAME": .null])
    case 7: return .setAttributes(key, ["COST": .real(Double(generator.int(0...9)) / 4)])
    default: return .setStatus(key, &generator)
    }
  }

  /// The network, each table made of its features one by one.
  private func built(_ edited: EditedNetwork) throws -> UtilityNetwork {
    let tables = edited.base.tables.enumerated().map { index, old in
      let features = edited.features(table: index).compactMap { edited.feature($0) }
      return old.holding(features.sorted { $0.rowID < $1.rowID })
    }
    return try edited.base.with(tables: tables, associations: Array(edited.associations))
  }
}

extension RandomTrace {
  mutating func edit(
    _ edited: EditedNetwork,
    _ edit: (FeatureKey, EditedNetwork, inout SeededGenerator) -> NetworkEdit?
  ) -> NetworkEdit? {
    let features = edited.features(table: generator.int(0...edited.base.tables.count - 1))
    guard !features.isEmpty, let id = edited.globalID(of: generator.pick(features)) else {
      return nil
    }
    return edit(.globalID(id), edited, &generator)
  }
}

extension NetworkEdit {
  static func setStatus(_ key: FeatureKey, _ generator: inout SeededGenerator) -> NetworkEdit {
    let status: AttributeValue =
      generator.oneIn(4) ? .null : .integer(Int64(generator.int(0...1)))
    return .setAttributes(key, ["STATUS": status])
  }
}
