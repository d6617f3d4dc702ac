import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Questions and results of traces, written and read")
struct TraceCodingTests {
  private func encoder(_ network: any NetworkReading) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.userInfo[.network] = network
    encoder.outputFormatting = .sortedKeys
    return encoder
  }

  private func decoder(_ topology: Topology) -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.userInfo[.network] = topology.network
    decoder.userInfo[.topology] = topology
    return decoder
  }

  @Test("A question to a random network, and what it found, read back as they were")
  func random() throws {
    var (results, stops) = (0, 0)
    let rounds: UInt64 = Extent.count(40, long: 400, full: 4_000)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomTraceNetwork(using: &generator).network()
      let topology = Topology(network, tolerance: .millimetre)
      let anew = Topology(network, tolerance: .millimetre)
      let questions = RandomTraceParameters(topology)
      for _ in 0..<3 {
        guard var parameters = questions.parameters(using: &generator) else { continue }
        // The JSON of services has no form for conditions that always or never hold.
        guard let written = try? encoder(network).encode(parameters) else { continue }
        let read = try decoder(anew).decode(TraceParameters.self, from: written)
        #expect(try encoder(network).encode(read) == written, "seed \(seed)")
        #expect(read.starts == parameters.starts && read.barriers == parameters.barriers)
        parameters.configuration = read.configuration
        #expect(read == parameters, "seed \(seed)")
        guard let result = try? topology.trace(parameters) else { continue }
        try check(result, anew, seed)
        results += 1
        stops += result.stops.count
      }
    }
    #expect(results > Int(rounds) / 2 && stops > results, "\(results) results, \(stops) stops")
  }

  /// A result that was written, read for a topology that was built anew.
  private func check(_ result: TraceResult, _ anew: Topology, _ seed: UInt64) throws {
    let written = try encoder(result.topology.network).encode(result)
    let read = try decoder(anew).decode(TraceResult.self, from: written)
    #expect(Array(read.elements) == Array(result.elements), "seed \(seed)")
    #expect(read.elements.features == result.elements.features, "seed \(seed)")
    #expect(read.functions == result.functions, "seed \(seed)")
    #expect(read.warnings == result.warnings, "seed \(seed)")
    #expect(read.controllers == result.controllers, "seed \(seed)")
    #expect(read.stops == result.stops, "seed \(seed)")
    #expect(read.cost == result.cost, "seed \(seed)")
    #expect(read.isolation?.boundary == result.isolation?.boundary, "seed \(seed)")
    #expect(read.isolation?.needed == result.isolation?.needed, "seed \(seed)")
    #expect(
      read.isolation.map { Array($0.region) } == result.isolation.map { Array($0.region) },
      "seed \(seed)"
    )
    #expect(read.propagated.map(\.values) == result.propagated.map(\.values), "seed \(seed)")
    #expect(read.associations == result.associations, "seed \(seed)")
    #expect(try encoder(anew.network).encode(read) == written, "seed \(seed)")
  }

  @Test("Elements and stops are read for the network that userInfo names")
  func parts() throws {
    var generator = SeededGenerator(seed: 5)
    let network = try RandomTraceNetwork(using: &generator).network()
    let topology = Topology(network, tolerance: .millimetre)
    let start = try #require(
      topology.network.features(table: 0).first { !topology.nodes(of: $0).isEmpty }
    )
    let result = try topology.trace(
      TraceParameters(.connected, from: [TraceLocation(start)], configuration: TraceConfiguration())
    )
    let data = try encoder(network).encode(Array(result.elements))
    #expect(
      try decoder(topology).decode([NetworkElement].self, from: data) == Array(result.elements)
    )
    let stops = try encoder(network).encode(result.stops)
    #expect(try decoder(topology).decode([TraceStop].self, from: stops) == result.stops)
    // Without the network nobody knows what is meant.
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([NetworkElement].self, from: data)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        TraceResult.self,
        from: try encoder(network).encode(result)
      )
    }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(TraceLocation(start)) }
  }

  @Test("A result whose feature is deleted is not read, and says which is missing")
  func missing() throws {
    var generator = SeededGenerator(seed: 5)
    let network = try RandomTraceNetwork(using: &generator).network()
    let topology = Topology(network, tolerance: .millimetre)
    let start = try #require(
      topology.network.features(table: 0).first { !topology.nodes(of: $0).isEmpty }
    )
    let result = try topology.trace(
      TraceParameters(.connected, from: [TraceLocation(start)], configuration: TraceConfiguration())
    )
    let data = try encoder(network).encode(result)
    let key = try #require(network.key(of: start))
    var edited = topology
    try edited.apply(
      try topology.network.committing(NetworkTransaction("", [.deleteFeature(key)]))
    )
    let error = #expect(throws: DecodingError.self) {
      try decoder(edited).decode(TraceResult.self, from: data)
    }
    #expect("\(try #require(error))".contains("\(key)"))
  }

  @Test("Elements are grouped by asset type as they are by source")
  func groups() throws {
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomTraceNetwork(using: &generator).network()
      let topology = Topology(network, tolerance: .millimetre)
      let questions = RandomTraceParameters(topology)
      guard let parameters = questions.parameters(of: .connected, using: &generator),
        let result = try? topology.trace(parameters)
      else { continue }
      let groups = result.elements.featuresByAssetType
      let bySource = result.elements.featuresBySource.flatMap(\.features)
      #expect(Set(groups.flatMap(\.features)) == Set(bySource), "seed \(seed)")
      #expect(groups.reduce(0) { $0 + $1.features.count } == bySource.count, "seed \(seed)")
      for group in groups {
        #expect(group.features.allSatisfy { network.assetTypeID(of: $0) == group.assetType })
      }
    }
  }
}
