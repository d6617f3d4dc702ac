public import GeoSnap

/// Small networks with random asset types, rules, shapes and associations, for comparison with brute force.
///
/// Coordinates lie on a coarse grid, so that ties and shared places abound.
public enum RandomNetwork {
  public static func make(size: Int, using generator: inout some RandomNumberGenerator) throws
    -> UtilityNetwork
  {
    let definition = NetworkDefinition(domainNetworks: [
      .structure(source(4, "Boundary", .structureBoundary, &generator)),
      DomainNetwork(
        "Domain",
        source(6, "Device", .device, &generator),
        source(7, "Junction", .junction, &generator),
        source(8, "Assembly", .assembly, &generator),
        source(9, "Line", .line, &generator)
      ),
    ])
    var serial: UInt64 = 0
    var tables: [FeatureTable] = []
    for source in definition.sources {
      var table = FeatureTable(source)
      for row in 0..<size / 5 {
        guard let type = source.assetTypes.randomElement(using: &generator) else { continue }
        serial += 1
        let (id, shape) = (GlobalID(high: 7, low: serial), try geometry(source.usage, &generator))
        table.append(Feature(row + 1, type, id, shape))
      }
      tables.append(table)
    }
    var plain = FeatureTable(name: "plain", sourceID: nil, geometryType: .lineString)
    for row in 0..<size / 10 {
      plain.append(Feature(row + 1, nil, nil, try geometry(.line, &generator)))
    }
    return try UtilityNetwork(
      definition,
      tables + [plain],
      associations(tables, &generator),
      rules: rules(definition, &generator)
    )
  }

  /// A place on or near the grid that features lie on.
  public static func place(using generator: inout some RandomNumberGenerator) -> Coordinate {
    if Bool.random(using: &generator) { return gridPlace(&generator) }
    let range = -2.0...22
    return Coordinate(.random(in: range, using: &generator), .random(in: range, using: &generator))
  }

  private static func gridPlace(_ generator: inout some RandomNumberGenerator) -> Coordinate {
    steps(0...20, &generator)
  }

  private static func steps(
    _ range: ClosedRange<Int>,
    _ generator: inout some RandomNumberGenerator
  ) -> Coordinate {
    let x = Int.random(in: range, using: &generator)
    return Coordinate(Double(x), Double(Int.random(in: range, using: &generator)))
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
          let (last, step) = (places[places.count - 1], steps(-2...2, &generator))
          places.append(Coordinate(last.x + step.x, last.y + step.y))
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
    let groups = (1...2).map { group in
      let types = (1...2).map { type in
        let policy: ConnectivityPolicy? =
          usage.elementKind == .edge
          ? (Bool.random(using: &generator) ? .anyVertex : .endVertex) : nil
        return AssetType(type, "Type \(type)", policy)
      }
      return AssetGroup(code: group, name: "Group \(group)", assetTypes: types)
    }
    return NetworkSource(sourceID: id, name: name, usage: usage, assetGroups: groups)
  }

  private static func rules(
    _ definition: NetworkDefinition,
    _ generator: inout some RandomNumberGenerator
  ) -> [NetworkRule] {
    let all = definition.assetTypes
    return (1...14).compactMap { id in
      let kind = NetworkRuleKind.allCases[Int.random(in: 0..<5, using: &generator)]
      guard let from = all.randomElement(using: &generator),
        let to = all.randomElement(using: &generator),
        let via = all.randomElement(using: &generator)
      else { return nil }
      return NetworkRule(id, kind, from, to, via: kind == .edgeJunctionEdge ? via : nil)
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
  private static func kinds(_ from: Association.End, _ to: Association.End) -> [AssociationKind] {
    let edges = [from, to].count { $0.sourceID == 9 }
    let connectivity: [AssociationKind] =
      switch edges {
      case 0: [.connectivity]
      case 1:
        [.junctionEdgeFromConnectivity, .junctionMidspanConnectivity, .junctionEdgeToConnectivity]
      default: []
      }
    return connectivity + [.containment, .attachment]
  }
}
