import GeoSnap
import GeoSnapTestSupport
import Testing

/// The brute-force tracer itself, against networks small enough to see the answer.
@Suite("The brute-force tracer")
struct NaiveTracerTests {
  @Test("Random questions are answered, and most find something")
  func answers() throws {
    var found = 0
    var failed = 0
    var perType: [TraceType: Int] = [:]
    let rounds: UInt64 = Extent.count(60, long: 400)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let topology = Topology(
        try RandomTraceNetwork(using: &generator).network(),
        tolerance: .millimetre
      )
      guard
        let parameters = RandomTraceParameters(topology).parameters(using: &generator)
      else { continue }
      do {
        let answer = try NaiveTracer(topology, parameters).answer()
        if answer.elements.count > 1 || answer.cost != nil {
          found += 1
          perType[parameters.type, default: 0] += 1
        }
      } catch { failed += 1 }
    }
    #expect(found > rounds / 4 && failed < rounds / 2, "found \(found), failed \(failed)")
    #expect(perType.count >= 6, "\(perType)")
  }
}
