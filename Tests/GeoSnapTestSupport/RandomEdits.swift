public import GeoSnap

/// Random single edits of a network, most of which a commit accepts.
public struct RandomEdits {
  private var serial: UInt64 = 0
  private let tables: [FeatureTable]

  /// Edits of the tables of a network.
  public init(_ network: UtilityNetwork) { tables = network.tables }

  /// The next edit of a network as it is now.
  public mutating func next(
    _ network: EditedNetwork,
    _ generator: inout SeededGenerator
  ) throws -> NetworkEdit {
    serial += 1
    let index = Int.random(in: 0..<tables.count, using: &generator)
    let table = tables[index]
    let ids = network.features(table: index)
    let key = ids.randomElement(using: &generator)
      .flatMap { network.globalID(of: $0) }.map { FeatureKey.globalID($0) }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<3:
      return .insertFeature(
        NewFeature(
          globalID: GlobalID(high: 77, low: serial),
          assetGroup: 1,
          assetType: Int.random(in: 1...2, using: &generator),
          origin: "new/\(serial)",
          geometry: try geometry(table.geometryType, &generator)
        ),
        table: table.name
      )
    case 3..<7:
      guard let key else { break }
      return .setGeometry(key, try geometry(table.geometryType, &generator))
    case 7..<9:
      guard let key else { break }
      return .deleteFeature(key)
    case 9:
      guard let key else { break }
      return .setAssetType(key, assetGroup: 1, assetType: Int.random(in: 1...4, using: &generator))
    case 10:
      guard let key else { break }
      let isEdge = table.fields[0].name.lowercased().hasPrefix("from")
      return .setAttributes(
        key,
        isEdge
          ? ["FROMDEVICETERMINAL": .integer(Int64.random(in: 1...7, using: &generator))]
          : ["TERMINALCONFIGURATION": .text("None")]
      )
    default: break
    }
    let all = tables.indices.flatMap { network.features(table: $0) }
    guard let from = all.randomElement(using: &generator).flatMap({ network.globalID(of: $0) }),
      let to = all.randomElement(using: &generator).flatMap({ network.globalID(of: $0) })
    else { return .deleteFeature(.globalID(GlobalID(high: 0, low: 0))) }
    let kinds: [AssociationKind] = [
      .connectivity, .connectivity, .junctionEdgeFromConnectivity, .junctionEdgeToConnectivity,
      .junctionMidspanConnectivity,
    ]
    if Int.random(in: 0..<3, using: &generator) == 0,
      let gone = network.associations.randomElement(using: &generator)
    {
      return .deleteAssociation(gone.globalID)
    }
    return .insertAssociation(
      NewAssociation(
        globalID: GlobalID(high: 78, low: serial),
        kind: kinds.randomElement(using: &generator) ?? .connectivity,
        from: .init(from),
        to: .init(to),
        fractionAlongEdge: [0.25, 0.5, 0.75].randomElement(using: &generator)
      )
    )
  }

  private func geometry(
    _ type: GeometryType?,
    _ generator: inout SeededGenerator
  ) throws -> Geometry? {
    let steps = [0, 0, 0, 0, 0.0004, -0.0004, 0.002]
    func place() -> Coordinate {
      Coordinate(
        x: Double(Int.random(in: 0..<4, using: &generator))
          + (steps.randomElement(using: &generator) ?? 0),
        y: Double(Int.random(in: 0..<4, using: &generator))
          + (steps.randomElement(using: &generator) ?? 0)
      )
    }
    switch type {
    case .point: return .point(Point(place()))
    case .lineString:
      let count = Int.random(in: 2...4, using: &generator)
      return .lineString(try LineString(CoordinateSequence((0..<count).map { _ in place() })))
    case .polygon:
      let corner = place()
      return .polygon(
        try Polygon(rings: [
          [
            corner, Coordinate(x: corner.x + 1, y: corner.y),
            Coordinate(x: corner.x, y: corner.y + 1), corner,
          ]
        ])
      )
    default: return nil
    }
  }
}
