import GeoSnap
import GeoSnapTestSupport

/// Small networks for traces: everything that meets connects, and what decides how a trace goes is random:
/// terminals and sets of paths, controllers, tiers, attributes and their gaps.
struct RandomTraceNetwork {
  private(set) var definition: NetworkDefinition
  private(set) var tables: [FeatureTable] = []
  private(set) var associations: [Association] = []

  private var serial: UInt64 = 0
  private let side: Int
  /// For each place what stands there: the features' table, row and the ids of its terminals.
  private var standing: [Int: (source: Int, id: GlobalID, terminals: [Int])] = [:]

  static let device = 5
  static let junction = 6
  static let line = 7
  static let junctionObject = 8
  static let edgeObject = 9

  static let tierNames = ["High", "Low", "Last"]
  static let subnetworkNames = ["S1", "S2", "S3"]

  /// Makes a network; of one or two tiers and some controllers, unless it is to have three and more.
  init(using generator: inout SeededGenerator, hasManyTiers: Bool = false) throws {
    side = generator.int(2...4)
    definition = RandomTraceNetwork.definition(hasManyTiers, &generator)
    let places = side * side
    var points: [(place: Int, source: Int)] = []
    for place in 0..<places {
      switch generator.int(0...9) {
      case 0..<4: points.append((place, RandomTraceNetwork.device))
      case 4..<7: points.append((place, RandomTraceNetwork.junction))
      default: break
      }
    }
    for source in definition.sources {
      switch source.usage {
      case .device, .junction:
        // Devices that stand nowhere are joined by associations.
        let hidden = source.usage == .device ? generator.int(0...3) : 0
        let own = points.filter { $0.source == source.sourceID }.map { Optional($0.place) }
        tables.append(
          junctions(source, at: own + [Int?](repeating: nil, count: hidden), &generator)
        )
      case .junctionObject:
        let count = generator.int(0...3)
        tables.append(junctions(source, at: [Int?](repeating: nil, count: count), &generator))
      case .line:
        tables.append(
          try lines(source, count: generator.int(places / 2...places * 3 / 2), &generator)
        )
      default:
        tables.append(try lines(source, count: generator.int(0...3), &generator))
      }
    }
    associate(&generator)
    try control(hasManyTiers ? 3...7 : 1...3, &generator)
  }

