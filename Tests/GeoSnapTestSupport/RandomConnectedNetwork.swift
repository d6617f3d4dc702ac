public import GeoSnap

/// Small networks in which much meets: every policy, rule kind, terminal configuration and
/// association kind, for comparison with brute force.
///
/// Junctions and the vertices of lines lie on a coarse grid, some a little off it, so that most
/// vertices coincide with something. Rules and associations are random: many joins are refused.
public struct RandomConnectedNetwork {
  public let definition: NetworkDefinition
  public private(set) var tables: [FeatureTable] = []
  public private(set) var associations: [Association] = []
  public let rules: [NetworkRule]

  private var serial: UInt64 = 0
  private let side: Int

  private static let device = 5
  private static let junction = 6
  private static let line = 7
  private static let junctionObject = 8
  private static let edgeObject = 9
  private static let structureJunction = 3
  private static let structureLine = 4
  private static let boundary = 2

  public init(size: Int, side: Int = 6, using generator: inout some RandomNumberGenerator) throws {
    self.side = side
    definition = Self.definition(&generator)
    rules = Self.rules(definition, &generator)
    for source in definition.sources {
      let share = source.usage == .line ? size / 3 : size / 8
      tables.append(try table(source, rows: max(share, 1), &generator))
    }
    let ends = tables.flatMap { table in
      (0..<table.count).compactMap { row in
        table.globalIDs[row].map { (table.sourceID ?? 0, row, $0, table) }
      }
    }
    for _ in 0..<size / 2 {
      guard let from = ends.randomElement(using: &generator),
        let to = ends.randomElement(using: &generator), from.2 != to.2
      else { continue }
      associate((from.0, from.1, from.2, from.3), (to.0, to.1, to.2, to.3), &generator)
    }
  }

  public static func network(
    size: ClosedRange<Int> = 4...40,
    side: ClosedRange<Int> = 2...5,
    using generator: inout some RandomNumberGenerator
  ) throws -> UtilityNetwork {
    try RandomConnectedNetwork(
      size: Int.random(in: size, using: &generator),
      side: Int.random(in: side, using: &generator),
      using: &generator
    ).network()
  }

  public func network() throws -> UtilityNetwork {
    try UtilityNetwork(definition, tables, associations, rules: rules)
  }

  private static let configurations: [TerminalConfiguration] = [
    .init(1, "In and out", ["In", "Out"], ids: [4, 7], isDirectional: true),
    .init(2, "Two", ["A", "B"]),
    .init(
      3,
      "Three",
      ["A", "B", "C"],
      paths: ["All": "All", "None": "None", "Some": "A-B, C-B"],
      defaultPath: "Some"
    ),
  ]

  private static func definition(
    _ generator: inout some RandomNumberGenerator
  ) -> NetworkDefinition {
    func edges(_ count: Int) -> [AssetType] {
      (1...count).map {
        AssetType($0, "Edge \($0)", Bool.random(using: &generator) ? .anyVertex : .endVertex)
      }
    }
    let station = AssetType(1, "Station", role: .container)
    let pole = AssetType(1, "Pole", role: .structure)
    let devices = (0...3).map { AssetType($0 + 1, "Device \($0)", terminals: $0 == 0 ? nil : $0) }
    let objects = (0...1).map { AssetType($0 + 1, "Object \($0)", terminals: $0 == 0 ? nil : 2) }
    let junctions = (1...2).map { AssetType($0, "Junction \($0)") }
    return NetworkDefinition(
      domainNetworks: [
        .structure(
          NetworkSource(boundary, "StructureBoundary", .structureBoundary, [station]),
          NetworkSource(structureJunction, "StructureJunction", .structureJunction, [pole]),
          NetworkSource(structureLine, "StructureLine", .structureLine, edges(1))
        ),
        DomainNetwork(
          "Domain",
          NetworkSource(device, "Device", .device, devices),
          NetworkSource(junction, "Junction", .junction, junctions),
          NetworkSource(line, "Line", .line, edges(3)),
          NetworkSource(junctionObject, "JunctionObject", .junctionObject, objects),
          NetworkSource(edgeObject, "EdgeObject", .edgeObject, edges(2))
        ),
      ],
      terminalConfigurations: configurations
    )
  }

