import Foundation
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
      var generator = SeededGenerator(seed: seed)
      let network = try RandomTraceNetwork(using: &generator).network()
      let editor = NetworkEditor(network)
      for _ in 0..<generator.int(1...12) {
        guard let edit = edit(editor.snapshot, network, &generator) else { continue }
        if (try? editor.commit(NetworkTransaction("edit", [edit]))) != nil { edits += 1 }
      }
      let topology = Topology(editor.snapshot.rebased(), tolerance: .millimetre)
      let anew = Topology(try built(editor.snapshot), tolerance: .millimetre)
      let questions = RandomTraceParameters(topology)
      for _ in 0..<3 {
        guard let parameters = questions.parameters(using: &generator) else { continue }
        let comparison = TraceComparison(topology, parameters)
        comparison.record(seed)
        found += comparison.foundCount > 1 ? 1 : 0
        // Rows are the same in both, and so are the names of features.
        #expect(answer(topology, parameters) == answer(anew, parameters), "seed \(seed)")
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
    var seeds = Array(stride(from: part, to: rounds, by: UInt64.Stride(Self.parts)))
    let one = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }
    if let one { seeds = one % Self.parts == part ? [one] : [] }
    for seed in seeds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomTraceNetwork(using: &generator).network()
      let editor = NetworkEditor(network)
      var topology = Topology(network, tolerance: .millimetre)
      var shapes = RandomEdits(network)
      for _ in 0..<generator.int(1...4) {
        for _ in 0..<generator.int(1...6) {
          let edit =
            generator.oneIn(2)
            ? try shapes.next(editor.snapshot, &generator)
            : edit(editor.snapshot, network, &generator)
          guard let edit, let commit = try? editor.commit(NetworkTransaction("", [edit])) else {
            continue
          }
          try topology.apply(commit)
          edits += 1
        }
        if generator.oneIn(4), let commit = editor.undo() { try topology.apply(commit) }
        let anew = Topology(editor.snapshot.rebased(), tolerance: .millimetre)
        let questions = RandomTraceParameters(anew)
        for _ in 0..<3 {
          guard let parameters = questions.parameters(using: &generator) else { continue }
          TraceComparison(anew, parameters).record(seed)
          let expected = facts(anew, parameters)
          let own = facts(topology, moved(parameters, from: anew.network, to: topology.network))
          #expect(
            own == expected,
            "seed \(seed), -\(Set(own).subtracting(expected)) +\(Set(expected).subtracting(own))"
          )
          #expect(
            distancesAndWhy(
              topology,
              moved(parameters, from: anew.network, to: topology.network),
              seed
            )
              == distancesAndWhy(anew, parameters, seed),
            "seed \(seed)"
          )
          asked += 1
          found += expected.count > 1 ? 1 : 0
        }
        #expect(reports(topology) == reports(anew), "seed \(seed)")
      }
    }
    if one == nil {
      #expect(
        edits > seeds.count && found > asked / 3,
        "\(edits) edits, \(found) of \(asked) found"
      )
    }
  }

  /// The same question, with the features of another snapshot.
  private func moved(
    _ parameters: TraceParameters,
    from old: EditedNetwork,
    to new: EditedNetwork
  ) -> TraceParameters {
    func feature(_ feature: FeatureID) -> FeatureID {
      old.globalID(of: feature).flatMap { new.feature(globalID: $0) } ?? feature
    }
    func locations(_ locations: [TraceLocation]) -> [TraceLocation] {
      locations.map {
        var location = $0
        location.feature = feature($0.feature)
        return location
      }
    }
    var moved = parameters
    moved.starts = locations(parameters.starts)
    moved.barriers = locations(parameters.barriers)
    moved.filterBarriers = locations(parameters.filterBarriers)
    moved.assumptions.blocked = parameters.assumptions.blocked.map { feature($0) }
    moved.assumptions.unblocked = parameters.assumptions.unblocked.map { feature($0) }
    moved.assumptions.values = parameters.assumptions.values.map {
      var value = $0
      value.feature = feature($0.feature)
      return value
    }
    return moved
  }

  /// What a trace finds, by global ids and in an order that does not depend on numbers.
  private func facts(_ topology: Topology, _ parameters: TraceParameters) -> [String] {
    let network = topology.network
    func name(_ element: NetworkElement) -> String {
      "\(element.globalID) \(element.assetType) \(String(describing: element.terminal?.id)) "
        + "\(String(describing: element.positions))"
    }
    let result: TraceResult
    do throws(TraceError) {
      result = try topology.trace(parameters)
    } catch { return ["\(error.code)"] }
    var facts: [String] = []
    if parameters.type == .shortestPath {
      // Of ways that cost the same any may be found.
      return ["cost \(String(describing: result.cost))"]
    }
    facts += result.elements.map { "element \(name($0))" }
    // What is subtracted depends on which element comes first, and rows have other numbers here.
    facts += result.functions.filter { $0.function.function != .subtract }
      .map { "function \($0.function) \(rounded($0.value))" }
    facts += result.warnings.map { "warning \($0.code)" }
    facts += result.controllers.map {
      "controller \(String(describing: network.globalID(of: $0.feature))) \($0.terminal) "
        + "\($0.subnetworkName) \(String(describing: $0.tierName))"
    }
    facts += result.isolation?.boundary.map { "boundary \(name($0))" } ?? []
    facts += result.isolation?.needed.map { "needed \(name($0))" } ?? []
    facts += result.isolation?.region.map { "region \(name($0))" } ?? []
    facts += result.associations.map { "association \($0.globalID)" }
    return facts.sorted()
  }

  /// How far all is from the starts, and why a feature is reached from the first of them or not.
  private func distancesAndWhy(
    _ topology: Topology,
    _ parameters: TraceParameters,
    _ seed: UInt64
  ) -> [String] {
    let network = topology.network
    var facts: [String] = []
    do throws(TraceError) {
      facts += try topology.distances(
        from: parameters.starts,
        cost: "Cost",
        assuming: parameters.assumptions
      ).map { "\(network.globalID(of: $0.feature)?.description ?? "?") \(rounded($0.value))" }
    } catch { facts.append("\(error.code)") }
    let goals = network.base.tables.indices.flatMap { network.features(table: $0) }
      .filter { !topology.nodes(of: $0).isEmpty || !topology.edges(of: $0).isEmpty }
      .compactMap { network.globalID(of: $0) }.sorted { "\($0)" < "\($1)" }
    guard let start = parameters.starts.first, !goals.isEmpty,
      let goal = network.feature(globalID: goals[Int(seed) % goals.count])
    else { return facts.sorted() }
    do throws(TraceError) {
      let answer = try topology.why(
        from: start,
        to: TraceLocation(goal),
        assuming: parameters.assumptions
      )
      // Of ways that are as short any may be told, and they need not pass as many elements.
      facts.append("\(answer.isReached) \(answer.blockers.count)")
    } catch { facts.append("why \(error.code)") }
    return facts.sorted()
  }

  /// Sums may be made in another order.
  private func rounded(_ value: Double?) -> String {
    value.map { "\(($0 * 1e6).rounded() / 1e6)" } ?? "none"
  }

  /// Subnetworks and segments, in an order that does not depend on numbers.
  private func reports(_ topology: Topology) -> [String] {
    let network = topology.network
    func ids(_ features: [FeatureID]) -> String {
      features.map { network.globalID(of: $0)?.description ?? "?" }.sorted().joined(separator: " ")
    }
    var facts: [String] = []
    do throws(TraceError) {
      let report = try topology.subnetworks(threads: 1)
      facts += report.subnetworks.map { "\($0.name) \($0.tierName): \(ids($0.elements.features))" }
      facts.append("disconnected \(ids(report.disconnected))")
    } catch { facts.append("\(error.code)") }
    do throws(TraceError) {
      facts += try topology.isolationSegments().map {
        "segment \(ids($0.elements.features)) between \(ids($0.valves))"
      }
    } catch { facts.append("\(error.code)") }
    return facts.sorted()
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
    switch generator.int(0...9) {
    case 0: return .deleteFeature(key)
    case 1: return .setAssetType(key, assetGroup: 1, assetType: generator.int(1...7))
    case 2:
      let all = edited.associations
      return all.isEmpty ? nil : .deleteAssociation(all[generator.int(0...all.count - 1)].globalID)
    case 3: return .setAttributes(key, ["TERMINALCONFIGURATION": .text("All")])
    case 4, 5: return .setAttributes(key, ["PHASESCURRENT": .integer(Int64(generator.int(0...7)))])
    case 6: return .setAttributes(key, ["SUBNETWORKCONTROLLERNAME": .null])
    case 7: return .setAttributes(key, ["COST": .real(Double(generator.int(0...9)) / 4)])
    default:
      return .setAttributes(
        key,
        ["STATUS": generator.oneIn(4) ? .null : .integer(Int64(generator.int(0...1)))]
      )
    }
  }

  /// The network, each table made of its features one by one.
  private func built(_ edited: EditedNetwork) throws -> UtilityNetwork {
    var tables: [FeatureTable] = []
    for (index, old) in edited.base.tables.enumerated() {
      var table = FeatureTable(
        name: old.name,
        sourceID: old.sourceID,
        geometryType: old.geometryType,
        fields: old.fields
      )
      let features = edited.features(table: index).compactMap { edited.feature($0) }
      for feature in features.sorted(by: { $0.rowID < $1.rowID }) { table.append(feature) }
      tables.append(table)
    }
    return try UtilityNetwork(
      definition: edited.base.definition,
      srid: nil,
      tables: tables,
      associations: edited.associations,
      rules: edited.base.rules
    )
  }

  private func answer(_ topology: Topology, _ parameters: TraceParameters) -> [String] {
    do throws(TraceError) {
      let result = try topology.trace(parameters)
      return result.elements.map { "\($0)" } + result.stops.map { "\($0)" }
        + result.functions.map { "\($0)" }
    } catch { return ["\(error)"] }
  }
}