  /// The network.
  func network() throws -> UtilityNetwork {
    try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: tables,
      associations: associations,
      rules: rules()
    )
  }

  // MARK: Definition

  private static func paths(_ entries: [(String, String)]) -> [TerminalConfiguration.ValidPath] {
    entries.enumerated().map {
      .init(id: $0.offset + 1, name: $0.element.0, description: $0.element.1)
    }
  }

  static let configurations = [
    TerminalConfiguration(
      id: 1,
      name: "In and out",
      isDirectional: true,
      terminals: [Terminal(id: 4, name: "In", isUpstream: true), Terminal(id: 7, name: "Out")]
    ),
    TerminalConfiguration(
      id: 2,
      name: "Two",
      terminals: [Terminal(id: 1, name: "A"), Terminal(id: 2, name: "B")],
      validPaths: paths([("All", "All"), ("Nothing", "None")])
    ),
    TerminalConfiguration(
      id: 3,
      name: "Three",
      terminals: [
        Terminal(id: 1, name: "A"), Terminal(id: 2, name: "B"), Terminal(id: 3, name: "C"),
      ],
      validPaths: paths([("All", "All"), ("Nothing", "None"), ("Some", "A-B, C-B"), ("One", "A-C")]
      ),
      defaultPath: "Some"
    ),
    TerminalConfiguration(
      id: 4,
      name: "One to two",
      isDirectional: true,
      terminals: [
        Terminal(id: 1, name: "H", isUpstream: true), Terminal(id: 2, name: "X"),
        Terminal(id: 3, name: "Y"),
      ],
      validPaths: paths([("All", "All"), ("Some", "H-X"), ("Nothing", "None")])
    ),
    TerminalConfiguration(
      id: 5,
      name: "Four",
      terminals: (1...4).map { Terminal(id: $0, name: ["A", "B", "C", "D"][$0 - 1]) },
      validPaths: paths([("All", "All"), ("Pairs", "A-B, C-D"), ("Ring", "A-B, B-C, C-A")])
    ),
    TerminalConfiguration(id: 6, name: "Named", terminals: [Terminal(id: 9, name: "Only")]),
  ]

  static let phases = "Phases Current"

  private static func definition(
    _ hasManyTiers: Bool,
    _ generator: inout SeededGenerator
  ) -> NetworkDefinition {
    func source(
      _ id: Int,
      _ name: String,
      _ usage: NetworkSourceUsage,
      _ types: [AssetType]
    ) -> NetworkSource {
      NetworkSource(
        sourceID: id,
        name: name,
        usage: usage,
        assetGroups: [AssetGroup(code: 1, name: "Group", assetTypes: types)]
      )
    }
    let categories = ["Protective", "Subnetwork Controller", "Tap"]
    func some() -> [String] { categories.filter { _ in generator.oneIn(3) } }
    let isPartitioned = Bool.random(using: &generator)
    let tiers = tierNames.prefix(hasManyTiers ? 3 : generator.int(1...2)).enumerated().map {
      rank,
      name in
      var configuration = TraceConfiguration()
      configuration.traversability.barriers = .attribute("Status", .equal, 1)
      if generator.oneIn(2) {
        configuration.propagators = [TracePropagator(.bitwiseAnd, of: phases, .includesAny, 7)]
      }
      return Tier(
        id: rank + 1,
        name: name,
        rank: rank + 1,
        topology: .mesh,
        traceConfiguration: generator.oneIn(3) ? nil : configuration
      )
    }
    func attribute(
      _ id: Int,
      _ name: String,
      _ type: NetworkAttribute.DataType,
      of sources: [Int],
      isApportionable: Bool = false,
      bitSize: Int? = nil,
      domain: String? = nil
    ) -> NetworkAttribute {
      NetworkAttribute(
        id: id,
        name: name,
        dataType: type,
        isApportionable: isApportionable,
        isNullable: true,
        bitSize: bitSize,
        domainName: domain,
        assignments: sources.map {
          .init(sourceID: $0, fieldName: name.uppercased().filter { $0 != " " })
        }
      )
    }
    let all = [device, junction, line, junctionObject, edgeObject]
    return NetworkDefinition(
      domainNetworks: [
        DomainNetwork(
          id: 1,
          name: "Domain",
          tierDefinition: isPartitioned ? .partitioned : .hierarchical,
          subnetworkControllerType: Bool.random(using: &generator) ? .source : .sink,
          tierGroups: isPartitioned ? [] : ["Group"],
          tiers: Array(tiers),
          sources: [
            source(
              device,
              "Device",
              .device,
              (0...6).map {
                AssetType(
                  code: $0 + 1,
                  name: "Device \($0)",
                  terminalConfigurationID: $0 == 0 ? nil : $0,
                  categories: some()
                )
              }
            ),
            source(
              junction,
              "Junction",
              .junction,
              (1...2).map { AssetType(code: $0, name: "Junction \($0)", categories: some()) }
            ),
            source(
              line,
              "Line",
              .line,
              (1...2).map {
                AssetType(
                  code: $0,
                  name: "Line \($0)",
                  connectivityPolicy: $0 == 1 ? .anyVertex : .endVertex,
                  categories: some()
                )
              }
            ),
            source(
              junctionObject,
              "JunctionObject",
              .junctionObject,
              (0...1).map {
                AssetType(
                  code: $0 + 1,
                  name: "Object \($0)",
                  terminalConfigurationID: $0 == 0 ? nil : 2,
                  categories: some()
                )
              }
            ),
            source(
              edgeObject,
              "EdgeObject",
              .edgeObject,
              [AssetType(code: 1, name: "Edge object", connectivityPolicy: .endVertex)]
            ),
          ]
        )
      ],
      terminalConfigurations: configurations,
      categories: categories,
      networkAttributes: [
        attribute(1, "Status", .integer, of: [device, junction, line], domain: "Status"),
        attribute(2, phases, .integer, of: all, domain: "Phases"),
        attribute(3, "Load", .integer, of: [device, junctionObject]),
        attribute(4, "Cost", .double, of: all, isApportionable: true),
        attribute(5, "Voltage", .double, of: all),
        attribute(6, "Flag", .integer, of: [line, junction, edgeObject], bitSize: 4),
        attribute(7, "Weight", .integer, of: [line, device]),
        NetworkAttribute(
          id: 8,
          name: "Substitution",
          dataType: .integer,
          isNullable: true,
          substitutedAttributeName: phases,
          assignments: [.init(sourceID: device, fieldName: "SUBSTITUTION")]
        ),
      ],
      domains: [
        CodedValueDomain(
          name: "Status",
          codedValues: [.init(code: 0, name: "Closed"), .init(code: 1, name: "Open")]
        ),
        CodedValueDomain(
          name: "Phases",
          codedValues: [
            .init(code: 1, name: "C"), .init(code: 2, name: "B"), .init(code: 4, name: "A"),
            .init(code: 7, name: "ABC"),
          ]
        ),
      ]
    )
  }

  /// Every junction may join every line and every junction, at any terminal.
  private func rules() -> [NetworkRule] {
    var junctions: [NetworkRule.Side] = []
    var edges: [NetworkRule.Side] = []
    for source in definition.sources {
      for type in source.assetGroups[0].assetTypes {
        let side = NetworkRule.Side(
          AssetTypeID(sourceID: source.sourceID, assetGroup: 1, assetType: type.code)
        )
        if source.elementKind == .edge { edges.append(side) } else { junctions.append(side) }
      }
    }
    var rules: [NetworkRule] = []
    for one in junctions {
      for edge in edges {
        rules.append(NetworkRule(id: rules.count + 1, kind: .junctionEdge, from: one, to: edge))
      }
      for other in junctions {
        rules.append(
          NetworkRule(id: rules.count + 1, kind: .junctionJunction, from: one, to: other)
        )
      }
    }
    return rules
  }

  // MARK: Features

  private static let common: [AttributeField] = [
    AttributeField("STATUS", .integer), AttributeField("PHASESCURRENT", .integer),
    AttributeField("LOAD", .integer), AttributeField("COST", .real),
    AttributeField("VOLTAGE", .real), AttributeField("FLAG", .integer),
    AttributeField("WEIGHT", .integer), AttributeField("SUBSTITUTION", .integer),
  ]

  private func values(_ generator: inout SeededGenerator) -> [AttributeValue] {
    func integer(_ range: ClosedRange<Int>, nulls: Int) -> AttributeValue {
      generator.oneIn(nulls) ? .null : .integer(Int64(generator.int(range)))
    }
    func real(_ range: ClosedRange<Int>, nulls: Int) -> AttributeValue {
      generator.oneIn(nulls) ? .null : .real(Double(generator.int(range)) / 4)
    }
    // Mostly closed, mostly of all phases: otherwise nothing is reached.
    let status = generator.oneIn(8) ? 1 : 0
    let phases = generator.oneIn(3) ? [1, 2, 4, 6, 3][generator.int(0...4)] : 7
    let substitutions = [0x421, 0b010_001_100, 0b100_100_100, 512, 0]
    return [
      generator.oneIn(9) ? .null : .integer(Int64(status)),
      generator.oneIn(9) ? .null : .integer(Int64(phases)),
      integer(0...9, nulls: 3),
      real(0...12, nulls: 5),
      real(1...20, nulls: 5),
      integer(0...15, nulls: 4),
      integer(0...6, nulls: 4),
      generator.oneIn(4)
        ? .integer(Int64(substitutions[generator.int(0...substitutions.count - 1)])) : .null,
    ]
  }

  private func coordinate(_ place: Int) -> Coordinate {
    Coordinate(x: Double(place % side) * 4, y: Double(place / side) * 4)
  }

  private mutating func junctions(
    _ source: NetworkSource,
    at places: [Int?],
    _ generator: inout SeededGenerator
  ) -> FeatureTable {
    let phasesByTerminal = (1...2).map { AttributeField("PHASESCURRENTTERMINAL\($0)", .integer) }
    var table = FeatureTable(
      name: source.name,
      sourceID: source.sourceID,
      geometryType: source.usage.geometryType,
      fields: RandomTraceNetwork.common + [
        AttributeField("TERMINALCONFIGURATION", .text),
        AttributeField("SUBNETWORKCONTROLLERNAME", .text), AttributeField("TIERNAME", .text),
        AttributeField("CONTROLLERTERMINAL", .text),
      ] + phasesByTerminal
    )
    for (row, place) in places.enumerated() {
      serial += 1
      let id = GlobalID(high: 9, low: serial)
      let type = source.assetGroups[0].assetTypes[
        generator.int(0...source.assetGroups[0].assetTypes.count - 1)
      ]
      let configuration = RandomTraceNetwork.configurations
        .first { $0.id == type.terminalConfigurationID }
      var path: AttributeValue = .null
      if let configuration, generator.oneIn(3) {
        let chosen = configuration.validPaths[generator.int(0...configuration.validPaths.count - 1)]
        path = .text(generator.oneIn(3) ? "\(chosen.id)" : chosen.name)
        if generator.oneIn(12) { path = .text("unheard of") }
      }
      var geometry: Geometry?
      if let place, source.usage.geometryType == .point {
        standing[place] = (source.sourceID, id, configuration?.terminals.map(\.id) ?? [1])
        geometry = .point(Point(coordinate(place)))
      }
      let differs = generator.oneIn(10)
      table.append(
        Feature(
          rowID: Int64(row + 1),
          globalID: id,
          assetGroup: 1,
          assetType: type.code,
          origin: "\(source.name)/\(row + 1)",
          geometry: geometry,
          attributes: values(&generator) + [path, .null, .null, .null]
            + (0..<2).map { _ in
              differs && (configuration?.terminals.count ?? 1) > 1
                ? .integer(Int64(generator.int(1...7))) : .null
            }
        )
      )
    }
    return table
  }

  private mutating func lines(
    _ source: NetworkSource,
    count: Int,
    _ generator: inout SeededGenerator
  ) throws -> FeatureTable {
    var table = FeatureTable(
      name: source.name,
      sourceID: source.sourceID,
      geometryType: source.usage.geometryType,
      fields: RandomTraceNetwork.common + [
        AttributeField("FROMDEVICETERMINAL", .integer),
        AttributeField("TODEVICETERMINAL", .integer),
      ]
    )
    for row in 0..<count {
      serial += 1
      var places = [generator.int(0...side * side - 1)]
      for _ in 0..<(generator.oneIn(3) ? generator.int(2...3) : 1) {
        let next = generator.int(0...side * side - 1)
        if next != places[places.count - 1] { places.append(next) }
      }
      if places.count == 1 { places.append((places[0] + 1) % (side * side)) }
      func terminal(_ place: Int) -> AttributeValue {
        guard let ids = standing[place]?.terminals else { return .null }
        return .integer(Int64(ids[generator.int(0...ids.count - 1)]))
      }
      let ordinates = places.flatMap { [coordinate($0).x, coordinate($0).y] }
      table.append(
        Feature(
          rowID: Int64(row + 1),
          globalID: GlobalID(high: 9, low: serial),
          assetGroup: 1,
          assetType: generator.int(1...source.assetGroups[0].assetTypes.count),
          origin: "\(source.name)/\(row + 1)",
          geometry: source.usage.geometryType == nil
            ? nil
            : .lineString(
              try LineString(CoordinateSequence(ordinates: ordinates, dimensions: .xy))
            ),
          attributes: values(&generator)
            + [terminal(places[0]), terminal(places[places.count - 1])]
        )
      )
    }
    return table
  }

  // MARK: Associations and controllers

  /// Puts features into others and onto others, at random: some in several, some in a ring.
  mutating func contain(using generator: inout SeededGenerator) {
    var ends: [Association.End] = []
    for table in tables {
      guard let sourceID = table.sourceID else { continue }
      ends += table.globalIDs.compactMap { id in
        id.map { Association.End(sourceID: sourceID, globalID: $0, terminalID: nil) }
      }
    }
    guard ends.count > 1 else { return }
    for _ in 0..<generator.int(0...ends.count * 2) {
      let from = ends[generator.int(0...ends.count - 1)]
      let to = ends[generator.int(0...ends.count - 1)]
      guard from.globalID != to.globalID else { continue }
      serial += 1
      associations.append(
        Association(
          globalID: GlobalID(high: 10, low: serial),
          kind: generator.oneIn(3) ? .attachment : .containment,
          from: from,
          to: to,
          fractionAlongEdge: nil
        )
      )
    }
  }

  private mutating func associate(_ generator: inout SeededGenerator) {
    struct End {
      let source: NetworkSource
      let id: GlobalID
      let terminals: [Int]
      let hasPlace: Bool
    }
    var junctions: [End] = []
    var edges: [End] = []
    for source in definition.sources {
      guard let table = tables.first(where: { $0.sourceID == source.sourceID }) else { continue }
      for row in 0..<table.count {
        guard let id = table.globalIDs[row] else { continue }
        let type = source.assetGroups[0].assetTypes.first { $0.code == Int(table.assetTypes[row]) }
        let configuration = RandomTraceNetwork.configurations
          .first { $0.id == type?.terminalConfigurationID }
        let end = End(
          source: source,
          id: id,
          terminals: configuration?.terminals.map(\.id) ?? [1],
          hasPlace: table.geometries[row] != nil
        )
        if source.elementKind == .edge { edges.append(end) } else { junctions.append(end) }
      }
    }
    guard !junctions.isEmpty else { return }
    func join(
      _ kind: AssociationKind,
      _ from: End,
      _ fromTerminal: Int?,
      _ to: End,
      _ toTerminal: Int?
    ) {
      serial += 1
      guard from.id != to.id else { return }
      associations.append(
        Association(
          globalID: GlobalID(high: 10, low: serial),
          kind: kind,
          from: .init(sourceID: from.source.sourceID, globalID: from.id, terminalID: fromTerminal),
          to: .init(sourceID: to.source.sourceID, globalID: to.id, terminalID: toTerminal),
          fractionAlongEdge: kind == .junctionMidspanConnectivity
            ? [0.25, 0.5, 0.75][generator.int(0...2)] : nil
        )
      )
    }
    func some(_ list: [End]) -> End { list[generator.int(0...list.count - 1)] }
    func terminal(_ end: End) -> Int { end.terminals[generator.int(0...end.terminals.count - 1)] }
    // What stands nowhere is joined at each terminal.
    for end in junctions where !end.hasPlace {
      for own in end.terminals where !generator.oneIn(6) {
        let other = some(junctions)
        join(.connectivity, end, own, other, terminal(other))
      }
    }
    for _ in 0..<generator.int(0...3) {
      let (one, other) = (some(junctions), some(junctions))
      join(.connectivity, one, terminal(one), other, terminal(other))
    }
    for edge in edges where edge.source.usage == .edgeObject {
      for kind in [AssociationKind.junctionEdgeFromConnectivity, .junctionEdgeToConnectivity] {
        let other = some(junctions)
        join(kind, other, terminal(other), edge, nil)
      }
    }
    if !edges.isEmpty {
      for _ in 0..<generator.int(0...2) {
        let single = junctions.filter { $0.terminals.count == 1 }
        guard !single.isEmpty else { break }
        let end = some(single)
        join(.junctionMidspanConnectivity, end, terminal(end), some(edges), nil)
      }
    }
  }

  /// Says of some devices and objects that they control subnetworks.
  private mutating func control(
    _ count: ClosedRange<Int>,
    _ generator: inout SeededGenerator
  ) throws {
    var candidates: [(table: Int, row: Int)] = []
    for (number, table) in tables.enumerated() {
      let usage = definition.sources.first { $0.sourceID == table.sourceID }?.usage
      guard usage == .device || usage == .junctionObject else { continue }
      candidates += (0..<table.count).map { (number, $0) }
    }
    candidates.shuffle(using: &generator)
    let tiers = definition.domainNetworks[0].tiers.map(\.name)
    for candidate in candidates.prefix(generator.int(count)) {
      var features = (0..<tables[candidate.table].count).map { tables[candidate.table][$0] }
      let source = definition.sources.first { $0.sourceID == tables[candidate.table].sourceID }
      let type = source?.assetGroups[0].assetTypes
        .first { $0.code == features[candidate.row].assetType }
      let terminals =
        RandomTraceNetwork.configurations.first { $0.id == type?.terminalConfigurationID }?
        .terminals ?? []
      let tier = tiers[generator.int(0...tiers.count - 1)]
      // A name belongs to one tier.
      let name = RandomTraceNetwork.subnetworkNames[generator.int(0...1)] + " of " + tier
      features[candidate.row].attributes[9] = .text(name)
      features[candidate.row].attributes[10] = .text(tier)
      if !terminals.isEmpty, !generator.oneIn(3) {
        let terminal = terminals[generator.int(0...terminals.count - 1)]
        features[candidate.row].attributes[11] = .text(
          generator.oneIn(2) ? terminal.name : "\(terminal.id)"
        )
      }
      tables[candidate.table] = rebuilt(tables[candidate.table], features)
    }
  }

  private func rebuilt(_ table: FeatureTable, _ features: [Feature]) -> FeatureTable {
    var new = FeatureTable(
      name: table.name,
      sourceID: table.sourceID,
      geometryType: table.geometryType,
      fields: table.fields
    )
    for feature in features { new.append(feature) }
    return new
  }
}
