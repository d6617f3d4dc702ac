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
      var random = try RandomTrace(seed: seed, contains: true)
      guard var parameters = random.question(.connected) else { continue }
      let plain = try random.topology.trace(parameters).elements
      var configuration = parameters.configuration ?? TraceConfiguration()
      configuration.includesContainers = random.generator.oneIn(2)
      configuration.includesContent = random.generator.oneIn(2)
      configuration.includesStructures = random.generator.oneIn(2)
      configuration.includesUpToFirstSpatialContainer = random.generator.oneIn(2)
      parameters.configuration = configuration
      let elements = try random.topology.trace(parameters).elements
      let expected = closure(of: Set(plain.features), configuration, random.network)
      let features = elements.features
      #expect(Set(features) == expected && features.count == expected.count, "seed \(seed)")
      // What is added comes last, and changes nothing before it.
      #expect(Array(elements.prefix(plain.count)) == Array(plain), "seed \(seed)")
      added += features.count - plain.features.count
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
    var all = features
    func add(_ step: (Set<FeatureID>) -> [FeatureID]) {
      while case let next = all.union(step(all)), next != all { all = next }
    }
    let (contains, carries) = (sides(.containment), sides(.attachment))
    if configuration.includesContainers {
      add { found in
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
      add { found in contains.filter { found.contains($0.from) }.map(\.to) }
    }
    if configuration.includesStructures {
      add { found in carries.filter { found.contains($0.to) }.map(\.from) }
    }
    return all
  }

  @Test("A chain of containers may be as long as it likes")
  func longChain() throws {
    var sketch = TraceSketch("x")
    sketch.contain("c0", "x", isSpatial: false)
    for number in 1..<3000 { sketch.contain("c\(number)", "c\(number - 1)", isSpatial: false) }
    let result = try sketch.topology().traced(.connected, from: "x") {
      $0.includesContainers = true
      $0.includesUpToFirstSpatialContainer = true
    }
    #expect(result.elements.count == 3001)
  }
}
