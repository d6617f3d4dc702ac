import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Traces against brute force")
struct TraceOracleTests {
  /// Seeds at which the library or the brute force was once wrong.
  private static let onceWrong: [UInt64] = [
    333, 430, 456, 489, 522, 574, 622, 756, 867, 995, 1057, 1058, 1906, 2129, 2324, 2580, 3261,
    3900, 4259, 4732, 4831, 5223, 6239, 7154, 7208, 7274, 8438, 8623, 8707, 8826, 10118, 10312,
    11787, 17927,
  ]

  /// Compares the answers to questions; counts those that find something, of each type of trace.
  private func found(
    _ seeds: some Sequence<UInt64>,
    _ questions: (inout RandomTrace) -> [TraceParameters?]
  ) throws -> [TraceType: Int] {
    var found: [TraceType: Int] = [:]
    for seed in seeds {
      var random = try RandomTrace(seed: seed)
      for case let parameters? in questions(&random) {
        let comparison = TraceComparison(random.topology, parameters)
        comparison.record(seed)
        if comparison.foundCount > 1 { found[parameters.type, default: 0] += 1 }
      }
    }
    return found
  }

  private func expect(_ found: [TraceType: Int], _ least: UInt64) {
    if RandomTrace.onlySeed == nil { #expect(found.values.reduce(0, +) > Int(least), "\(found)") }
  }

  @Test("Traces of random networks find what the definitions, read by brute force, say")
  func equalsBruteForce() throws {
    let rounds: UInt64 = Extent.count(25, long: 300, full: 20_000)
    let begin =
      ProcessInfo.processInfo.environment["GEOSNAP_FIRST_SEED"].flatMap { UInt64($0) } ?? 0
    var seeds = RandomTrace.seeds(rounds).map { $0 + begin }
    if !Extent.isFull && RandomTrace.onlySeed == nil {
      seeds += Self.onceWrong.prefix(Extent.current < .every ? 4 : .max)
    }
    let found = try found(seeds) { random in
      let count = Extent.isFull || random.generator.seed >= rounds ? 6 : 2
      return (0..<count).map { _ in random.question() }
    }
    expect(found, rounds / 4)
    for type in TraceType.allCases
    where type != .subnetworkControllers && RandomTrace.onlySeed == nil {
      // A short run is too short for each type to find something.
      let least = Extent.count(0, long: 6, full: 334)
      #expect(found[type, default: 0] >= least, "\(type) found too little to compare")
    }
  }

  @Test("What is nearest is what brute force finds, over the ways that are walked")
  func neighbors() throws {
    let rounds: UInt64 = Extent.count(40, long: 200, full: 20_000)
    let found = try found(RandomTrace.seeds(rounds)) { random in
      let type = random.pick([TraceType.connected, .subnetwork, .upstream, .downstream])
      guard var parameters = random.question(type) else { return [] }
      parameters.configuration?.usesDigitizedDirection = random.generator.oneIn(6)
      parameters.configuration?.output = TraceOutput()
      parameters.configuration?.filter.nearestNeighbors = NearestNeighbors(
        count: random.generator.int(0...4),
        costAttributeName: random.pick([nil, "Cost", "Weight", "Load"]),
        categories: random.generator.oneIn(2) ? ["protective"] : [],
        assetTypes: random.network.definition.sources.flatMap(\.assetTypes)
          .filter { _ in random.generator.oneIn(3) }
      )
      return [parameters]
    }
    expect(found, rounds / 8)
  }

  @Test("Loops of which all members share a bit are those that brute force finds bit by bit")
  func loopsOfBits() throws {
    let rounds: UInt64 = Extent.count(16, long: 200, full: 20_000)
    let found = try found(RandomTrace.seeds(rounds)) { random in
      var parameters = random.question(.loops)
      parameters?.configuration?.filter.bitsetAttributeName =
        random.pick(["Phases Current", "Flag", "Weight", "Substitution"])
      return [parameters]
    }
    expect(found, rounds / 8)
  }

  @Test("Upstream and downstream as drawn, or of what shares bits, are what brute force finds")
  func otherDirections() throws {
    let rounds: UInt64 = Extent.count(8, long: 150, full: 20_000)
    let found = try found(RandomTrace.seeds(rounds)) { random in
      [true, false].map { isDrawn in
        let type: TraceType = random.generator.oneIn(2) ? .upstream : .downstream
        guard var parameters = random.question(type), parameters.configuration != nil else {
          return nil
        }
        parameters.configuration?.usesDigitizedDirection = isDrawn
        if !isDrawn || random.generator.oneIn(4) {
          parameters.configuration?.filter.bitsetAttributeName =
            random.generator.oneIn(2) ? "Phases Current" : "Flag"
        }
        return parameters
      }
    }
    expect(found, rounds / 4)
  }
}
