import GeoSnap
import GeoSnapTestSupport

/// A network drawn in a few words, for tests that are read.
///
/// Everything is joined by associations: `sketch.line("a", "x", "sw#1")` is an edge from junction `x` to
/// terminal 1 of device `sw`. Found elements have names: `x`, `sw#1`, `a`, or `a@0.5...1` for a part.
struct TraceSketch {
  /// What kind of device stands somewhere.
  enum Device: Int {
    /// One terminal.
    case single = 1
    /// From terminal 1 to terminal 2 only.
    case oneWay = 2
    /// Terminals 1 and 2, both ways.
    case two = 3
    /// Terminals 1, 2 and 3; the set of paths `Some` joins 1 and 2 alone.
    case three = 4
    /// One terminal, of category `Protective`.
    case protective = 5
  }

  private static let deviceSource = 5
  private static let junctionSource = 6
  private static let lineSource = 7
  private static let assemblySource = 8
  private static let poleSource = 3
  private static let cabinetSource = 4

  static let status = "Status"
  static let phases = "Phases Current"
  static let length = "Length"
  static let load = "Load"
  static let bits = "Bits"

  /// How the tiers relate.
  var tierDefinition = TierDefinition.partitioned
  /// Whether controllers feed or drain.
  var controllerType = SubnetworkControllerType.source
  /// The tiers, by rank.
  var tiers = ["High"]
  /// The tiers' own definitions.
  var definitions: [String: TraceConfiguration] = [:]
  /// The asset types of lines that the tier named first may hold; empty for all.
  var validLines: [AssetTypeCode] = []

  private var features: [Int: [(name: String, type: Int, values: [String: Double?])]] = [:]
  private var settings: [String: String] = [:]
  private var controllers: [String: (terminal: Int, subnetwork: String, tier: String)] = [:]
  private var links: [(kind: AssociationKind, from: String, to: String, fraction: Double?)] = []

  // MARK: Drawing

  /// A junction of one terminal.
  mutating func junction(_ name: String, _ values: [String: Double?] = [:]) {
    features[Self.junctionSource, default: []].append((name, 1, values))
  }

  /// A device; the set of paths is that of new ones unless named.
  mutating func device(
    _ name: String,
    _ kind: Device,
    _ values: [String: Double?] = [:],
    paths: String? = nil
  ) {
    features[Self.deviceSource, default: []].append((name, kind.rawValue, values))
    settings[name] = paths
  }

  /// A line from one junction or terminal to another.
  mutating func line(
    _ name: String,
    _ from: String,
    _ to: String,
    _ values: [String: Double?] = [:],
    type: Int = 1
  ) {
    features[Self.lineSource, default: []].append((name, type, values))
    links.append((.junctionEdgeToConnectivity, from, name, nil))
    links.append((.junctionEdgeFromConnectivity, to, name, nil))
  }

  /// Joins a junction to a line somewhere between its ends.
  mutating func tap(_ junction: String, on line: String, at fraction: Double) {
    links.append((.junctionMidspanConnectivity, junction, line, fraction))
  }

  /// Joins two junctions or terminals.
  mutating func join(_ one: String, _ other: String) {
    links.append((.connectivity, one, other, nil))
  }

  /// Says that a terminal controls a subnetwork.
  mutating func control(_ place: String, _ subnetwork: String = "S", tier: String = "High") {
    let (name, terminal) = Self.split(place)
    controllers[name] = (terminal ?? 1, subnetwork, tier)
  }

  /// An assembly, a cabinet without a place, or a boundary, that contains some features.
  mutating func contain(_ name: String, _ contents: [String], isSpatial: Bool = true) {
    let source = isSpatial ? Self.assemblySource : Self.cabinetSource
    if !features.values.joined().contains(where: { $0.name == name }) {
      features[source, default: []].append((name, 1, [:]))
    }
    for content in contents { links.append((.containment, name, content, nil)) }
  }

  /// A pole that carries some features.
  mutating func attach(_ pole: String, _ carried: [String]) {
    features[Self.poleSource, default: []].append((pole, 1, [:]))
    for name in carried { links.append((.attachment, pole, name, nil)) }
  }

  private static func split(_ place: String) -> (name: String, terminal: Int?) {
    let parts = place.split(separator: "#")
    return (String(parts[0]), parts.count > 1 ? Int(parts[1]) : nil)
  }

