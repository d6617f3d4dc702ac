import GeoSnap
import GeoSnapTestSupport

/// A network drawn in a few words, for tests that are read.
///
/// `S* -a- sw:two#1, sw#2 -b- x = y` is a source `S`, a line `a` from there to terminal 1 of a device `sw` of
/// two terminals, a line `b` from its terminal 2 to a junction `x`, and a junction `y` joined to that. All is
/// joined by associations. A star says that a place controls a subnetwork: `S` of tier `High`, or as `*A@Low`
/// names it. Found elements have names: `x`, `sw#1`, `a`, or `a@0.5...1` for a part.
struct TraceSketch {
  enum Device: String, CaseIterable {
    case single
    /// From terminal 1 to terminal 2 only.
    case oneWay
    /// Terminals 1 and 2, both ways.
    case two
    /// Terminals 1, 2 and 3; the set of paths `Some` joins 1 and 2 alone.
    case three
    /// One terminal, of category `Protective`.
    case protective
    /// Terminals 1, 2 and 3 of a source.
    case feeder
  }

  struct SketchError: Error { let name: String }

  typealias Values = [String: Double?]

  private static let poleSource = 3
  private static let cabinetSource = 4
  private static let deviceSource = 5
  private static let junctionSource = 6
  private static let lineSource = 7
  private static let assemblySource = 8

  private static let attributes =
    ["Status", "Phases Current", "Length", "Load", "Bits", "Substitution"]

  var tierDefinition = TierDefinition.partitioned
  /// Whether controllers feed or drain.
  var controllerType = SubnetworkControllerType.source
  /// The tiers, by rank.
  var tiers = ["High"]
  var definitions: [String: TraceConfiguration] = [:]
  /// The sets of paths of devices that have not that of new ones.
  var paths: [String: String] = [:]

  private var features: [Int: [(name: String, type: Int, values: Values)]] = [:]
  private var known: Set<String> = []
  private var controllers: [String: (terminal: Int?, subnetwork: String, tier: String)] = [:]
  private var links: [(kind: AssociationKind, from: String, to: String, fraction: Double?)] = []

  /// Draws ways, with commas between them, and says what attributes the features have.
  init(_ ways: String = "", _ values: [String: Values] = [:]) { draw(ways, values) }

  mutating func draw(_ ways: String, _ values: [String: Values] = [:]) {
    for way in ways.split(separator: ",") {
      var (before, line): (String?, String?) = (nil, nil)
      for word in way.split(separator: " ") where word != "=" {
        if word.hasPrefix("-") {
          line = word.filter { $0 != "-" }
          continue
        }
        let place = stand(String(word), values)
        if let before, let line {
          add(line, Self.lineSource, values: values[line])
          links.append((.junctionEdgeToConnectivity, before, line, nil))
          links.append((.junctionEdgeFromConnectivity, place, line, nil))
        } else if let before {
          links.append((.connectivity, before, place, nil))
        }
        (before, line) = (place, nil)
      }
    }
  }

  /// The place that a word of a way means, which may be new.
  private mutating func stand(_ word: String, _ values: [String: Values]) -> String {
    let parts = word.split(separator: "*", omittingEmptySubsequences: false)
    let (name, terminal) = Self.split(String(parts[0].replacing(/:\w+/, with: "")))
    let isControlled = parts.count > 1
    let kind = parts[0].firstMatch(of: /:(\w+)/).map { String($0.1) }
    if let kind = Device(rawValue: kind ?? (isControlled ? "single" : "")) {
      let number = Device.allCases.firstIndex(of: kind) ?? 0
      add(name, Self.deviceSource, type: number + 1, values: values[name])
    } else {
      add(name, Self.junctionSource, values: values[name])
    }
    if isControlled {
      let names = parts[1].split(separator: "@").map { String($0) }
      let tier = names.count > 1 ? names[1] : "High"
      controllers[name] = (terminal, names.first ?? "S", tier)
    }
    return terminal.map { "\(name)#\($0)" } ?? name
  }

  private mutating func add(_ name: String, _ source: Int, type: Int = 1, values: Values? = nil) {
    guard known.insert(name).inserted else { return }
    features[source, default: []].append((name, type, values ?? [:]))
  }

  /// Joins a junction to a line somewhere between its ends.
  mutating func tap(_ junction: String, on line: String, at fraction: Double) {
    add(junction, Self.junctionSource)
    links.append((.junctionMidspanConnectivity, junction, line, fraction))
  }

  /// An assembly, or a cabinet without a place, that contains some features.
  mutating func contain(_ name: String, _ contents: String, isSpatial: Bool = true) {
    add(name, isSpatial ? Self.assemblySource : Self.cabinetSource)
    for content in contents.split(separator: " ") {
      links.append((.containment, name, String(content), nil))
    }
  }

  mutating func attach(_ pole: String, _ carried: String) {
    add(pole, Self.poleSource)
    links.append((.attachment, pole, carried, nil))
  }