  private static func rules(
    _ definition: NetworkDefinition,
    _ generator: inout some RandomNumberGenerator
  ) -> [NetworkRule] {
    var sides: [(NetworkElementKind, AssetType, NetworkRule.Side)] = []
    for source in definition.sources {
      for type in source.assetGroups[0].assetTypes {
        let id = AssetTypeID(source.sourceID, 1, type.code)
        sides.append((source.elementKind, type, NetworkRule.Side(id)))
      }
    }
    let junctions = sides.filter { $0.0 == .junction }
    let edges = sides.filter { $0.0 == .edge }
    func pick(_ list: [(NetworkElementKind, AssetType, NetworkRule.Side)]) -> NetworkRule.Side {
      guard let chosen = list.randomElement(using: &generator) else {
        preconditionFailure("The definition has junctions and edges")
      }
      var side = chosen.2
      let configuration = configurations.first { $0.id == chosen.1.terminalConfigurationID }
      if let configuration, Int.random(in: 0..<3, using: &generator) > 0 {
        side.terminalID = configuration.terminals.randomElement(using: &generator)?.id
      }
      return side
    }
    func rule(
      _ id: Int,
      _ kind: NetworkRuleKind,
      _ from: NetworkRule.Side,
      _ to: NetworkRule.Side,
      via: NetworkRule.Side? = nil
    ) -> NetworkRule { NetworkRule(id: id, kind: kind, from: from, to: to, via: via) }
    return (1...70).map { id in
      switch Int.random(in: 0..<10, using: &generator) {
      case 0..<5:
        let (one, other) = (pick(junctions), pick(edges))
        let isTurned = Int.random(in: 0..<5, using: &generator) == 0
        return rule(id, .junctionEdge, isTurned ? other : one, isTurned ? one : other)
      case 5: return rule(id, .edgeJunctionEdge, pick(edges), pick(edges), via: pick(junctions))
      case 6..<9: return rule(id, .junctionJunction, pick(junctions), pick(junctions))
      default:
        let kind = Bool.random(using: &generator) ? NetworkRuleKind.containment : .attachment
        return NetworkRule(id, kind, pick(sides).assetType, pick(sides).assetType)
      }
    }
  }

  private mutating func table(
    _ source: NetworkSource,
    rows: Int,
    _ generator: inout some RandomNumberGenerator
  ) throws -> FeatureTable {
    let isEdge = source.elementKind == .edge
    let fields: KeyValuePairs<String, AttributeField.Storage> =
      isEdge
      ? ["FromDeviceTerminal": .integer, "TODEVICETERMINAL": .integer, "LENGTH": .real]
      : ["TERMINALCONFIGURATION": .text, "STATUS": .integer, "PHASES": .integer]
    var table = FeatureTable(source, fields.map { AttributeField($0.key, $0.value) })
    for row in 0..<rows {
      serial += 1
      let type = source.assetTypes.randomElement(using: &generator)
      table.append(
        Feature(
          row + 1,
          type,
          GlobalID(high: 9, low: serial),
          try geometry(source.usage, &generator),
          origin: "\(source.name)/\(row + 1)",
          isEdge
            ? [
              terminal(&generator), terminal(&generator),
              .real(Double(Int.random(in: 0...9, using: &generator))),
            ]
            : [
              ["All", "none", "3", nil, nil, "unheard of"].randomElement(using: &generator)
                .flatMap { $0 }.map { .text($0) } ?? .null,
              [.integer(0), .integer(1), .null].randomElement(using: &generator) ?? .null,
              .integer(Int64.random(in: 0...7, using: &generator)),
            ]
        )
      )
    }
    return table
  }

  private func terminal(_ generator: inout some RandomNumberGenerator) -> AttributeValue {
    let id = Int.random(in: 0...16, using: &generator)
    return id == 0 || id > 8 ? .null : .integer(Int64(id))
  }