  // MARK: Building

  private static let names = [status, phases, length, load, bits, "Substitution"]

  private func source(
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

  private var sources: (structure: [NetworkSource], domain: [NetworkSource]) {
    (
      [
        source(
          Self.poleSource,
          "Pole",
          .structureJunction,
          [AssetType(code: 1, name: "Pole", associationRole: .structure)]
        ),
        source(
          Self.cabinetSource,
          "Cabinet",
          .structureJunctionObject,
          [AssetType(code: 1, name: "Cabinet", associationRole: .container)]
        ),
      ],
      [
        source(
          Self.deviceSource,
          "Device",
          .device,
          [
            AssetType(code: 1, name: "Single"),
            AssetType(code: 2, name: "One way", terminalConfigurationID: 2),
            AssetType(code: 3, name: "Two", terminalConfigurationID: 3),
            AssetType(code: 4, name: "Three", terminalConfigurationID: 4),
            AssetType(code: 5, name: "Protective", categories: ["Protective"]),
          ]
        ),
        source(Self.junctionSource, "Junction", .junction, [AssetType(code: 1, name: "Junction")]),
        source(
          Self.lineSource,
          "Line",
          .edgeObject,
          (1...2).map { AssetType(code: $0, name: "Line \($0)", connectivityPolicy: .endVertex) }
        ),
        source(
          Self.assemblySource,
          "Assembly",
          .assembly,
          [AssetType(code: 1, name: "Assembly", associationRole: .container)]
        ),
      ]
    )
  }

  private var definition: NetworkDefinition {
    let all = [Self.deviceSource, Self.junctionSource, Self.lineSource]
    func attribute(
      _ id: Int,
      _ name: String,
      _ type: NetworkAttribute.DataType,
      isApportionable: Bool = false,
      bitSize: Int? = nil,
      substitutes: String? = nil
    ) -> NetworkAttribute {
      NetworkAttribute(
        id: id,
        name: name,
        dataType: type,
        isApportionable: isApportionable,
        isNullable: true,
        bitSize: bitSize,
        substitutedAttributeName: substitutes,
        assignments: all.map { .init(sourceID: $0, fieldName: name.uppercased()) }
      )
    }
    let (structure, domain) = sources
    return NetworkDefinition(
      domainNetworks: [
        DomainNetwork(id: 1, name: "Structure", isStructureNetwork: true, sources: structure),
        DomainNetwork(
          id: 2,
          name: "Domain",
          tierDefinition: tierDefinition,
          subnetworkControllerType: controllerType,
          tierGroups: tierDefinition == .hierarchical ? ["Group"] : [],
          tiers: tiers.enumerated().map { rank, name in
            var tier = Tier(
              id: rank + 1,
              name: name,
              rank: rank + 1,
              topology: .mesh,
              tierGroupName: tierDefinition == .hierarchical ? "Group" : nil,
              traceConfiguration: definitions[name]
            )
            tier.validEdgeObjects = rank == 0 ? validLines : []
            return tier
          },
          sources: domain
        ),
      ],
      terminalConfigurations: [
        TerminalConfiguration(
          id: 2,
          name: "One way",
          isDirectional: true,
          terminals: [Terminal(id: 1, name: "In", isUpstream: true), Terminal(id: 2, name: "Out")]
        ),
        TerminalConfiguration(
          id: 3,
          name: "Two",
          terminals: [Terminal(id: 1, name: "A"), Terminal(id: 2, name: "B")],
          validPaths: [
            .init(id: 1, name: "All", description: "All"),
            .init(id: 2, name: "Nothing", description: "None"),
          ]
        ),
        TerminalConfiguration(
          id: 4,
          name: "Three",
          terminals: (1...3).map { Terminal(id: $0, name: ["A", "B", "C"][$0 - 1]) },
          validPaths: [
            .init(id: 1, name: "All", description: "All"),
            .init(id: 2, name: "Some", description: "A-B"),
          ]
        ),
      ],
      categories: ["Protective"],
      networkAttributes: [
        attribute(1, Self.status, .integer),
        attribute(2, Self.phases, .integer, bitSize: 3),
        attribute(3, Self.length, .double, isApportionable: true),
        attribute(4, Self.load, .double),
        attribute(5, Self.bits, .integer, bitSize: 4),
        attribute(6, "Substitution", .integer, substitutes: Self.bits),
      ]
    )
  }

  /// The topology of what was drawn.
  func topology() throws -> Topology {
    let definition = definition
    var ids: [String: (source: Int, id: GlobalID)] = [:]
    var tables: [FeatureTable] = []
    var serial: UInt64 = 0
    for source in definition.sources {
      var table = FeatureTable(
        name: source.name,
        sourceID: source.sourceID,
        geometryType: source.usage.geometryType,
        fields: Self.names.map { AttributeField($0.uppercased(), .real) } + [
          AttributeField("TERMINALCONFIGURATION", .text),
          AttributeField("SUBNETWORKCONTROLLERNAME", .text), AttributeField("TIERNAME", .text),
          AttributeField("CONTROLLERTERMINAL", .text),
        ]
      )
      for (row, feature) in (features[source.sourceID] ?? []).enumerated() {
        serial += 1
        let id = GlobalID(high: 3, low: serial)
        ids[feature.name] = (source.sourceID, id)
        let controller = controllers[feature.name]
        func text(_ value: String?) -> AttributeValue { value.map { .text($0) } ?? .null }
        table.append(
          Feature(
            rowID: Int64(row + 1),
            globalID: id,
            assetGroup: 1,
            assetType: feature.type,
            origin: feature.name,
            geometry: source.usage.geometryType == .point
              ? .point(Point(Coordinate(x: Double(serial) * 10, y: 0))) : nil,
            attributes: Self.names.map { name in
              (feature.values[name] ?? nil).map { .real($0) } ?? .null
            } + [
              text(settings[feature.name]), text(controller?.subnetwork), text(controller?.tier),
              text(controller.map { "\($0.terminal)" }),
            ]
          )
        )
      }
      tables.append(table)
    }
    var associations: [Association] = []
    for link in links {
      serial += 1
      func end(_ place: String) throws -> Association.End {
        let (name, terminal) = Self.split(place)
        guard let known = ids[name] else { throw SketchError(name: name) }
        return Association.End(sourceID: known.source, globalID: known.id, terminalID: terminal)
      }
      associations.append(
        Association(
          globalID: GlobalID(high: 4, low: serial),
          kind: link.kind,
          from: try end(link.from),
          to: try end(link.to),
          fractionAlongEdge: link.fraction
        )
      )
    }
    return Topology(
      try UtilityNetwork(
        definition: definition,
        srid: nil,
        tables: tables,
        associations: associations,
        rules: rules(definition)
      ),
      tolerance: .millimetre
    )
  }

  struct SketchError: Error { let name: String }

  private func rules(_ definition: NetworkDefinition) -> [NetworkRule] {
    func sides(_ source: Int) -> [NetworkRule.Side] {
      definition.sources.filter { $0.sourceID == source }.flatMap { source in
        source.assetGroups[0].assetTypes.map {
          NetworkRule.Side(
            AssetTypeID(sourceID: source.sourceID, assetGroup: 1, assetType: $0.code)
          )
        }
      }
    }
    let junctions = sides(Self.deviceSource) + sides(Self.junctionSource)
    let lines = sides(Self.lineSource)
    var rules: [NetworkRule] = []
    func add(_ kind: NetworkRuleKind, _ from: [NetworkRule.Side], _ to: [NetworkRule.Side]) {
      for one in from {
        for other in to {
          rules.append(NetworkRule(id: rules.count + 1, kind: kind, from: one, to: other))
        }
      }
    }
    add(.junctionEdge, junctions, lines)
    add(.junctionJunction, junctions, junctions)
    let containers = sides(Self.assemblySource) + sides(Self.cabinetSource)
    add(.containment, containers, junctions + lines + containers)
    add(.attachment, sides(Self.poleSource), junctions + sides(Self.assemblySource))
    return rules
  }
}

extension Topology {
  /// A place by name: `x`, `sw#2` or `a@0.25`.
  func place(_ text: String) throws -> TraceLocation {
    let parts = text.split { $0 == "#" || $0 == "@" }
    guard let feature = network.features(origin: String(parts[0])).first else {
      throw TraceSketch.SketchError(name: text)
    }
    return TraceLocation(
      feature,
      terminalID: text.contains("#") ? Int(parts[1]) : nil,
      fractionAlongEdge: text.contains("@") ? Double(parts[1]) : nil
    )
  }

