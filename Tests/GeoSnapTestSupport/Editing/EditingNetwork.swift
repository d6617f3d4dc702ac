public import GeoSnap

/// A small network for edits: containers of every delete semantics, terminals, all storages of
/// attributes, and a plain table whose rows have no global ids.
public enum EditingNetwork {
  public static let fields = [
    AttributeField("STATUS", .integer), AttributeField("RATING", .real),
    AttributeField("NAME", .text), AttributeField("PHOTO", .blob),
  ]

  public static let sources:
    [(id: Int, name: String, usage: NetworkSourceUsage, role: AssociationRole)] = [
      (4, "Boundary", .structureBoundary, .container), (5, "Pad", .structureJunction, .structure),
      (6, "Device", .device, .none), (7, "Junction", .junction, .none),
      (8, "Assembly", .assembly, .container), (9, "Line", .line, .none),
      (10, "JunctionObject", .junctionObject, .none),
    ]

  public static let definition = NetworkDefinition(
    domainNetworks: [
      .structure(source(sources[0]), source(sources[1])),
      DomainNetwork(id: 2, name: "Domain", sources: sources.dropFirst(2).map(source)),
    ],
    terminalConfigurations: [.init(1, "Dual", ["High", "Low"], hasUpstream: true)]
  )

  /// Asset types 1 to 3 of group 1, with the delete semantics in their order; devices of type 1 have two terminals.
  private static func source(
    _ source: (id: Int, name: String, usage: NetworkSourceUsage, role: AssociationRole)
  ) -> NetworkSource {
    let semantics: [AssociationDeleteSemantics] = [.cascade, .setToNone, .restricted]
    let types = semantics.enumerated().map { index, semantics in
      AssetType(
        code: index + 1,
        name: "Type \(index + 1)",
        associationRole: source.role,
        deleteSemantics: semantics,
        terminalConfigurationID: source.usage == .device && index == 0 ? 1 : nil,
        connectivityPolicy: source.usage.elementKind == .edge ? .anyVertex : nil
      )
    }
    return NetworkSource(source.id, source.name, source.usage, types)
  }

  public static func types(_ ids: [Int]) -> [AssetTypeID] {
    ids.flatMap { id in (1...3).map { AssetTypeID(id, 1, $0) } }
  }

  /// A network of some features in each table, without associations; about two in three rules that could be are.
  public static func make(
    rows: Int,
    using generator: inout SeededGenerator
  ) throws -> UtilityNetwork {
    var tables: [FeatureTable] = []
    for source in definition.sources {
      let id = source.sourceID
      var table = FeatureTable(source, id == 6 ? fields : [])
      for row in 0..<rows {
        let type = AssetTypeID(id, 1, generator.int(1...3))
        let origin = generator.oneIn(3) ? nil : "e/\(row % 5);f/\(row)"
        let shape = try geometry(source.usage, &generator)
        let values = id == 6 ? attributes(&generator) : []
        table.append(
          Feature(
            row * 2 + 1,
            type,
            .init(high: UInt64(id), low: UInt64(row)),
            shape,
            origin: origin,
            values
          )
        )
      }
      tables.append(table)
    }
    var houses = FeatureTable(
      name: "houses",
      sourceID: nil,
      geometryType: .point,
      fields: [AttributeField("number", .integer)]
    )
    for row in 0..<rows {
      let place = try geometry(.device, &generator)
      houses.append(Feature(row + 1, nil, nil, place, [.integer(Int64(row))]))
    }
    return try UtilityNetwork(definition, tables + [houses], rules: rules(&generator))
  }

  private static func rules(_ generator: inout SeededGenerator) -> [NetworkRule] {
    var rules: [NetworkRule] = []
    func allow(_ kind: NetworkRuleKind, _ from: [Int], _ to: [Int]) {
      for (index, left) in types(from).enumerated() {
        for (other, right) in types(to).enumerated() where !generator.oneIn(3) {
          let isDual = left.sourceID == 6 && left.assetType == 1
          let swaps = kind == .junctionEdge && (index + other).isMultiple(of: 2)
          let first = NetworkRule.Side(left, terminalID: isDual ? generator.int(1...2) : nil)
          let second = NetworkRule.Side(right)
          let sides = swaps ? (second, first) : (first, second)
          rules.append(NetworkRule(id: rules.count + 1, kind: kind, from: sides.0, to: sides.1))
        }
      }
    }
    allow(.junctionJunction, [6, 7], [6, 7, 10])
    allow(.containment, [4, 8], [4, 6, 7, 8, 9, 10])
    allow(.attachment, [5], [6, 8])
    allow(.junctionEdge, [6, 7, 10], [9])
    return rules
  }

  public static func attributes(_ generator: inout SeededGenerator) -> [AttributeValue] {
    fields.map { value($0, &generator) }
  }

  public static func value(
    _ field: AttributeField,
    _ generator: inout SeededGenerator
  ) -> AttributeValue {
    if generator.oneIn(4) { return .null }
    switch field.storage {
    case .integer: return .integer(Int64(generator.int(-3...3)))
    case .real: return .real(generator.oneIn(3) ? 2 : generator.double(-5...5))
    case .text:
      return .text(
        ["", "Ümläut ' \"", "valve \(generator.int(1...9))"].randomElement(using: &generator) ?? ""
      )
    case .blob: return .blob((0..<generator.int(0...3)).map { _ in UInt8(generator.int(0...255)) })
    }
  }

  public static func geometry(
    _ usage: NetworkSourceUsage,
    _ generator: inout SeededGenerator
  ) throws -> Geometry? {
    if generator.oneIn(8) { return nil }
    let (x, y) = (generator.double(-1000...1000), generator.double(-1000...1000))
    switch usage.geometryType {
    case .point: return .point(Point(x: x, y: y, z: generator.oneIn(4) ? 1.5 : nil))
    case .lineString:
      return .lineString(try LineString([Coordinate(x, y), Coordinate(x + 1, y - 0.1)]))
    case .polygon:
      let (start, right, top) = (Coordinate(x, y), Coordinate(x + 1, y), Coordinate(x, y + 1))
      return .polygon(try Polygon(rings: [[start, right, top, start]]))
    default: return nil
    }
  }
}
