import ArgumentParser
import GeoSnap
import GeoSnapStore
import GeoSnapTool
import Testing

@Suite("The configuration of a trace on the command line")
struct TraceConfigurationArgumentsTests {
  let topology: Topology
  private let tier: TraceConfiguration

  /// Imported once for all tests.
  private static let feeders = Result { try ImportedExample.feeders().topology() }

  init() throws {
    topology = try Self.feeders.get()
    let domain = try #require(
      topology.network.base.definition.domainNetworks.first { !$0.tiers.isEmpty }
    )
    var tier = try #require(domain.tiers.first?.traceConfiguration)
    tier.domainNetworkName = domain.name
    tier.tierName = "Supply"
    self.tier = tier
  }

  private func read(_ type: TraceType, _ arguments: String...) throws -> TraceConfiguration? {
    let starts = try LocationReader(topology: topology).locations("origin:bus/1")
    return try TraceConfigurationArguments.parse(arguments).configuration(
      of: type,
      from: starts,
      in: topology,
      saved: [
        SavedTraceConfiguration(
          name: "Mine",
          configuration: {
            var configuration = TraceConfiguration()
            configuration.includesContainers = true
            return configuration
          }()
        )
      ]
    )
  }

  private let longLines = TraceCondition.attribute("Length", .greaterThan, 4)

  @Test("Nothing asked for is the definition of the tier, which only the engine looks up")
  func nothing() throws {
    for type in TraceType.allCases { #expect(try read(type) == nil) }
  }

  @Test(
    "A condition is OR-ed onto the tier's; a connected trace starts empty unless a tier is named"
  )
  func conditions() throws {
    let own = try #require(tier.traversability.barriers)
    var expected = tier
    guard case .or(let parts) = own else {
      Issue.record("The tier of an imported network has two conditions")
      return
    }
    expected.traversability.barriers = .or(parts + [longLines])
    for type in TraceType.allCases where type != .connected {
      #expect(try read(type, "--condition", "Length > 4") == expected, "\(type)")
    }
    #expect(try read(.connected, "--tier", "supply", "--condition", "Length > 4") == expected)
    #expect(
      try read(.connected, "--condition", "Length > 4")?.traversability.barriers == longLines
    )
    #expect(
      try read(.upstream, "--no-tier-conditions", "--condition", "Length > 4")?.traversability
        .barriers == longLines
    )
    #expect(try read(.upstream, "--no-tier-conditions")?.traversability.barriers == nil)
    let two = try read(.connected, "--condition", "Length > 4", "--condition", "Length < 1")
    #expect(
      two?.traversability.barriers == .or([longLines, .attribute("Length", .lessThan, 1)])
    )
  }

  @Test("Functions, barriers, filters, switches, cost and names are set")
  func others() throws {
    let configuration = try #require(
      try read(
        .upstream,
        "--function",
        "add(Length)",
        "--function",
        "count(Length)",
        "--function-barrier",
        "add(Length) >= 4 [local]",
        "--filter-condition",
        "Length > 4",
        "--include",
        "containers",
        "--include",
        "isolated",
        "--exclude",
        "barriers",
        "--cost",
        "length",
        "--digitized-direction",
        "--tier",
        "Supply",
        "--target-tier",
        "Supply",
        "--subnetwork",
        "X"
      )
    )
    #expect(
      configuration.functions == [
        TraceFunction(.add, of: "Length"), TraceFunction(.count, of: "Length"),
      ]
    )
    #expect(
      configuration.traversability.functionBarriers == [
        TraceFunctionBarrier(.add, of: "Length", .greaterThanEqual, 4, usesLocalValues: true)
      ]
    )
    #expect(configuration.filter.barriers == longLines)
    #expect(configuration.includesContainers && configuration.includesIsolatedFeatures)
    #expect(!configuration.includesBarriers && !configuration.includesContent)
    #expect(configuration.shortestPathAttributeName == "Length")
    #expect(configuration.usesDigitizedDirection)
    #expect(configuration.targetTierName == "Supply" && configuration.subnetworkName == "X")
    #expect(configuration.traversability.barriers == tier.traversability.barriers)
  }

  @Test("A saved configuration goes by its name; a file is missed with the names there are")
  func saved() throws {
    #expect(try read(.upstream, "--config", "mine")?.includesContainers == true)
    let error = #expect(throws: Failure.self) { try read(.upstream, "--config", "yours") }
    #expect(error?.exitCode == .cannotOpen)
    #expect(error?.message.contains("Mine") ?? false)
  }

  @Test(
    "What is unknown is told with what there is",
    arguments: [
      (["--condition", "Lenght > 4"], "Column 1"),
      (["--condition", "'Device Status' = shut"], "Open"),
      (["--filter-condition", "Length"], "Column 7"),
      (["--function", "sum(Length)"], "average"),
      (["--function-barrier", "add(Length)"], "operator"),
      (["--tier", "Medium"], "Supply"),
      (["--target-tier", "Medium"], "Supply"),
      (["--domain-network", "Gas"], "Electric"),
      (["--cost", "Money"], "Length"),
    ]
  )
  func mistakes(arguments: [String], told: String) throws {
    let error = #expect(throws: Failure.self) {
      try TraceConfigurationArguments.parse(arguments).configuration(
        of: .upstream,
        from: [],
        in: topology,
        saved: []
      )
    }
    #expect(error?.exitCode == .usage)
    #expect(error?.message.contains(told) ?? false, "\(error?.message ?? "")")
  }

  @Test("By the direction of drawing the definition of a tier bars nothing unless it is named")
  func digitized() throws {
    #expect(try read(.upstream, "--digitized-direction")?.traversability.barriers == nil)
    let named = try read(.upstream, "--digitized-direction", "--tier", "Supply")
    #expect(named?.traversability.barriers == tier.traversability.barriers)
  }
}