  private static func split(_ place: String) -> (name: String, terminal: Int?) {
    let parts = place.split(separator: "#")
    return (String(parts[0]), parts.count > 1 ? Int(parts[1]) : nil)
  }

  private var definition: NetworkDefinition {
    let kinds = Device.allCases.enumerated().map { number, kind in
      AssetType(
        code: number + 1,
        name: kind.rawValue,
        // Those of several terminals have configurations 2, 3 and 4.
        terminalConfigurationID: kind == .feeder ? 4 : (1...3).contains(number) ? number + 1 : nil,
        categories: [.protective: ["Protective"], .feeder: ["Source"]][kind] ?? []
      )
    }
    let structure = AssetType(1, "Structure", role: .structure)
    let container = AssetType(1, "Container", role: .container)
    let line = AssetType(1, "Line", .endVertex)
    let sources = [
      NetworkSource(Self.deviceSource, "Device", .device, kinds),
      NetworkSource(Self.junctionSource, "Junction", .junction, [AssetType(1, "Junction")]),
      NetworkSource(Self.lineSource, "Line", .edgeObject, [line]),
      NetworkSource(Self.assemblySource, "Assembly", .assembly, [container]),
    ]
    let all = [Self.deviceSource, Self.junctionSource, Self.lineSource]
    let group = tierDefinition == .hierarchical ? "Group" : nil
    return NetworkDefinition(
      domainNetworks: [
        .structure(
          NetworkSource(Self.poleSource, "Pole", .structureJunction, [structure]),
          NetworkSource(Self.cabinetSource, "Cabinet", .structureJunctionObject, [container])
        ),
        DomainNetwork(
          id: 2,
          name: "Domain",
          tierDefinition: tierDefinition,
          subnetworkControllerType: controllerType,
          tierGroups: group.map { [$0] } ?? [],
          tiers: tiers.enumerated().map { rank, name in
            Tier(
              id: rank + 1,
              name: name,
              rank: rank + 1,
              topology: .mesh,
              tierGroupName: group,
              traceConfiguration: definitions[name]
            )
          },
          sources: sources
        ),
      ],
      terminalConfigurations: [
        .init(2, "One way", ["In", "Out"], isDirectional: true),
        .init(3, "Two", ["A", "B"], paths: ["All": "All", "Nothing": "None"]),
        .init(4, "Three", ["A", "B", "C"], paths: ["All": "All", "Some": "A-B"]),
      ],
      categories: ["Protective"],
      networkAttributes: [
        .init(1, "Status", .integer, of: all),
        .init(2, "Phases Current", .integer, of: all, bitSize: 3),
        .init(3, "Length", .double, of: all, isApportionable: true),
        .init(4, "Load", .double, of: all), .init(5, "Bits", .integer, of: all, bitSize: 4),
        .init(6, "Substitution", .integer, of: all, substitutes: "Bits"),
      ]
    )
  }

  func topology() throws -> Topology {
    let definition = definition
    var ids: [String: (source: Int, id: GlobalID)] = [:]
    var tables: [FeatureTable] = []
    var serial: UInt64 = 0
    let fields =
      definition.networkAttributes.map {
        AttributeField($0.name.uppercased().filter { $0 != " " }, .real)
      }
      + [
        "TERMINALCONFIGURATION", "SUBNETWORKCONTROLLERNAME", "TIERNAME", "CONTROLLERTERMINAL",
      ].map { AttributeField($0, .text) }
    for source in definition.sources {
      var table = FeatureTable(source, fields)
      for feature in features[source.sourceID] ?? [] {
        serial += 1
        let id = GlobalID(high: 3, low: serial)
        ids[feature.name] = (source.sourceID, id)
        let controller = controllers[feature.name]
        let place = Coordinate(x: Double(serial) * 10, y: 0)
        let texts = [
          paths[feature.name], controller?.subnetwork, controller?.tier,
          controller?.terminal.map { "\($0)" },
        ]
        table.add(
          id,
          feature.type,
          feature.name,
          source.usage.geometryType == .point ? .point(Point(place)) : nil,
          Self.attributes.map { (feature.values[$0] ?? nil).map { .real($0) } ?? .null }
            + texts.map { $0.map { .text($0) } ?? .null }
        )
      }
      tables.append(table)
    }
    func end(_ place: String) throws -> Association.End {
      let (name, terminal) = Self.split(place)
      guard let known = ids[name] else { throw SketchError(name: name) }
      return Association.End(sourceID: known.source, globalID: known.id, terminalID: terminal)
    }
    let associations = try links.map { link in
      serial += 1
      return Association(
        globalID: GlobalID(high: 4, low: serial),
        kind: link.kind,
        from: try end(link.from),
        to: try end(link.to),
        fractionAlongEdge: link.fraction
      )
    }
    return Topology(
      try UtilityNetwork(definition, tables, associations, rules: rules(definition)),
      tolerance: .millimetre
    )
  }

