import Foundation
import GeoSnap
import GeoSnapTestSupport

/// A random network, and random questions to it.
struct RandomTrace {
  /// The seed that the environment asks for, alone.
  static let onlySeed = ProcessInfo.processInfo.environment["GEOSNAP_SEED"].flatMap { UInt64($0) }

  /// So many seeds, unless one is asked for.
  static func seeds(_ count: UInt64) -> Range<UInt64> { onlySeed.map { $0..<$0 + 1 } ?? 0..<count }

  var generator: SeededGenerator
  let topology: Topology
  var network: UtilityNetwork { topology.network.base }

  /// Makes a network, with containers and structures where it `contains`.
  init(seed: UInt64, hasManyTiers: Bool = false, contains: Bool = false) throws {
    try self.init(seed: seed) { generator in
      var made = try RandomTraceNetwork(using: &generator, hasManyTiers: hasManyTiers)
      if contains { made.contain(using: &generator) }
      return try made.network()
    }
  }

  init(seed: UInt64, makes: (inout SeededGenerator) throws -> UtilityNetwork) throws {
    generator = SeededGenerator(seed: seed)
    topology = Topology(try makes(&generator), tolerance: .millimetre)
  }

  mutating func question(_ type: TraceType? = nil) -> TraceParameters? {
    let questions = RandomTraceParameters(topology)
    guard let type else { return questions.parameters(using: &generator) }
    return questions.parameters(of: type, using: &generator)
  }

  mutating func pick<Element>(_ list: [Element]) -> Element { generator.pick(list) }
}

extension SeededGenerator {
  mutating func pick<Element>(_ list: [Element]) -> Element { list[int(0...list.count - 1)] }
}

/// Small networks for traces: everything that meets connects, and what decides how a trace goes is random:
/// terminals and sets of paths, controllers, tiers, attributes and their gaps.
struct RandomTraceNetwork {
  private(set) var definition: NetworkDefinition
  private(set) var tables: [FeatureTable] = []
  private(set) var associations: [Association] = []

  private var serial: UInt64 = 0
  private let side: Int
  /// For each place the ids of the terminals of what stands there.
  private var standing: [Int: [Int]] = [:]

  private static let device = 5
  private static let junction = 6
  private static let line = 7
  private static let junctionObject = 8
  private static let edgeObject = 9

  static let tierNames = ["High", "Low", "Last"]
  static let subnetworkNames = ["S1", "S2", "S3"]

  /// Makes a network; of one or two tiers and some controllers, unless it is to have three and more.
  init(using generator: inout SeededGenerator, hasManyTiers: Bool = false) throws {
    side = generator.int(2...4)
    definition = RandomTraceNetwork.definition(hasManyTiers, &generator)
    let places = side * side
    var devices: [Int?] = []
    var junctions: [Int?] = []
    for place in 0..<places {
      switch generator.int(0...9) {
      case 0..<4: devices.append(place)
      case 4..<7: junctions.append(place)
      default: break
      }
    }
    for source in definition.sources {
      switch source.usage {
      case .device:
        // Devices that stand nowhere are joined by associations.
        devices += [Int?](repeating: nil, count: generator.int(0...3))
        add(source, at: devices, &generator)
      case .junction: add(source, at: junctions, &generator)
      case .junctionObject:
        add(source, at: [Int?](repeating: nil, count: generator.int(0...3)), &generator)
      case .line: try add(source, lines: generator.int(places / 2...places * 3 / 2), &generator)
      default: try add(source, lines: generator.int(0...3), &generator)
      }
    }
    associate(&generator)
    try control(hasManyTiers ? 3...7 : 1...3, &generator)
  }

  func network() throws -> UtilityNetwork {
    try UtilityNetwork(definition, tables, associations, rules: rules())
  }

  private static let configurations: [TerminalConfiguration] = [
    .init(1, "In and out", ["In", "Out"], ids: [4, 7], isDirectional: true),
    .init(2, "Two", ["A", "B"], paths: ["All": "All", "Nothing": "None"]),
    .init(
      3,
      "Three",
      ["A", "B", "C"],
      paths: ["All": "All", "Nothing": "None", "Some": "A-B, C-B", "One": "A-C"],
      defaultPath: "Some"
    ),
    .init(
      4,
      "One to two",
      ["H", "X", "Y"],
      isDirectional: true,
      paths: ["All": "All", "Some": "H-X", "Nothing": "None"]
    ),
    .init(
      5,
      "Four",
      ["A", "B", "C", "D"],
      paths: ["All": "All", "Pairs": "A-B, C-D", "Ring": "A-B, B-C, C-A"]
    ),
    .init(6, "Named", ["Only"], ids: [9]),
  ]

