import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Lines that meet at a junction, and its terminals")
struct SnapMeetingTests {
  private let fitting = AssetTypeID(1)
  private let transformer = AssetTypeID(1, 1, 2)
  private let red = AssetTypeID(2)
  private let green = AssetTypeID(2, 1, 2)
  private let blue = AssetTypeID(2, 1, 3)
  private let white = AssetTypeID(2, 1, 4)

  private static let definition: NetworkDefinition = {
    let devices = [AssetType(1, "Fitting"), AssetType(2, "Transformer", terminals: 7)]
    let policies = [ConnectivityPolicy.anyVertex, .endVertex, .endVertex, .anyVertex]
    let lines = policies.enumerated().map { AssetType($0 + 1, "Line \($0)", $1) }
    return NetworkDefinition(
      domainNetworks: [
        DomainNetwork(
          "Electric",
          NetworkSource(1, "Device", .device, devices),
          NetworkSource(2, "Line", .line, lines)
        )
      ],
      terminalConfigurations: [.init(7, "Three", ["High", "Low", "Neutral"])]
    )
  }()

  /// A fitting at (0 0) where the red line from (10 0) ends, a bare end of it at (10 0), a transformer
  /// at (50 0), a bent red line through (30 10), and a red line that a white one crosses at (205 5).
  private func network(
    _ rules: [NetworkRule],
    fitting: String = "POINT (0 0)",
    red: String = "LINESTRING (0 0, 10 0)"
  ) throws -> NetworkIndex {
    var devices = try FeatureTable("Device", [fitting], assetType: self.fitting)
    devices.append(try wkt("POINT (50 0)"), transformer)
    let reds = [red, "LINESTRING (30 0, 30 10, 40 10)", "LINESTRING (200 0, 210 10)"]
    var lines = try FeatureTable("Line", reds, assetType: self.red)
    lines.append(try wkt("LINESTRING (200 10, 210 0)"), white)
    return try NetworkIndex(UtilityNetwork(Self.definition, [devices, lines], rules: rules))
  }

  private func meeting(_ id: Int, _ one: AssetTypeID, _ other: AssetTypeID) -> NetworkRule {
    .meeting(id, one, other, at: fitting)
  }

  private func explain(_ network: NetworkIndex) throws -> SnapExplanation {
    try Snapper(network, editing: green).explain(at: c(-0.1, 0), tolerance: 1, role: .lineEnd)
  }

  @Test("A green line's end on a fitting that carries a red line needs the triple, or both pairs")
  func triple() throws {
    func isAllowed(_ rules: NetworkRule...) throws -> Bool {
      let answer = try explain(network(rules))
      if answer.match != nil { return true }
      let refusal = try #require(answer.refused.first { $0.place.kind == .point })
      #expect(refusal.reason == .noMeetingRule)
      #expect(refusal.companion == .feature(FeatureID(table: 1, row: 0)))
      #expect(refusal.remedy == .addRule(.edgeJunctionEdge, [green, fitting, red]))
      return false
    }
    let (greenPair, redPair) = (
      NetworkRule.pair(2, fitting, green), NetworkRule.pair(3, fitting, red)
    )
    // The triple itself, in either order.
    #expect(try isAllowed(meeting(1, red, green)))
    #expect(try isAllowed(meeting(1, green, red)))
    // Both may join the fitting, but each only beside blue.
    #expect(try !isAllowed(meeting(1, red, blue), meeting(2, green, blue)))
    #expect(try !isAllowed(meeting(1, red, blue), greenPair))
    // A junction-edge rule each.
    #expect(try isAllowed(meeting(1, red, blue), greenPair, redPair))
    // No rule has the fitting between two lines: pairs are enough.
    #expect(try isAllowed(greenPair, redPair))
    // What the red line may not join at all does not count: it only lies there.
    #expect(try isAllowed(meeting(1, green, blue)))
  }

  @Test("A line at another height is not at the junction")
  func heights() throws {
    let rules = [meeting(1, red, blue), meeting(2, green, blue)]
    for (fitting, red, isAllowed) in [
      ("POINT Z (0 0 1)", "LINESTRING Z (0 0 1, 10 0 1)", false),
      ("POINT Z (0 0 1)", "LINESTRING Z (0 0 2, 10 0 2)", true),
      ("POINT (0 0)", "LINESTRING Z (0 0 2, 10 0 2)", false),
      ("POINT Z (0 0 1)", "LINESTRING (0 0, 10 0)", false),
    ] {
      let answer = try explain(network(rules, fitting: fitting, red: red))
      #expect((answer.match != nil) == isAllowed, "\(fitting) \(red)")
    }
  }

  @Test("The rules say which terminals a line may take; a rule that names none means all")
  func terminals() throws {
    func terminals(_ named: Int?...) throws -> [Int]? {
      let rules = named.enumerated().map { id, terminal in
        NetworkRule.pair(id + 1, transformer, red, terminal: terminal)
      }
      return try Snapper(network(rules), editing: red)
        .explain(at: c(50, 0), tolerance: 1, role: .lineEnd).match?.terminals.map(\.id)
    }
    #expect(try terminals(2) == [2])
    #expect(try terminals(3, 1) == [1, 3])
    #expect(try terminals(3, nil) == [1, 2, 3])
    #expect(try terminals() == nil)
  }

  @Test("A junction of several terminals on the middle of a line splits it, at its end it does not")
  func split() throws {
    let index = try network([.pair(1, transformer, red), .pair(2, fitting, red)])
    func match(_ type: AssetTypeID, _ x: Double, _ y: Double) throws -> SnapMatch {
      try #require(try Snapper(index, editing: type).snap(at: c(x, y), tolerance: 1))
    }
    let (bend, middle) = (try match(transformer, 30, 10), try match(transformer, 30, 5))
    #expect(bend.splitsLine && !bend.insertsVertex)
    #expect(middle.splitsLine && middle.insertsVertex)
    #expect(try match(transformer, 30, 0).splitsLine == false)
    let single = try match(fitting, 30, 10)
    #expect(!single.splitsLine && single.terminals == [])
  }

  @Test("Two lines that must not meet at a junction offer it no intersection")
  func crossings() throws {
    func snaps(_ rules: NetworkRule...) throws -> Bool {
      let snapper = try Snapper(network(rules), editing: fitting)
      var settings = snapper.settings
      settings.kinds = SnapKinds(.intersection)
      return try Snapper(snapper.scene, settings: settings, rules: snapper.rules)
        .snap(at: c(205, 5), tolerance: 1) != nil
    }
    #expect(try snaps(meeting(1, red, white)))
    #expect(try !snaps(meeting(1, red, red), meeting(2, white, white)))
    #expect(try snaps(.pair(1, fitting, red), .pair(2, fitting, white)))
  }
}
