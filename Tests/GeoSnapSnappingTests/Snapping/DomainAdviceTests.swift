import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What explain advises keeps to one domain network")
struct DomainAdviceTests {
  private func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

  private static let tap = AssetTypeID(sourceID: 10, assetGroup: 1, assetType: 1)
  private static let pipe = AssetTypeID(sourceID: 11, assetGroup: 1, assetType: 1)
  private static let pole = AssetTypeID(sourceID: 20, assetGroup: 1, assetType: 1)
  private static let cable = AssetTypeID(sourceID: 21, assetGroup: 1, assetType: 1)

  /// A pipe and a cable beside each other, with taps and poles, and rules within each domain network.
  private func network(_ rules: [NetworkRule]) throws -> UtilityNetwork {
    func source(_ id: Int, _ name: String, _ usage: NetworkSourceUsage) -> NetworkSource {
      NetworkSource(
        sourceID: id,
        name: name,
        usage: usage,
        assetGroups: [
          AssetGroup(
            code: 1,
            name: "Group",
            assetTypes: [
              AssetType(code: 1, name: "First", connectivityPolicy: .anyVertex),
              AssetType(code: 2, name: "Second", connectivityPolicy: .anyVertex),
            ]
          )
        ]
      )
    }
    let definition = NetworkDefinition(domainNetworks: [
      DomainNetwork(
        id: 1,
        name: "Gas",
        sources: [source(10, "GasJunction", .junction), source(11, "GasLine", .line)]
      ),
      DomainNetwork(
        id: 2,
        name: "Power",
        sources: [source(20, "PowerJunction", .junction), source(21, "PowerLine", .line)]
      ),
    ])
    func lines(_ id: Int, _ name: String, _ y: Double) throws -> FeatureTable {
      var table = FeatureTable(name: name, sourceID: id, geometryType: .lineString)
      table.append(
        Feature(
          rowID: 1,
          globalID: GlobalID(high: 1, low: UInt64(id)),
          assetGroup: 1,
          assetType: 1,
          geometry: .lineString(try LineString(CoordinateSequence([c(0, y), c(100, y)])))
        )
      )
      return table
    }
    return try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: [try lines(11, "GasLine", 0), try lines(21, "PowerLine", 1)],
      rules: rules
    )
  }

  private var within: [NetworkRule] {
    [
      NetworkRule(id: 1, kind: .junctionEdge, from: .init(Self.tap), to: .init(Self.pipe)),
      NetworkRule(id: 2, kind: .junctionEdge, from: .init(Self.pole), to: .init(Self.cable)),
    ]
  }

  private func refusal(
    of edited: AssetTypeID,
    by rules: [NetworkRule],
    at y: Double,
    role: SnapRole
  ) throws -> (refusal: SnapRefusal, network: UtilityNetwork) {
    let network = try network(rules)
    var settings = SnapSettings()
    settings.isEnabled = true
    let compiled = try SnapRules(for: edited, in: network)
    settings.syncSourceSettings(with: network, rules: compiled, enabling: .setFromRules)
    let snapper = Snapper(try NetworkIndex(network), settings: settings, rules: compiled)
    let answer = snapper.explain(at: c(50, y), tolerance: 0.2, role: role)
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
      #expect(network.remedy(of: refusal) == "Snap to something of \(own) instead.")
    }
  }

  @Test("Within one domain network the rule is advised, with the nearest of that network")
  func same() throws {
    let second = AssetTypeID(sourceID: 10, assetGroup: 1, assetType: 2)
    let (refusal, network) = try refusal(of: second, by: within, at: 0, role: .point)
    #expect(refusal.reason == .noRule && refusal.fits == [Self.tap])
    #expect(network.gap(of: refusal)?.nearest.map(\.id) == [1])
    #expect(network.remedy(of: refusal).hasPrefix("Add a junctionEdge rule for GasJunction/"))
  }

  @Test("A rule of another domain network is never nearest, whatever its number")
  func otherDomain() throws {
    // A pole on a pipe is odd, but the network says so: then the two are joined.
    let odd = NetworkRule(
      id: 0,
      kind: .junctionEdge,
      from: .init(Self.pole),
      to: .init(Self.pipe)
    )
    let second = AssetTypeID(sourceID: 10, assetGroup: 1, assetType: 2)
    let (refusal, network) = try refusal(of: second, by: within + [odd], at: 0, role: .point)
    #expect(refusal.fits == [Self.tap])
    #expect(network.gap(of: refusal)?.nearest.map(\.id) == [1])
    let (crossing, _) = try self.refusal(of: Self.tap, by: within + [odd], at: 1, role: .point)
    #expect(crossing.remedy == .addRule(.junctionEdge, [Self.tap, Self.cable]))
  }
}