  private func rules(_ definition: NetworkDefinition) -> [NetworkRule] {
    func types(_ sources: Int...) -> [AssetTypeID] {
      definition.sources.filter { sources.contains($0.sourceID) }.flatMap(\.assetTypes)
    }
    let junctions = types(Self.deviceSource, Self.junctionSource)
    let lines = types(Self.lineSource)
    let containers = types(Self.assemblySource, Self.cabinetSource)
    var rules: [NetworkRule] = []
    rules.add(.junctionEdge, junctions, lines)
    rules.add(.junctionJunction, junctions, junctions)
    rules.add(.containment, containers, junctions + lines + containers)
    rules.add(.attachment, types(Self.poleSource), junctions + types(Self.assemblySource))
    return rules
  }
}

extension Topology {
  init(sketch ways: String, _ values: [String: TraceSketch.Values] = [:]) throws {
    self = try TraceSketch(ways, values).topology()
  }

  /// A place by name: `x`, `sw#2` or `a@0.25`.
  func place(_ text: some StringProtocol) throws -> TraceLocation {
    let parts = text.split { $0 == "#" || $0 == "@" }
    guard let feature = network.features(origin: String(parts[0])).first else {
      throw TraceSketch.SketchError(name: String(text))
    }
    return TraceLocation(
      feature,
      terminalID: text.contains("#") ? Int(parts[1]) : nil,
      fractionAlongEdge: text.contains("@") ? Double(parts[1]) : nil
    )
  }

  func name(_ element: NetworkElement) -> String {
    let name = network.origin(of: element.feature) ?? "?"
    if let positions = element.positions {
      return positions == 0...1 ? name : "\(name)@\(positions.lowerBound)...\(positions.upperBound)"
    }
    return nodes(of: element.feature).count > 1 ? "\(name)#\(element.terminal?.id ?? 0)" : name
  }

  func names(_ elements: some Sequence<NetworkElement>) -> String {
    elements.map(name).joined(separator: " ")
  }

  /// Traces from places that are named, and says what was found in order of name, or the code of the error.
  func found(
    _ type: TraceType,
    from starts: String,
    barriers: String = "",
    filterBarriers: String = "",
    flow: IndeterminateFlow = .edge,
    adjusting adjust: (inout TraceConfiguration) -> Void = { _ in }
  ) -> String {
    do {
      let elements = try traced(
        type,
        from: starts,
        barriers: barriers,
        filterBarriers: filterBarriers,
        flow: flow,
        adjusting: adjust
      ).elements
      return elements.map(name).sorted().joined(separator: " ")
    } catch { return (error as? TraceError).map { "\($0.code)" } ?? "\(error)" }
  }

  /// Traces; returns propagated values for the attributes named in `telling`.
  func traced(
    _ type: TraceType,
    from starts: String,
    barriers: String = "",
    filterBarriers: String = "",
    flow: IndeterminateFlow = .edge,
    telling: [String] = [],
    adjusting adjust: (inout TraceConfiguration) -> Void = { _ in }
  ) throws -> TraceResult {
    func places(_ text: String) throws -> [TraceLocation] {
      try text.split(separator: " ").map(place)
    }
    var configuration = TraceConfiguration()
    configuration.tierName = network.definition.domainNetworks.last?.tiers.first?.name
    adjust(&configuration)
    var parameters = TraceParameters(
      type,
      from: try places(starts),
      barriers: try places(barriers),
      filterBarriers: try places(filterBarriers),
      configuration: configuration
    )
    parameters.indeterminateFlow = flow
    parameters.propagatedAttributeNames = telling
    return try trace(parameters)
  }
}

extension TraceSketch {
  /// A source, a switch, a protective device and a customer, one after the other.
  static var feeder: TraceSketch {
    let ways = "S* -a- sw:two#1, sw#2 -b- x -c- dev:protective -d- y -e- z"
    let lines = ["a", "b", "c", "d", "e"].map { ($0, ["Length": 1] as Values) }
    return TraceSketch(ways, ["sw": ["Status": 0]].merging(lines) { one, _ in one })
  }

  /// A feeder with a ring, of which line `c` has the status given.
  static func ring(status: Double = 0) -> TraceSketch {
    TraceSketch(
      "S* -a- x -b- y -c- z -d- x, z -e- end",
      [
        "a": ["Length": 1, "Bits": 1], "b": ["Length": 1, "Bits": 1],
        "c": ["Status": status, "Length": 1, "Bits": 3], "d": ["Length": 4, "Bits": 2],
        "e": ["Length": 1, "Bits": 1],
      ]
    )
  }

  /// A pipe between two sources with valves, and over another valve into a dead end.
  static var valves: TraceSketch {
    TraceSketch(
      "S* -a- v1:two#1, v1#2 -b- x -c- v2:two#1, v2#2 -d- T*, x -e- v3:two#1, v3#2 -f- end",
      ["v1": ["Load": 9], "v2": ["Load": 9], "v3": ["Load": 9]]
    )
  }
}

extension TraceCondition {
  static let isOpen = TraceCondition.attribute("Status", .equal, 1)
  /// The valves of ``TraceSketch/valves``.
  static let isValve = TraceCondition.attribute("Load", .equal, 9)
  static let isProtective = TraceCondition.hasCategory("Protective")
}
