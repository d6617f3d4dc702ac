import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Traces after edits against brute force")
struct TraceEditedOracleTests {
  @Test("A network that was edited and packed anew is traced like one that was built so")
  func rebased() throws {
    var (edits, found) = (0, 0)
    let rounds: UInt64 = Extent.count(12, long: 100, full: 5000)
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