  /// The name of an element as ``TraceSketch`` says.
  func sketchName(_ element: NetworkElement) -> String {
    let name = network.origin(of: element.feature) ?? "?"
    if let positions = element.positions {
      return positions == 0...1 ? name : "\(name)@\(positions.lowerBound)...\(positions.upperBound)"
    }
    return nodes(of: element.feature).count > 1
      ? "\(name)#\(element.terminal?.id ?? 0)" : name
  }

  /// Traces, and says what was found by name, in order of name.
  func found(
    _ type: TraceType,
    from starts: [String],
    barriers: [String] = [],
    filterBarriers: [String] = [],
    adjusting adjust: (inout TraceConfiguration, inout TraceParameters) -> Void = { _, _ in }
  ) throws -> [String] {
    let result = try traced(
      type,
      from: starts,
      barriers: barriers,
      filterBarriers: filterBarriers,
      adjusting: adjust
    )
    return result.elements.map(sketchName).sorted()
  }

  /// Traces.
  func traced(
    _ type: TraceType,
    from starts: [String],
    barriers: [String] = [],
    filterBarriers: [String] = [],
    adjusting adjust: (inout TraceConfiguration, inout TraceParameters) -> Void = { _, _ in }
  ) throws -> TraceResult {
    var parameters = TraceParameters(
      type,
      from: try starts.map(place),
      barriers: try barriers.map(place),
      filterBarriers: try filterBarriers.map(place)
    )
    var configuration = TraceConfiguration()
    configuration.tierName = network.definition.domainNetworks.last?.tiers.first?.name
    adjust(&configuration, &parameters)
    parameters.configuration = configuration
    return try trace(parameters)
  }
}

extension TraceSketch {
  /// A source, a switch, a protective device and a customer, one after the other:
  /// `S -a- sw#1 sw#2 -b- x -c- dev -d- y -e- z`.
  static var feeder: TraceSketch {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    sketch.device("sw", .two, [status: 0])
    sketch.device("dev", .protective)
    for name in ["x", "y", "z"] { sketch.junction(name) }
    sketch.line("a", "S", "sw#1", [length: 1])
    sketch.line("b", "sw#2", "x", [length: 1])
    sketch.line("c", "x", "dev", [length: 1])
    sketch.line("d", "dev", "y", [length: 1])
    sketch.line("e", "y", "z", [length: 1])
    return sketch
  }

