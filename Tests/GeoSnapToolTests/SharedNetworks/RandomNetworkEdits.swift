import GeoSnap
import GeoSnapTestSupport

/// Random transactions of every kind that an editor makes, for any network: most are accepted, and
/// what they move comes to lie on, near or across something that is there.
struct RandomNetworkEdits {
  var generator: SeededGenerator
  private let network: UtilityNetwork
  private let tolerance: Double
  /// The tables of network sources that have features.
  private let tables: [Int]
  /// The features of asset types, those that were deleted meanwhile among them.
  private var members: [AssetTypeID: [GlobalID]] = [:]
  /// The rules about associations both sides of which have features.
  private let rules: [NetworkRule]
  private let paths: [String]
  private var serial: UInt64 = 0

  init(_ network: UtilityNetwork, seed: UInt64) {
    self.network = network
    generator = SeededGenerator(seed: seed)
    tolerance = network.coincidenceTolerance.xy
    tables = network.tables.indices.filter {
      network.tables[$0].sourceID != nil && network.tables[$0].count > 0
    }
    var members: [AssetTypeID: [GlobalID]] = [:]
    for table in tables {
      for row in 0..<network.tables[table].count {
        guard let id = network.tables[table].globalIDs[row],
          let type = network.tables[table].assetTypeID(of: row)
        else { continue }
        members[type, default: []].append(id)
      }
    }
    self.members = members
    rules = network.rules.filter {
      members[$0.from.assetType] != nil && members[$0.to.assetType] != nil
    }
    paths = network.definition.terminalConfigurations.flatMap { $0.validPaths.map(\.name) }
  }

  private mutating func newID() -> GlobalID {
    serial += 1
    return GlobalID(high: 0xE5 << 56 | generator.seed, low: serial)
  }

  mutating func next(_ current: EditedNetwork) throws -> NetworkTransaction {
    let count = generator.oneIn(3) ? generator.int(2...4) : 1
    return NetworkTransaction("edit", try (0..<count).compactMap { _ in try edit(current) })
  }

  private mutating func edit(_ current: EditedNetwork) throws -> NetworkEdit? {
    guard let feature = generator.feature(in: current, tables),
      let globalID = current.globalID(of: feature)
    else { return nil }
    let key = FeatureKey.globalID(globalID)
    let table = network.tables[Int(feature.table)]
    switch generator.int(0...17) {
    case 0...2: return try insertion(like: feature, current)
    case 3...7: return .setGeometry(key, try geometry(feature, current))
    case 8, 9: return .deleteFeature(key)
    case 10, 11:
      guard let field = table.fields.randomElement(using: &generator) else { return nil }
      return .setAttributes(key, [field.name: value(field)])
    case 12, 13:
      guard let other = generator.feature(in: current, [Int(feature.table)]),
        let type = type(like: other, current)
      else { return nil }
      return .setAssetType(key, assetGroup: type.assetGroup, assetType: type.assetType)
    case 14:
      let associations = current.associations(of: feature)
      return associations.randomElement(using: &generator).map { .deleteAssociation($0.globalID) }
    default: return association(feature, current)
    }
  }

  /// A feature's asset type or, now and then, any of its source.
  private mutating func type(like feature: FeatureID, _ current: EditedNetwork) -> AssetTypeID? {
    let type = current.assetTypeID(of: feature)
    guard generator.oneIn(3) else { return type }
    let source = network.definition.sources.first { $0.sourceID == type?.sourceID }
    return source.flatMap { generator.assetType(of: $0) } ?? type
  }

  private mutating func insertion(
    like feature: FeatureID,
    _ current: EditedNetwork
  ) throws -> NetworkEdit? {
    guard let type = type(like: feature, current) else { return nil }
    let table = network.tables[Int(feature.table)]
    let fields = table.fields.filter { _ in generator.oneIn(3) }
    let attributes = fields.map { ($0.name, value($0)) }
    let id = newID()
    members[type, default: []].append(id)
    let new = NewFeature(
      globalID: id,
      assetGroup: type.assetGroup,
      assetType: type.assetType,
      origin: "new/\(serial)",
      geometry: try geometry(feature, current),
      attributes: Dictionary(uniqueKeysWithValues: attributes)
    )
    return .insertFeature(new, table: table.name)
  }

  private mutating func value(_ field: AttributeField) -> AttributeValue {
    if generator.oneIn(5) { return .null }
    switch field.storage {
    case .integer: return .integer(Int64(generator.int(-1...8)))
    case .real: return .real(Double(generator.int(-1...8)))
    case .text: return .text(paths.randomElement(using: &generator) ?? "All")
    case .blob: return .blob([1, 2])
    }
  }

  /// On a vertex of something, near it, or between two of them.
  private mutating func place(_ current: EditedNetwork) -> Coordinate {
    for _ in 0..<8 {
      guard let feature = generator.feature(in: current, tables),
        let path = current.geometry(of: feature).map({ Array($0.coordinates) }),
        let vertex = path.indices.randomElement(using: &generator)
      else { continue }
      if generator.oneIn(6), vertex > 0 { return middle(path[vertex - 1], path[vertex]) }
      let steps = [0, 0, 0, 0, 0, 0.4, -0.4, 0.9, 2, 50]
      return Coordinate(
        x: path[vertex].x + tolerance * (steps.randomElement(using: &generator) ?? 0),
        y: path[vertex].y + tolerance * (steps.randomElement(using: &generator) ?? 0)
      )
    }
    return Coordinate(x: 0, y: 0)
  }