  /// The terminal configuration of an asset type, given that it has more than one nameless terminal.
  private func configuration(_ source: NetworkSource, _ code: Int) -> TerminalConfiguration? {
    let type = source.assetGroups[0].assetTypes.first { $0.code == code }
    return Self.configurations.first { $0.id == type?.terminalConfigurationID }
  }

  private static let phases = "Phases Current"

  private static func definition(
    _ hasManyTiers: Bool,
    _ generator: inout SeededGenerator
  ) -> NetworkDefinition {
    let categories = ["Protective", "Subnetwork Controller", "Tap"]
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
    let isSource = Bool.random(using: &generator)
    func types(
      _ codes: ClosedRange<Int>,
      _ name: String,
      configurations: [Int?] = [],
      policies: [ConnectivityPolicy?] = []
    ) -> [AssetType] {
      codes.map { code in
        AssetType(
          code: code,
          name: "\(name) \(code)",
          terminalConfigurationID: configurations.isEmpty ? nil : configurations[code - 1],
          connectivityPolicy: policies.isEmpty ? nil : policies[code - 1],
          categories: categories.filter { _ in generator.oneIn(3) }
            + (name == "Device" && code.isMultiple(of: 3) ? ["Source"] : [])
        )
      }
    }
    let devices = types(1...7, "Device", configurations: [nil, 1, 2, 3, 4, 5, 6])
    let junctions = types(1...2, "Junction")
    let lines = types(1...2, "Line", policies: [.anyVertex, .endVertex])
    let objects = types(1...2, "Object", configurations: [nil, 2])
    let sources = [
      NetworkSource(device, "Device", .device, devices),
      NetworkSource(junction, "Junction", .junction, junctions),
      NetworkSource(line, "Line", .line, lines),
      NetworkSource(junctionObject, "JunctionObject", .junctionObject, objects),
      NetworkSource(
        edgeObject,
        "EdgeObject",
        .edgeObject,
        [AssetType(1, "Edge object", .endVertex)]
      ),
    ]
    let all = sources.map(\.sourceID)
    return NetworkDefinition(
      domainNetworks: [
        DomainNetwork(
          id: 1,
          name: "Domain",
          tierDefinition: isPartitioned ? .partitioned : .hierarchical,
          subnetworkControllerType: isSource ? .source : .sink,
          tierGroups: isPartitioned ? [] : ["Group"],
          tiers: Array(tiers),
          sources: sources
        )
      ],
      terminalConfigurations: configurations,
      categories: categories,
      networkAttributes: [
        .init(1, "Status", .integer, of: [device, junction, line], domain: "Status"),
        .init(2, phases, .integer, of: all, domain: "Phases"),
        .init(3, "Load", .integer, of: [device, junctionObject]),
        .init(4, "Cost", .double, of: all, isApportionable: true),
        .init(5, "Voltage", .double, of: all),
        .init(6, "Flag", .integer, of: [line, junction, edgeObject], bitSize: 4),
        .init(7, "Weight", .integer, of: [line, device]),
        .init(8, "Substitution", .integer, of: [device], substitutes: phases),
      ],
      domains: [
        CodedValueDomain("Status", [0: "Closed", 1: "Open"]),
        CodedValueDomain("Phases", [1: "C", 2: "B", 4: "A", 7: "ABC"]),
      ]
    )
  }

  /// Every junction may join every line and every junction, at any terminal.
  private func rules() -> [NetworkRule] {
    let isEdge = { (source: NetworkSource) in source.elementKind == .edge }
    let edges = definition.sources.filter(isEdge).flatMap(\.assetTypes)
    let junctions = definition.sources.filter { !isEdge($0) }.flatMap(\.assetTypes)
    var rules: [NetworkRule] = []
    rules.add(.junctionEdge, junctions, edges)
    rules.add(.junctionJunction, junctions, junctions)
    return rules
  }

  private static func fields(_ texts: [String], _ integers: [String]) -> [AttributeField] {
    let reals = ["COST", "VOLTAGE"]
    return [
      "STATUS", "PHASESCURRENT", "LOAD", "COST", "VOLTAGE", "FLAG", "WEIGHT", "SUBSTITUTION",
    ].map { AttributeField($0, reals.contains($0) ? .real : .integer) }
      + texts.map { AttributeField($0, .text) } + integers.map { AttributeField($0, .integer) }
  }

