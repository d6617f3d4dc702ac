public import GeoSnap

/// Makes random transactions for a network of ``EditingNetwork``: most may be done, some not.
///
/// All ids are given, so that a model that does them too has the same.
public struct RandomTransaction {
  public var generator: SeededGenerator
  private var serial: UInt64 = 0

  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func newID() -> GlobalID {
    serial += 1
    return GlobalID(high: 0xE000_0000_0000_0000 | generator.seed, low: serial)
  }

  public mutating func make(for model: NaiveNetwork) throws -> NetworkTransaction {
    var inserted: [GlobalID] = []
    let edits = try (0..<generator.int(1...4)).map { _ in try edit(model, &inserted) }
    return NetworkTransaction("step \(generator.int(0...999))", edits)
  }

  private mutating func edit(
    _ model: NaiveNetwork,
    _ inserted: inout [GlobalID]
  ) throws -> NetworkEdit {
    let rows = model.features.keys.sorted { ($0.table, $0.row) < ($1.table, $1.row) }
    let associations = model.associations.keys.sorted()
    guard let row = rows.randomElement(using: &generator), let feature = model.features[row] else {
      return try insertion(&inserted)
    }
    let key: FeatureKey =
      feature.globalID.map { .globalID($0) } ?? .row(table: row.table, rowID: row.row)
    let usage = EditingNetwork.sources.first { $0.1 == row.table }?.2 ?? .device
    switch generator.int(0...19) {
    case 0...2: return try insertion(&inserted)
    case 3, 4: return .setGeometry(key, try EditingNetwork.geometry(usage, &generator))
    case 5:
      let wrong = Geometry.point(Point(x: generator.oneIn(2) ? .nan : 1, y: 2))
      return .setGeometry(
        key,
        generator.oneIn(3) ? wrong : try EditingNetwork.geometry(usage, &generator)
      )
    case 6, 7:
      guard let field = EditingNetwork.fields.randomElement(using: &generator) else { fallthrough }
      let other = EditingNetwork.fields.randomElement(using: &generator) ?? field
      let source = generator.oneIn(12) ? other : field
      let name = generator.oneIn(4) ? field.name.lowercased() : field.name
      return .setAttributes(key, [name: EditingNetwork.value(source, &generator)])
    case 8, 9:
      return .setAssetType(
        key,
        assetGroup: 1,
        assetType: generator.int(1...(generator.oneIn(9) ? 5 : 3))
      )
    case 10: return .setOrigin(key, generator.oneIn(3) ? nil : "e/\(generator.int(0...6)); g/1")
    case 11, 12: return .deleteFeature(key)
    case 13:
      guard let id = associations.randomElement(using: &generator) else { fallthrough }
      return .deleteAssociation(id)
    default:
      let all = rows.compactMap { model.features[$0]?.globalID } + inserted + [newID()]
      let from = all.randomElement(using: &generator) ?? newID()
      let to = all.randomElement(using: &generator) ?? newID()
      return .insertAssociation(association(model, from, to))
    }
  }

  private mutating func insertion(_ inserted: inout [GlobalID]) throws -> NetworkEdit {
    if generator.oneIn(6) {
      return .insertFeature(
        NewFeature(geometry: try EditingNetwork.geometry(.device, &generator)),
        table: "houses"
      )
    }
    guard let (source, name, usage, _) = EditingNetwork.sources.randomElement(using: &generator)
    else { return .insertFeature(NewFeature(), table: "none") }
    let id = generator.oneIn(12) ? GlobalID(high: UInt64(source), low: 0) : newID()
    inserted.append(id)
    var attributes: [String: AttributeValue] = [:]
    for field in EditingNetwork.fields where source == 6 || generator.oneIn(20) {
      if !generator.oneIn(3) { attributes[field.name] = EditingNetwork.value(field, &generator) }
    }
    return .insertFeature(
      NewFeature(
        rowID: generator.oneIn(5) ? Int64(generator.int(1...60)) : nil,
        globalID: id,
        assetGroup: 1,
        assetType: generator.oneIn(15) ? 7 : generator.int(1...3),
        origin: generator.oneIn(2) ? nil : "e/\(generator.int(0...6))",
        geometry: try EditingNetwork.geometry(usage, &generator),
        attributes: attributes
      ),
      table: generator.oneIn(5) ? name.uppercased() : name
    )
  }

  /// Of a kind that the two sources allow, most of the time.
  private mutating func association(
    _ model: NaiveNetwork,
    _ from: GlobalID,
    _ to: GlobalID
  ) -> NewAssociation {
    func source(_ id: GlobalID) -> Int { model.table(id).flatMap { model.sourceID($0) } ?? 6 }
    let kinds: [AssociationKind]
    switch (source(from), source(to)) {
    case (4, _), (8, _): kinds = [.containment]
    case (5, _): kinds = [.attachment]
    case (9, _), (_, 9):
      kinds = [
        .junctionEdgeFromConnectivity, .junctionMidspanConnectivity, .junctionEdgeToConnectivity,
      ]
    default: kinds = [.connectivity]
    }
    let all = generator.oneIn(10) ? AssociationKind.allCases : kinds
    let kind = all.randomElement(using: &generator) ?? .connectivity
    func terminal() -> Int? {
      generator.oneIn(3) ? nil : generator.int(1...(generator.oneIn(6) ? 3 : 2))
    }
    func end(_ id: GlobalID) -> NewAssociation.End {
      let isDual = model.feature(id).map { $0.assetType == 1 } ?? false
      return .init(
        id,
        terminalID: source(id) == 6 && isDual ? terminal() : generator.oneIn(20) ? 2 : nil
      )
    }
    let needsFraction = kind == .junctionMidspanConnectivity
    return NewAssociation(
      globalID: generator.oneIn(15) ? model.associations.keys.min() ?? newID() : newID(),
      kind: kind,
      from: end(from),
      to: end(to),
      isContentVisible: generator.oneIn(3),
      fractionAlongEdge: needsFraction && !generator.oneIn(8)
        ? Double(generator.int(0...(generator.oneIn(9) ? 9 : 4))) / 4 : nil,
      origin: generator.oneIn(5) ? "derived" : nil
    )
  }
}
