import Foundation
import GeoSnap
import GeoSnapTestSupport
import GeoSnapTopology
import Testing

@Suite struct TopologyOracleTests {
  @Test("The graph of a random network is that of its definition, read by brute force")
  func equalsBruteForce() throws {
    let rounds: UInt64 = Extent.count(80, long: 400, full: 20_000)
    var joined = 0
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      let network = try RandomConnectedNetwork.network(size: 2...60, side: 2...7, using: &generator)
      let form = GraphForm(Topology(network, tolerance: .millimetre)).sortingNames
      let expected = NaiveTopology.form(network, .millimetre).sortingNames
      try #require(form == expected, "seed \(seed):\n\(form.difference(from: expected))")
      joined += form.edges.count
    }
    #expect(joined > 10 * Int(rounds))
  }
}

extension GraphForm {
  /// Without the order in which a problem between lines names them.
  var sortingNames: GraphForm {
    var form = self
    form.problems = problems.map { problem in
      guard problem.hasPrefix("noJunctionBetweenLines") else { return problem }
      let names = problem.split(separator: "\"").enumerated().filter { $0.offset % 2 == 1 }
      return "noJunctionBetweenLines \(Set(names.map { String($0.element) }).sorted())"
    }
    form.problems = Set(form.problems).sorted()
    return form
  }
}
