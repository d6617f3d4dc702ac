import Foundation
import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What holds, fills and carries a trace's results, against brute force")
struct TraceAssociationOracleTests {
  @Test("Containers, content and structures are those that the associations say, followed plainly")
  func closure() throws {
    var added = 0
    let rounds: UInt64 = Extent.count(40, long: 150, full: 5000)
    for seed in 0..<rounds {
      var generator = SeededGenerator(seed: seed)
      var random = try RandomTraceNetwork(using: &generator)
      random.contain(using: &generator)
      let topology = Topology(try random.network(), tolerance: .millimetre)
      guard
        var parameters = RandomTraceParameters(topology)
          .parameters(of: .connected, using: &generator)
      else { continue }
      let plain = try topology.trace(parameters)
      var configuration = parameters.configuration ?? TraceConfiguration()
      configuration.includesContainers = generator.oneIn(2)
      configuration.includesContent = generator.oneIn(2)
      configuration.includesStructures = generator.oneIn(2)
      configuration.includesUpToFirstSpatialContainer = generator.oneIn(2)
      parameters.configuration = configuration
      let result = try topology.trace(parameters)
      let expected = closure(of: Set(plain.elements.features), configuration, topology.network.base)
      let features = result.elements.features
      #expect(Set(features) == expected && features.count == expected.count, "seed \(seed)")
      // What is added comes last, and changes nothing before it.
      #expect(Array(result.elements.prefix(plain.elements.count)) == Array(plain.elements))
      added += features.count - plain.elements.features.count
    }
    #expect(added > Int(rounds) * 2 / 3)
  }

  /// Whatever associations add, until they add nothing more.
  private func closure(
    of features: Set<FeatureID>,
    _ configuration: TraceConfiguration,
    _ network: UtilityNetwork
  ) -> Set<FeatureID> {
    func sides(_ kind: AssociationKind) -> [(from: FeatureID, to: FeatureID)] {
      network.associations.filter { $0.kind == kind }.compactMap { association in
        guard let from = network.feature(globalID: association.from.globalID),
          let to = network.feature(globalID: association.to.globalID)
        else { return nil }
        return (from, to)
      }
    }
    func grown(_ set: Set<FeatureID>, _ step: (Set<FeatureID>) -> [FeatureID]) -> Set<FeatureID> {
      var set = set
      while true {
        let next = set.union(step(set))
        if next == set { return set }
        set = next
      }
    }
    let (contains, carries) = (sides(.containment), sides(.attachment))
    var all = features
    if configuration.includesContainers {
      all = grown(features) { found in
        contains.filter { held in
          // Beyond a container with a geometry only what was found itself goes on.
          let goesOn =
            features.contains(held.to) || !configuration.includesUpToFirstSpatialContainer
            || network.geometry(of: held.to) == nil
          return found.contains(held.to) && goesOn
        }.map(\.from)
      }
    }
    if configuration.includesContent {
      all = grown(all) { found in contains.filter { found.contains($0.from) }.map(\.to) }
    }
    if configuration.includesStructures {
      all = grown(all) { found in carries.filter { found.contains($0.to) }.map(\.from) }
    }
    return all
  }

  @Test("A chain of containers may be as long as it likes")
  func longChain() throws {
    var sketch = TraceSketch()
    sketch.junction("x")
    sketch.contain("c0", ["x"], isSpatial: false)
    for number in 1..<3000 { sketch.contain("c\(number)", ["c\(number - 1)"], isSpatial: false) }
    let found = try sketch.topology().found(.connected, from: ["x"]) { configuration, _ in
      configuration.includesContainers = true
      configuration.includesUpToFirstSpatialContainer = true
    }
    #expect(found.count == 3001)
  }
}
