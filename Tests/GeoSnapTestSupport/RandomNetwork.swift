public import GeoSnap

/// Small networks with random asset types, rules, shapes and associations, for comparison with
/// brute force.
///
/// Coordinates lie on a coarse grid, so that ties and shared places abound.
public enum RandomNetwork {
  /// Makes a network of about `size` features.
  public static func make(size: Int, using generator: inout some RandomNumberGenerator) throws
    -> UtilityNetwork
  {
    let definition = NetworkDefinition(domainNetworks: [
      DomainNetwork(
        id: 1,
        name: "Structure",
        isStructureNetwork: true,
        sources: [source(4, "Boundary", .structureBoundary, &generator)]
      ),
      DomainNetwork(
        id: 2,
        name: "Domain",
        sources: [
          source(6, "Device", .device, &generator), source(7, "Junction", .junction, &generator),
          source(8, "Assembly", .assembly, &generator), source(9, "Line", .line, &generator),
        ]
      ),
    ])
    var serial: UInt64 = 0
    var tables: [FeatureTable] = []
    for source in definition.sources {
      var table = FeatureTable(
        name: source.name,
        sourceID: source.sourceID,
        geometryType: source.usage.geometryType
      )
      let types = source.assetGroups.flatMap { group in
        group.assetTypes.map { (group.code, $0.code) }
      }
      for row in 0..<size / 5 {
        guard let type = types.randomElement(using: &generator) else { continue }
        serial += 1
        table.append(
          Feature(
            rowID: Int64(row + 1),
            globalID: GlobalID(high: 7, low: serial),
            assetGroup: type.0,
            assetType: type.1,
            geometry: try geometry(source.usage, &generator)
          )
        )
      }
      tables.append(table)
    }
    var plain = FeatureTable(name: "plain", sourceID: nil, geometryType: .lineString)
    for row in 0..<size / 10 {
      plain.append(
        Feature(rowID: Int64(row + 1), globalID: nil, geometry: try geometry(.line, &generator))
      )
    }
    return try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: tables + [plain],
      associations: associations(tables, &generator),
      rules: rules(definition, &generator)
    )
  }

  /// A place on or near the grid that features lie on.
  public static func place(using generator: inout some RandomNumberGenerator) -> Coordinate {
    if Bool.random(using: &generator) { return gridPlace(&generator) }
    return Coordinate(
      x: Double.random(in: -2...22, using: &generator),
      y: Double.random(in: -2...22, using: &generator)
    )
  }

  private static func gridPlace(_ generator: inout some RandomNumberGenerator) -> Coordinate {
    Coordinate(
      x: Double(Int.random(in: 0...20, using: &generator)),
      y: Double(Int.random(in: 0...20, using: &generator))
    )
  }

  private static func geometry(
    _ usage: NetworkSourceUsage,
    _ generator: inout some RandomNumberGenerator
  ) throws -> Geometry? {
    let start = gridPlace(&generator)
    switch usage.geometryType {
    case .point: return .point(Point(start, z: 1))
    case .lineString:
      // Short steps make repeated vertices, zero lengths and overlaps.
      func part() -> CoordinateSequence {
        var places = [gridPlace(&generator)]
        for _ in 0..<Int.random(in: 1...5, using: &generator) {
          let last = places[places.count - 1]
          places.append(
            Coordinate(
              x: last.x + Double(Int.random(in: -2...2, using: &generator)),
              y: last.y + Double(Int.random(in: -2...2, using: &generator))
            )
          )
        }
        return CoordinateSequence(places)
      }
      if Int.random(in: 0..<5, using: &generator) == 0 {
        return .multiLineString(try MultiLineString(parts: [part(), part()]))
      }
      return .lineString(try LineString(part()))
    default:
      let width = Double(Int.random(in: 1...4, using: &generator))
      let far = Coordinate(x: start.x + width, y: start.y + width)
      return .polygon(
        try Polygon(rings: [
          [start, Coordinate(x: far.x, y: start.y), far, Coordinate(x: start.x, y: far.y), start]
        ])
      )
    }
  }

  private static func source(
    _ id: Int,
    _ name: String,
    _ usage: NetworkSourceUsage,
    _ generator: inout some RandomNumberGenerator
  ) -> NetworkSource {
    NetworkSource(
      sourceID: id,
      name: name,
      usage: usage,
      assetGroups: (1...2).map { group in
        AssetGroup(
          code: group,
          name: "Group \(group)",
          assetTypes: (1...2).map { type in
            AssetType(
              code: type,
              name: "Type \(type)",
              connectivityPolicy: usage.elementKind == .edge
                ? (Bool.random(using: &generator) ? .anyVertex : .endVertex) : nil
            )
          }
        )
      }
    )
  }

  private static func rules(
    _ definition: NetworkDefinition,
    _ generator: inout some RandomNumberGenerator
  ) -> [NetworkRule] {
    let all = definition.sources.flatMap { source in
      source.assetGroups.flatMap { group in
        group.assetTypes.map { type in
          AssetTypeID(sourceID: source.sourceID, assetGroup: group.code, assetType: type.code)
        }
      }
    }
    return (1...14).compactMap { id in
      let kind = NetworkRuleKind.allCases[Int.random(in: 0..<5, using: &generator)]
      guard let from = all.randomElement(using: &generator),
        let to = all.randomElement(using: &generator),
        let via = all.randomElement(using: &generator)
      else { return nil }
      return NetworkRule(
        id: id,
        kind: kind,
        from: .init(from),
        to: .init(to),
        via: kind == .edgeJunctionEdge ? .init(via) : nil
      )
    }
  }

  private static func associations(
    _ tables: [FeatureTable],
    _ generator: inout some RandomNumberGenerator
  ) -> [Association] {
    let ends = tables.flatMap { table in
      table.globalIDs.compactMap { id in
        id.flatMap { id in table.sourceID.map { Association.End(sourceID: $0, globalID: id) } }
      }
    }
    return (0..<ends.count / 2).compactMap { index in
      guard let from = ends.randomElement(using: &generator),
        let to = ends.randomElement(using: &generator), from != to,
        let kind = kinds(from, to).randomElement(using: &generator)
      else { return nil }
      return Association(
        globalID: GlobalID(high: 8, low: UInt64(index)),
        kind: kind,
        from: from,
        to: to,
        fractionAlongEdge: kind == .junctionMidspanConnectivity ? 0.25 : nil
      )
    }
  }

  /// The kinds of association that two ends may have; the line source is 9.
  private static func kinds(
    _ from: Association.End,
    _ to: Association.End
  ) -> [AssociationKind] {
    let edges = [from, to].count { $0.sourceID == 9 }
    let connectivity: [AssociationKind] =
      switch edges {
      case 0: [.connectivity]
      case 1:
        [
          .junctionEdgeFromConnectivity, .junctionMidspanConnectivity,
          .junctionEdgeToConnectivity,
        ]
      default: []
      }
    return connectivity + [.containment, .attachment]
  }
}
