import GeoSnap
import GeoSnapTestSupport
import GeoSnapValidation
import Testing

@Suite("Validation in pieces")
struct ValidationPieceTests {
  @Test("Pieces of any size on several threads find what one pass finds, in the same order")
  func pieces() throws {
    let rounds: UInt64 = Extent.count(40, long: 150, full: 3_000)
    var found = 0
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork.network(size: 2...60, side: 1...7, using: &generator)
      let subject = ValidationSubject(
        Topology(network, tolerance: .millimetre),
        try FeatureIndex(network.geometries),
        tolerated: []
      )
      let expected = ValidationWork(subject, pieceSize: 1 << 20).finished(threads: 1)
      for size in [1, 2, 7] {
        let answer = ValidationWork(subject, pieceSize: size).finished(threads: 3)
        try #require(answer.faults == expected.faults, "seed \(seed), pieces of \(size)")
        try #require(answer.gaps.sorted == expected.gaps.sorted, "seed \(seed), pieces of \(size)")
      }
      found += expected.faults.count
    }
    #expect(found > 10 * Int(rounds))
  }
}