  private func values(_ generator: inout SeededGenerator) -> [AttributeValue] {
    func integer(_ range: ClosedRange<Int>, nulls: Int) -> AttributeValue {
      generator.oneIn(nulls) ? .null : .integer(Int64(generator.int(range)))
    }
    func real(_ range: ClosedRange<Int>, nulls: Int) -> AttributeValue {
      generator.oneIn(nulls) ? .null : .real(Double(generator.int(range)) / 4)
    }
    // Mostly closed, mostly of all phases: other values would leave the traces empty.
    let status = generator.oneIn(8) ? 1 : 0
    let phases = generator.oneIn(3) ? generator.pick([1, 2, 4, 6, 3]) : 7
    let substitutions = [0x421, 0b010_001_100, 0b100_100_100, 512, 0]
    return [
      generator.oneIn(9) ? .null : .integer(Int64(status)),
      generator.oneIn(9) ? .null : .integer(Int64(phases)), integer(0...9, nulls: 3),
      real(0...12, nulls: 5), real(1...20, nulls: 5), integer(0...15, nulls: 4),
      integer(0...6, nulls: 4),
      generator.oneIn(4) ? .integer(Int64(generator.pick(substitutions))) : .null,
    ]
  }

  private mutating func nextID(_ high: UInt64 = 9) -> GlobalID {
    serial += 1
    return GlobalID(high: high, low: serial)
  }

  private func coordinate(_ place: Int) -> Coordinate {
    Coordinate(x: Double(place % side) * 4, y: Double(place / side) * 4)
  }

  /// Adds the junctions of a source, some at places and some nowhere.
  private mutating func add(
    _ source: NetworkSource,
    at places: [Int?],
    _ generator: inout SeededGenerator
  ) {
    let texts = [
      "TERMINALCONFIGURATION", "SUBNETWORKCONTROLLERNAME", "TIERNAME", "CONTROLLERTERMINAL",
    ]
    let phases = ["PHASESCURRENTTERMINAL1", "PHASESCURRENTTERMINAL2"]
    var table = FeatureTable(source, Self.fields(texts, phases))
    for (row, place) in places.enumerated() {
      let id = nextID()
      let type = generator.pick(source.assetGroups[0].assetTypes).code
      let configuration = configuration(source, type)
      var path: AttributeValue = .null
      if let configuration, generator.oneIn(3) {
        let chosen = generator.pick(configuration.validPaths)
        path = .text(generator.oneIn(3) ? "\(chosen.id)" : chosen.name)
        if generator.oneIn(12) { path = .text("unheard of") }
      }
      var geometry: Geometry?
      if let place, source.usage.geometryType == .point {
        standing[place] = configuration?.terminals.map(\.id) ?? [1]
        geometry = .point(Point(coordinate(place)))
      }
      let differs = generator.oneIn(10)
      let attributes = values(&generator)
      let phases = (0..<2).map { _ -> AttributeValue in
        differs && (configuration?.terminals.count ?? 1) > 1
          ? .integer(Int64(generator.int(1...7))) : .null
      }
      let origin = "\(source.name)/\(row + 1)"
      table.add(id, type, origin, geometry, attributes + [path, .null, .null, .null] + phases)
    }
    tables.append(table)
  }

  /// Adds lines from place to place, or objects for lines.
  private mutating func add(
    _ source: NetworkSource,
    lines count: Int,
    _ generator: inout SeededGenerator
  ) throws {
    var table = FeatureTable(source, Self.fields([], ["FROMDEVICETERMINAL", "TODEVICETERMINAL"]))
    for row in 0..<count {
      let id = nextID()
      var places = [generator.int(0...side * side - 1)]
      for _ in 0..<(generator.oneIn(3) ? generator.int(2...3) : 1) {
        let next = generator.int(0...side * side - 1)
        if next != places[places.count - 1] { places.append(next) }
      }
      if places.count == 1 { places.append((places[0] + 1) % (side * side)) }
      let type = generator.int(1...source.assetGroups[0].assetTypes.count)
      let attributes = values(&generator)
      let terminals = [places[0], places[places.count - 1]].map { place -> AttributeValue in
        standing[place].map { .integer(Int64(generator.pick($0))) } ?? .null
      }
      let path = CoordinateSequence(places.map { coordinate($0) })
      let line = source.usage.geometryType == nil ? nil : try LineString(path)
      let geometry = line.map { Geometry.lineString($0) }
      table.add(id, type, "\(source.name)/\(row + 1)", geometry, attributes + terminals)
    }
    tables.append(table)
  }

