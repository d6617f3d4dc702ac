import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Questions and results of traces, written and read")
struct TraceCodingTests {
  private func encoded(_ value: some Encodable, _ network: any NetworkReading) throws -> Data {
    let encoder = JSONEncoder()
    encoder.userInfo[.network] = network
    encoder.outputFormatting = .sortedKeys
    return try encoder.encode(value)
  }

  private func decoded<Value: Decodable>(
    _ type: Value.Type,
    _ data: Data,
    _ topology: Topology
  ) throws -> Value {
    let decoder = JSONDecoder()
    decoder.userInfo[.network] = topology.network
    decoder.userInfo[.topology] = topology
    return try decoder.decode(type, from: data)
  }

  @Test("A question to a random network, and what it found, read back as they were")
  func random() throws {
    var (results, stops) = (0, 0)
    let rounds: UInt64 = Extent.count(40, long: 400, full: 4_000)
    for seed in 0..<rounds {
      var random = try RandomTrace(seed: seed)
      let (network, topology) = (random.network, random.topology)
      let anew = Topology(network, tolerance: .millimetre)
      for _ in 0..<3 {
        guard var parameters = random.question() else { continue }
        // The JSON of services has no form for conditions that always or never hold.
        guard let written = try? encoded(parameters, network) else { continue }
        let read = try decoded(TraceParameters.self, written, anew)
        #expect(try encoded(read, network) == written, "seed \(seed)")
        parameters.configuration = read.configuration
        #expect(read == parameters, "seed \(seed)")
        guard let result = try? topology.trace(parameters) else { continue }
        try check(result, anew, "seed \(seed)")
        results += 1
        stops += result.stops.count
      }
    }
    #expect(results > Int(rounds) / 2 && stops > results, "\(results) results, \(stops) stops")
  }

  /// A result that was written, read for a topology that was built again.
  private func check(_ result: TraceResult, _ anew: Topology, _ seed: Comment) throws {
    let written = try encoded(result, result.topology.network)
    let read = try decoded(TraceResult.self, written, anew)
    #expect(Array(read.elements) == Array(result.elements), seed)
    #expect(read.elements.features == result.elements.features, seed)
    #expect(read.functions == result.functions && read.warnings == result.warnings, seed)
    #expect(read.controllers == result.controllers && read.stops == result.stops, seed)
    #expect(read.cost == result.cost && read.associations == result.associations, seed)
    #expect(read.propagated.map(\.values) == result.propagated.map(\.values), seed)
    let (one, other) = (read.isolation, result.isolation)
    #expect(one?.boundary == other?.boundary && one?.needed == other?.needed, seed)
    #expect((one?.region).map { Array($0) } == (other?.region).map { Array($0) }, seed)
    #expect(try encoded(read, anew.network) == written, seed)
  }

  /// A trace from a device, and the device.
  private func traced() throws -> (result: TraceResult, start: FeatureID) {
    let topology = try RandomTrace(seed: 5).topology
    let start = try #require(
      topology.network.features(table: 0).first { !topology.nodes(of: $0).isEmpty }
    )
    return (try topology.trace(TraceParameters(.connected, from: [TraceLocation(start)])), start)
  }

  @Test("Elements and stops are read for the network that userInfo names")
  func parts() throws {
    let (result, start) = try traced()
    let topology = result.topology
    let data = try encoded(Array(result.elements), topology.network)
    #expect(try decoded([NetworkElement].self, data, topology) == Array(result.elements))
    let stops = try encoded(result.stops, topology.network)
    #expect(try decoded([TraceStop].self, stops, topology) == result.stops)
    // Without the network the names are unknown.
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([NetworkElement].self, from: data)
    }
    let whole = try encoded(result, topology.network)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(TraceResult.self, from: whole) }
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(TraceLocation(start)) }
  }

  @Test("A result whose feature is deleted is not read, and says which is missing")
  func missing() throws {
    let (result, start) = try traced()
    let network = result.topology.network
    let data = try encoded(result, network)
    let key = try #require(network.key(of: start))
    var edited = result.topology
    try edited.apply(try network.committing(NetworkTransaction("", [.deleteFeature(key)])))
    let error = #expect(throws: DecodingError.self) { try decoded(TraceResult.self, data, edited) }
    #expect("\(try #require(error))".contains("\(key)"))
  }
}