  private func middle(_ first: Coordinate, _ second: Coordinate) -> Coordinate {
    Coordinate(x: (first.x + second.x) / 2, y: (first.y + second.y) / 2)
  }

  /// A shape for the feature's table, often its own one changed.
  private mutating func geometry(_ feature: FeatureID, _ current: EditedNetwork) throws -> Geometry?
  {
    if generator.oneIn(40) { return nil }
    switch network.tables[Int(feature.table)].geometryType {
    case .point, .multiPoint: return .point(Point(place(current)))
    case .lineString, .multiLineString:
      var path = current.geometry(of: feature).map { Array($0.coordinates) } ?? []
      if path.count < 2 || generator.oneIn(3) {
        path = (0..<generator.int(2...4)).map { _ in place(current) }
      } else {
        reshape(&path, current)
      }
      guard generator.oneIn(30) else {
        return .lineString(try LineString(CoordinateSequence(path)))
      }
      let other: CoordinateSequence = [place(current), place(current)]
      return .multiLineString(try MultiLineString(parts: [CoordinateSequence(path), other]))
    case .polygon, .multiPolygon:
      let corner = place(current)
      let (right, top) = (corner.x + tolerance * 1000, corner.y + tolerance * 1000)
      let ring: CoordinateSequence = [
        corner, Coordinate(x: right, y: corner.y), Coordinate(x: corner.x, y: top), corner,
      ]
      return .polygon(try Polygon(rings: [ring]))
    default: return nil
    }
  }

  private mutating func reshape(_ path: inout [Coordinate], _ current: EditedNetwork) {
    switch generator.int(0...6) {
    case 0: path.insert(place(current), at: generator.int(1...path.count - 1))
    case 1:
      let vertex = generator.int(1...path.count - 1)
      path.insert(middle(path[vertex - 1], path[vertex]), at: vertex)
    case 2 where path.count > 2: path.remove(at: generator.int(0...path.count - 1))
    case 3: path.reverse()
    case 4: path[generator.int(0...path.count - 1)] = place(current)
    case 5: path[0] = place(current)
    default: path[path.count - 1] = place(current)
    }
  }

  /// One that a rule allows, or one like another at other ends.
  private mutating func association(_ feature: FeatureID, _ current: EditedNetwork) -> NetworkEdit?
  {
    if generator.oneIn(3),
      let old = current.associations(of: feature).randomElement(using: &generator),
      let type = current.feature(globalID: old.to.globalID).flatMap({ current.assetTypeID(of: $0) }
      ),
      let other = members[type]?.randomElement(using: &generator)
    {
      var new = NewAssociation(old)
      new.globalID = newID()
      new.to.globalID = other
      return .insertAssociation(new)
    }
    guard let rule = rules.randomElement(using: &generator), let from = end(rule.from),
      let to = end(rule.to)
    else { return nil }
    let kinds: [AssociationKind] =
      switch rule.kind {
      case .junctionJunction: [.connectivity]
      case .containment: [.containment]
      case .attachment: [.attachment]
      case .junctionEdge, .edgeJunctionEdge:
        [.junctionEdgeFromConnectivity, .junctionMidspanConnectivity, .junctionEdgeToConnectivity]
      }
    let kind = kinds.randomElement(using: &generator) ?? .connectivity
    let isMidspan = kind == .junctionMidspanConnectivity
    let fraction = isMidspan ? Double(generator.int(0...4)) / 4 : nil
    return .insertAssociation(
      NewAssociation(globalID: newID(), kind: kind, from: from, to: to, fractionAlongEdge: fraction)
    )
  }

  private mutating func end(_ side: NetworkRule.Side) -> NewAssociation.End? {
    let configuration = network.assetType(side.assetType)?.type.terminalConfigurationID
    let terminals = network.definition.terminalConfigurations
      .first { $0.id == configuration }?.terminals
    let terminal = side.terminalID ?? terminals?.randomElement(using: &generator)?.id
    return members[side.assetType]?.randomElement(using: &generator)
      .map { NewAssociation.End($0, terminalID: terminal) }
  }
}

extension SeededGenerator {
  /// A feature of one of some tables that is there; nil where eight tries find none.
  mutating func feature(
    in network: EditedNetwork,
    _ tables: [Int],
    where isWanted: (FeatureID) -> Bool = { _ in true }
  ) -> FeatureID? {
    for _ in 0..<8 {
      // A file that was read again may have lost all rows of a table.
      guard let table = tables.randomElement(using: &self), network.rowCount(table: table) > 0
      else {
        continue
      }
      let feature = FeatureID(table: table, row: int(0...network.rowCount(table: table) - 1))
      if network.contains(feature), isWanted(feature) { return feature }
    }
    return nil
  }

  mutating func assetType(of source: NetworkSource) -> AssetTypeID? {
    guard let group = source.assetGroups.randomElement(using: &self),
      let type = group.assetTypes.randomElement(using: &self)
    else { return nil }
    return AssetTypeID(sourceID: source.sourceID, assetGroup: group.code, assetType: type.code)
  }
}
