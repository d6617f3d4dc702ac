import GeoSnap
import Testing

private func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

@Suite("Lines that meet at a junction, and its terminals")
struct SnapMeetingTests {
  private static let fitting = AssetTypeID(sourceID: 1, assetGroup: 1, assetType: 1)
  private static let transformer = AssetTypeID(sourceID: 1, assetGroup: 1, assetType: 2)
  private static let red = AssetTypeID(sourceID: 2, assetGroup: 1, assetType: 1)
  private static let green = AssetTypeID(sourceID: 2, assetGroup: 1, assetType: 2)
  private static let white = AssetTypeID(sourceID: 2, assetGroup: 1, assetType: 4)
  private static let blue = AssetTypeID(sourceID: 2, assetGroup: 1, assetType: 3)

  /// A fitting at (0 0) where the red line from (10 0) ends, a bare end of it at (10 0), a transformer
  /// at (50 0), and a bent red line through (30 10).
  private static func network(
    _ rules: [NetworkRule],
    fittingZ: Double? = nil,
    redZ: Double? = nil
  ) throws -> UtilityNetwork {
    func point(_ place: Coordinate, z: Double? = nil) -> Geometry { .point(Point(place, z: z)) }
    func line(_ places: [Coordinate], z: Double?) throws -> Geometry {
      let ordinates = places.flatMap { place in [place.x, place.y] + (z.map { [$0] } ?? []) }
      return .lineString(
        try LineString(
          CoordinateSequence(ordinates: ordinates, dimensions: z == nil ? .xy : .xyz)
        )
      )
    }
    func table(_ name: String, _ source: Int, _ rows: [(Int, Geometry)]) -> FeatureTable {
      var table = FeatureTable(
        name: name,
        sourceID: source,
        geometryType: source == 1 ? .point : .lineString
      )
      for (row, (type, geometry)) in rows.enumerated() {
        table.append(
          Feature(
            rowID: Int64(row + 1),
            globalID: GlobalID(high: UInt64(source), low: UInt64(row)),
            assetGroup: 1,
            assetType: type,
            geometry: geometry
          )
        )
      }
      return table
    }
    func group(_ names: [(String, Int?, ConnectivityPolicy?)]) -> AssetGroup {
      AssetGroup(
        code: 1,
        name: "All",
        assetTypes: names.enumerated().map { code, type in
          AssetType(
            code: code + 1,
            name: type.0,
            terminalConfigurationID: type.1,
            connectivityPolicy: type.2
          )
        }
      )
    }
    return try UtilityNetwork(
      definition: NetworkDefinition(
        domainNetworks: [
          DomainNetwork(
            id: 1,
            name: "Electric",
            sources: [
              NetworkSource(
                sourceID: 1,
                name: "Device",
                usage: .device,
                assetGroups: [group([("Fitting", nil, nil), ("Transformer", 7, nil)])]
              ),
              NetworkSource(
                sourceID: 2,
                name: "Line",
                usage: .line,
                assetGroups: [
                  group([
                    ("Red", nil, .anyVertex), ("Green", nil, .endVertex), ("Blue", nil, .endVertex),
                    ("White", nil, .anyVertex),
                  ])
                ]
              ),
            ]
          )
        ],
        terminalConfigurations: [
          TerminalConfiguration(
            id: 7,
            name: "Three",
            terminals: [
              Terminal(id: 1, name: "High"), Terminal(id: 2, name: "Low"),
              Terminal(id: 3, name: "Neutral"),
            ]
          )
        ]
      ),
      srid: nil,
      tables: [
        table("Device", 1, [(1, point(c(0, 0), z: fittingZ)), (2, point(c(50, 0)))]),
        table(
          "Line",
          2,
          [
            (1, try line([c(0, 0), c(10, 0)], z: redZ)),
            (1, try line([c(30, 0), c(30, 10), c(40, 10)], z: nil)),
          ]
        ),
      ],
      rules: rules
    )
  }

  private static func rule(
    _ id: Int,
    _ from: AssetTypeID,
    _ to: AssetTypeID,
    terminal: Int? = nil
  ) -> NetworkRule {
    NetworkRule(id: id, kind: .junctionEdge, from: .init(from, terminalID: terminal), to: .init(to))
  }

  private static func meeting(_ id: Int, _ from: AssetTypeID, _ to: AssetTypeID) -> NetworkRule {
    NetworkRule(
      id: id,
      kind: .edgeJunctionEdge,
      from: .init(from),
      to: .init(to),
      via: .init(fitting)
    )
  }

  private func explain(
    _ network: UtilityNetwork,
    editing type: AssetTypeID,
    at place: Coordinate,
    role: SnapRole
  ) throws -> SnapExplanation {
    let rules = try SnapRules(for: type, in: network)
    var settings = SnapSettings()
    settings.isEnabled = true
    settings.syncSourceSettings(with: network, rules: rules, enabling: .setFromRules)
    return Snapper(try NetworkIndex(network), settings: settings, rules: rules)
      .explain(at: place, tolerance: 1, role: role)
  }

