import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What explain advises keeps to one domain network")
struct DomainAdviceTests {
  private static let tap = AssetTypeID(10)
  private static let pipe = AssetTypeID(11)
  private static let pole = AssetTypeID(20)
  private static let cable = AssetTypeID(21)
  private static let secondTap = AssetTypeID(10, 1, 2)

  /// A pipe and a cable beside each other, with taps and poles.
  private func network(_ rules: [NetworkRule]) throws -> UtilityNetwork {
    func source(_ id: Int, _ name: String, _ usage: NetworkSourceUsage) -> NetworkSource {
      NetworkSource(id, name, usage, (1...2).map { AssetType($0, "Type \($0)", .anyVertex) })
    }
    let domains = [(1, "Gas"), (2, "Power")].map { id, name in
      let sources = [
        source(10 * id, name + "Junction", .junction), source(10 * id + 1, name + "Line", .line),
      ]
      return DomainNetwork(id: id, name: name, sources: sources)
    }
    let tables = [
      try FeatureTable("GasLine", ["LINESTRING (0 0, 100 0)"], assetType: Self.pipe),
      try FeatureTable("PowerLine", ["LINESTRING (0 1, 100 1)"], assetType: Self.cable),
    ]
    return try UtilityNetwork(NetworkDefinition(domainNetworks: domains), tables, rules: rules)
  }

  private let within: [NetworkRule] = [.pair(1, tap, pipe), .pair(2, pole, cable)]

  private func refusal(
    of edited: AssetTypeID,
    by rules: [NetworkRule],
    at y: Double,
    role: SnapRole = .point
  ) throws -> (refusal: SnapRefusal, network: UtilityNetwork) {
    let network = try network(rules)
    let answer = try Snapper(NetworkIndex(network), editing: edited)
      .explain(at: c(50, y), tolerance: 0.2, role: role)
    return (try #require(answer.refused.first), network)
  }

  @Test("Between gas and power no rule is advised: they are different, and nothing joins them")
  func different() throws {
    for (edited, y, role) in [
      (Self.tap, 1.0, SnapRole.point), (Self.pipe, 1.0, .lineEnd), (Self.pole, 0.0, .point),
    ] {
      let (refusal, network) = try refusal(of: edited, by: within, at: y, role: role)
      #expect(refusal.reason == .noRule || refusal.reason == .needsJunction)
      #expect(refusal.remedy == .none && refusal.fits.isEmpty)
      #expect(network.gap(of: refusal) == nil)
      let own = edited == Self.pole ? "Power" : "Gas"
      let other = own == "Gas" ? "Power" : "Gas"
      #expect(
        network.reason(of: refusal)
          == "\(own) and \(other) are different domain networks, and nothing joins them"
      )
      #expect(network.remedy(of: refusal) == "Snap to a feature of \(own) instead.")
    }
  }

  @Test("Within one domain network the rule is advised, with the nearest of that network")
  func same() throws {
    let (refusal, network) = try refusal(of: Self.secondTap, by: within, at: 0)
    #expect(refusal.reason == .noRule && refusal.fits == [Self.tap])
    #expect(network.gap(of: refusal)?.nearest.map(\.id) == [1])
    #expect(network.remedy(of: refusal).hasPrefix("Add a junctionEdge rule for GasJunction/"))
  }

  @Test("A rule of another domain network is never nearest, whatever its number")
  func otherDomain() throws {
    // A pole on a pipe is odd, but the network says so: then the two are joined.
    let rules = within + [.pair(0, Self.pole, Self.pipe)]
    let (refusal, network) = try refusal(of: Self.secondTap, by: rules, at: 0)
    #expect(refusal.fits == [Self.tap])
    #expect(network.gap(of: refusal)?.nearest.map(\.id) == [1])
    let (crossing, _) = try self.refusal(of: Self.tap, by: rules, at: 1)
    #expect(crossing.remedy == .addRule(.junctionEdge, [Self.tap, Self.cable]))
  }
}