  /// A feeder with a ring: `S -a- x`, `x -b- y -c- z -d- x`, `z -e- end`; line `c` has the status given.
  static func ring(status: Double = 0) -> TraceSketch {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.control("S")
    for name in ["x", "y", "z", "end"] { sketch.junction(name) }
    sketch.line("a", "S", "x", [length: 1, bits: 1])
    sketch.line("b", "x", "y", [length: 1, bits: 1])
    sketch.line("c", "y", "z", [TraceSketch.status: status, length: 1, bits: 3])
    sketch.line("d", "z", "x", [length: 4, bits: 2])
    sketch.line("e", "z", "end", [length: 1, bits: 1])
    return sketch
  }

  /// A pipe between two sources with valves: `S -a- v1#1 v1#2 -b- x -c- v2#1 v2#2 -d- T`, and from `x`
  /// over a valve into a dead end: `x -e- v3#1 v3#2 -f- end`.
  static var valves: TraceSketch {
    var sketch = TraceSketch()
    sketch.device("S", .single)
    sketch.device("T", .single)
    sketch.control("S")
    sketch.control("T")
    for name in ["v1", "v2", "v3"] { sketch.device(name, .two, [load: 9]) }
    for name in ["x", "end"] { sketch.junction(name) }
    sketch.line("a", "S", "v1#1")
    sketch.line("b", "v1#2", "x")
    sketch.line("c", "x", "v2#1")
    sketch.line("d", "v2#2", "T")
    sketch.line("e", "x", "v3#1")
    sketch.line("f", "v3#2", "end")
    return sketch
  }
}

extension TraceCondition {
  /// What is open.
  static let isOpen = TraceCondition.attribute(TraceSketch.status, .equal, 1)
  /// The valves of ``TraceSketch/valves``.
  static let isValve = TraceCondition.attribute(TraceSketch.load, .equal, 9)
}