  @Test("A green line's end on a fitting that carries a red line needs the triple, or both pairs")
  func triple() throws {
    let red = Self.red
    let green = Self.green
    let blue = Self.blue
    let fitting = Self.fitting
    func isAllowed(_ rules: [NetworkRule]) throws -> Bool {
      let answer = try explain(
        try Self.network(rules),
        editing: green,
        at: c(-0.1, 0),
        role: .lineEnd
      )
      if answer.match == nil {
        let refusal = try #require(answer.refused.first { $0.place.kind == .point })
        #expect(refusal.reason == .noMeetingRule)
        #expect(refusal.companion == .feature(FeatureID(table: 1, row: 0)))
        #expect(refusal.remedy == .addRule(.edgeJunctionEdge, [green, fitting, red]))
      }
      return answer.match != nil
    }
    // The triple itself, in either order.
    #expect(try isAllowed([Self.meeting(1, red, green)]))
    #expect(try isAllowed([Self.meeting(1, green, red)]))
    // Both may join the fitting, but each only beside blue.
    #expect(try !isAllowed([Self.meeting(1, red, blue), Self.meeting(2, green, blue)]))
    #expect(
      try !isAllowed([Self.meeting(1, red, blue), Self.rule(2, fitting, green)])
    )
    // A junction-edge rule each.
    #expect(
      try isAllowed([
        Self.meeting(1, red, blue), Self.rule(2, fitting, green), Self.rule(3, fitting, red),
      ])
    )
    // No rule has the fitting between two lines: pairs are enough.
    #expect(try isAllowed([Self.rule(2, fitting, green), Self.rule(3, fitting, red)]))
    // What the red line may not join at all does not count: it only lies there.
    #expect(try isAllowed([Self.meeting(1, green, blue)]))
  }

  @Test("A line at another height is not at the junction")
  func heights() throws {
    let rules = [Self.meeting(1, Self.red, Self.blue), Self.meeting(2, Self.green, Self.blue)]
    for (fitting, red, isAllowed) in [
      (1.0, 1.0, false), (1.0, 2.0, true), (nil, 2.0, false), (1.0, nil, false),
    ] as [(Double?, Double?, Bool)] {
      let network = try Self.network(rules, fittingZ: fitting, redZ: red)
      let answer = try explain(network, editing: Self.green, at: c(0, 0), role: .lineEnd)
      #expect((answer.match != nil) == isAllowed)
    }
  }

  @Test("The rules say which terminals a line may take; a rule that names none means all")
  func terminals() throws {
    func terminals(_ rules: [NetworkRule]) throws -> [Int]? {
      try explain(
        try Self.network(rules),
        editing: Self.red,
        at: c(50, 0),
        role: .lineEnd
      ).match?.terminals.map(\.id)
    }
    let (device, line) = (Self.transformer, Self.red)
    #expect(try terminals([Self.rule(1, device, line, terminal: 2)]) == [2])
    #expect(
      try terminals([
        Self.rule(1, device, line, terminal: 3), Self.rule(2, device, line, terminal: 1),
      ]) == [1, 3]
    )
    #expect(
      try terminals([Self.rule(1, device, line, terminal: 3), Self.rule(2, device, line)])
        == [1, 2, 3]
    )
    #expect(try terminals([]) == nil)
  }

  @Test("A junction of several terminals on the middle of a line splits it, at its end it does not")
  func split() throws {
    let network = try Self.network([
      Self.rule(1, Self.transformer, Self.red), Self.rule(2, Self.fitting, Self.red),
    ])
    func match(_ type: AssetTypeID, _ place: Coordinate) throws -> SnapMatch {
      try #require(try explain(network, editing: type, at: place, role: .point).match)
    }
    #expect(try match(Self.transformer, c(30, 10)).splitsLine)
    #expect(try match(Self.transformer, c(30, 10)).insertsVertex == false)
    #expect(try match(Self.transformer, c(30, 5)).splitsLine)
    #expect(try match(Self.transformer, c(30, 5)).insertsVertex)
    #expect(try match(Self.transformer, c(30, 0)).splitsLine == false)
    #expect(try match(Self.fitting, c(30, 10)).splitsLine == false)
    #expect(try match(Self.fitting, c(30, 10)).terminals == [])
  }

  @Test("Two lines that must not meet at a junction offer it no intersection")
  func crossings() throws {
    func match(_ rules: [NetworkRule]) throws -> SnapMatch? {
      // The red line of (30 0), (30 10) is crossed by a bare red and by a green one.
      let network = try Self.network(rules)
      var lines = FeatureTable(name: "Line", sourceID: 2, geometryType: .lineString)
      for (row, type) in [1, 4].enumerated() {
        lines.append(
          Feature(
            rowID: Int64(row + 1),
            globalID: GlobalID(high: 9, low: UInt64(row)),
            assetGroup: 1,
            assetType: type,
            geometry: .lineString(
              try LineString(
                [c(200, 0), c(210, 10)].map { row == 0 ? $0 : c($0.x, 10 - $0.y) }
                  .sequence
              )
            )
          )
        )
      }
      let crossed = try UtilityNetwork(
        definition: network.definition,
        srid: nil,
        tables: [network.tables[0], lines],
        rules: rules
      )
      var settings = SnapSettings()
      settings.isEnabled = true
      settings.kinds = SnapKinds(.intersection)
      let compiled = try SnapRules(for: Self.fitting, in: crossed)
      settings.syncSourceSettings(with: crossed, rules: compiled, enabling: .setFromRules)
      return Snapper(try NetworkIndex(crossed), settings: settings, rules: compiled)
        .snap(at: c(205, 5), tolerance: 1)
    }
    let (red, white) = (Self.red, Self.white)
    #expect(try match([Self.meeting(1, red, white)]) != nil)
    #expect(try match([Self.meeting(1, red, red), Self.meeting(2, white, white)]) == nil)
    #expect(try match([Self.rule(1, Self.fitting, red), Self.rule(2, Self.fitting, white)]) != nil)
  }
}

extension [Coordinate] {
  fileprivate var sequence: CoordinateSequence { CoordinateSequence(self) }
}