  /// A place of the grid, or a little beside it: within the tolerance of 0.001, or just beyond.
  private func place(_ generator: inout some RandomNumberGenerator) -> Coordinate {
    let steps = [0, 0, 0, 0, 0, 0.0004, -0.0004, 0.0007, 0.002]
    func ordinate() -> Double {
      Double(Int.random(in: 0..<side, using: &generator))
        + (steps.randomElement(using: &generator) ?? 0)
    }
    return Coordinate(x: ordinate(), y: ordinate())
  }

  private func geometry(
    _ usage: NetworkSourceUsage,
    _ generator: inout some RandomNumberGenerator
  ) throws -> Geometry? {
    let isEmpty = Int.random(in: 0..<25, using: &generator) == 0
    let heights: [Double?] = [nil, nil, nil, 0, 0, 0.0005, 2]
    switch usage.geometryType {
    case .point:
      if isEmpty { return Bool.random(using: &generator) ? nil : .point(Point(emptyIn: nil)) }
      return .point(Point(place(&generator), z: heights.randomElement(using: &generator) ?? nil))
    case .lineString:
      if isEmpty { return nil }
      func part() -> CoordinateSequence {
        let z = heights.randomElement(using: &generator) ?? nil
        let count = Int.random(in: 2...5, using: &generator)
        var ordinates: [Double] = []
        for _ in 0..<count {
          let place = place(&generator)
          ordinates += [place.x, place.y] + (z.map { [$0] } ?? [])
        }
        return CoordinateSequence(trusted: ordinates, dimensions: z == nil ? .xy : .xyz)
      }
      switch Int.random(in: 0..<20, using: &generator) {
      case 0:
        let one = part()
        return .multiLineString(try MultiLineString(parts: [one, one]))
      case 1: return .multiLineString(try MultiLineString(parts: [part()]))
      default: return .lineString(try LineString(part()))
      }
    case .polygon:
      let corner = place(&generator)
      let (right, top) = (
        Coordinate(corner.x + 2, corner.y), Coordinate(corner.x + 2, corner.y + 2)
      )
      return .polygon(try Polygon(rings: [[corner, right, top, corner]]))
    default: return nil
    }
  }

  private mutating func associate(
    _ from: (Int, Int, GlobalID, FeatureTable),
    _ to: (Int, Int, GlobalID, FeatureTable),
    _ generator: inout some RandomNumberGenerator
  ) {
    func isEdge(_ end: (Int, Int, GlobalID, FeatureTable)) -> Bool {
      definition.sources.first { $0.sourceID == end.0 }?.elementKind == .edge
    }
    func end(_ end: (Int, Int, GlobalID, FeatureTable)) -> Association.End {
      let type = definition.sources.first { $0.sourceID == end.0 }?.assetGroups[0].assetTypes
        .first { $0.code == Int(end.3.assetTypes[end.1]) }
      let ids =
        Self.configurations.first { $0.id == type?.terminalConfigurationID }?.terminals.map(\.id)
        ?? [1]
      return Association.End(
        sourceID: end.0,
        globalID: end.2,
        terminalID: Int.random(in: 0..<3, using: &generator) == 0 || isEdge(end)
          ? nil : ids.randomElement(using: &generator)
      )
    }
    serial += 1
    let kind: AssociationKind
    switch (isEdge(from), isEdge(to)) {
    case (false, false):
      kind =
        [.connectivity, .connectivity, .connectivity, .containment, .attachment]
        .randomElement(using: &generator) ?? .connectivity
    case (true, true): return
    default:
      kind =
        [
          .junctionEdgeFromConnectivity, .junctionEdgeToConnectivity, .junctionMidspanConnectivity,
        ].randomElement(using: &generator) ?? .junctionMidspanConnectivity
    }
    associations.append(
      Association(
        globalID: GlobalID(high: 10, low: serial),
        kind: kind,
        from: end(from),
        to: end(to),
        fractionAlongEdge: kind == .junctionMidspanConnectivity
          ? [nil, 0, 0.25, 0.5, 0.5, 1].randomElement(using: &generator).flatMap { $0 } : nil
      )
    )
  }
}