  private mutating func join(
    _ kind: AssociationKind,
    _ from: Association.End,
    _ to: Association.End,
    at fraction: Double? = nil
  ) {
    let id = nextID(10)
    guard from.globalID != to.globalID else { return }
    associations.append(
      Association(globalID: id, kind: kind, from: from, to: to, fractionAlongEdge: fraction)
    )
  }

  /// Puts features into others and onto others, at random: some in several, some in a ring.
  mutating func contain(using generator: inout SeededGenerator) {
    let ends = tables.flatMap { table in
      table.globalIDs.compactMap { id in
        id.map { Association.End(sourceID: table.sourceID ?? 0, globalID: $0, terminalID: nil) }
      }
    }
    guard ends.count > 1 else { return }
    for _ in 0..<generator.int(0...ends.count * 2) {
      let (from, to) = (generator.pick(ends), generator.pick(ends))
      guard from.globalID != to.globalID else { continue }
      join(generator.oneIn(3) ? .attachment : .containment, from, to)
    }
  }

  private mutating func associate(_ generator: inout SeededGenerator) {
    struct End {
      let sourceID: Int
      let id: GlobalID
      let terminals: [Int]
      let hasPlace: Bool

      /// One of the terminals, or none of an edge.
      func at(_ terminal: Int?) -> Association.End {
        Association.End(sourceID: sourceID, globalID: id, terminalID: terminal)
      }
      func anywhere(_ generator: inout SeededGenerator) -> Association.End {
        at(generator.pick(terminals))
      }
    }
    var junctions: [End] = []
    var edges: [End] = []
    for (source, table) in zip(definition.sources, tables) {
      for row in 0..<table.count {
        guard let id = table.globalIDs[row] else { continue }
        let configuration = configuration(source, Int(table.assetTypes[row]))
        let end = End(
          sourceID: source.sourceID,
          id: id,
          terminals: configuration?.terminals.map(\.id) ?? [1],
          hasPlace: table.geometries[row] != nil
        )
        if source.elementKind == .edge { edges.append(end) } else { junctions.append(end) }
      }
    }
    guard !junctions.isEmpty else { return }
    // What stands nowhere is joined at each terminal.
    for end in junctions where !end.hasPlace {
      for own in end.terminals where !generator.oneIn(6) {
        join(.connectivity, end.at(own), generator.pick(junctions).anywhere(&generator))
      }
    }
    for _ in 0..<generator.int(0...3) {
      let (one, other) = (generator.pick(junctions), generator.pick(junctions))
      join(.connectivity, one.anywhere(&generator), other.anywhere(&generator))
    }
    for edge in edges where edge.sourceID == Self.edgeObject {
      for kind in [AssociationKind.junctionEdgeFromConnectivity, .junctionEdgeToConnectivity] {
        join(kind, generator.pick(junctions).anywhere(&generator), edge.at(nil))
      }
    }
    if !edges.isEmpty {
      for _ in 0..<generator.int(0...2) {
        let single = junctions.filter { $0.terminals.count == 1 }
        guard !single.isEmpty else { break }
        let end = generator.pick(single).anywhere(&generator)
        let edge = generator.pick(edges).at(nil)
        join(.junctionMidspanConnectivity, end, edge, at: generator.pick([0.25, 0.5, 0.75]))
      }
    }
  }

  /// Says of some devices and objects that they control subnetworks.
  private mutating func control(
    _ count: ClosedRange<Int>,
    _ generator: inout SeededGenerator
  ) throws {
    var candidates: [(table: Int, row: Int)] = []
    for (number, source) in definition.sources.enumerated()
    where source.usage == .device || source.usage == .junctionObject {
      candidates += (0..<tables[number].count).map { (number, $0) }
    }
    candidates.shuffle(using: &generator)
    let tiers = definition.domainNetworks[0].tiers.map(\.name)
    for (number, row) in candidates.prefix(generator.int(count)) {
      var features = (0..<tables[number].count).map { tables[number][$0] }
      let terminals =
        configuration(definition.sources[number], features[row].assetType)?.terminals ?? []
      let tier = generator.pick(tiers)
      // A name belongs to one tier.
      let name = Self.subnetworkNames[generator.int(0...1)] + " of " + tier
      features[row].attributes[9] = .text(name)
      features[row].attributes[10] = .text(tier)
      if !terminals.isEmpty, !generator.oneIn(3) {
        let terminal = generator.pick(terminals)
        features[row].attributes[11] = .text(generator.oneIn(2) ? terminal.name : "\(terminal.id)")
      }
      tables[number] = tables[number].holding(features)
    }
  }
}
