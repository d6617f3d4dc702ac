public import GeoSnap

/// Random single edits of a network, most of which a commit accepts.
public struct RandomEdits {
  private var serial: UInt64 = 0
  private let tables: [FeatureTable]

  public init(_ network: UtilityNetwork) { tables = network.tables }

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
    if table.geometryType == .lineString, let key,
      let edit = lineEdit(key, ids, network, &generator)
    {
      return edit
    }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0..<3:
      let type = AssetTypeID(0, 1, Int.random(in: 1...2, using: &generator))
      let shape = try geometry(table.geometryType, &generator)
      var new = NewFeature(type, shape, id: GlobalID(high: 77, low: serial))
      new.origin = "new/\(serial)"
      return .insertFeature(new, table: table.name)
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
      let isEdge = table.fields.first?.name.lowercased().hasPrefix("from") == true
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
    let kind = kinds.randomElement(using: &generator) ?? .connectivity
    var new = NewAssociation(kind, from, to, id: GlobalID(high: 78, low: serial))
    new.fractionAlongEdge = [0.25, 0.5, 0.75].randomElement(using: &generator)
    return .insertAssociation(new)
  }

  /// Splits a line, merges it or gives it a vertex, half of the times.
  private mutating func lineEdit(
    _ key: FeatureKey,
    _ lines: [FeatureID],
    _ network: EditedNetwork,
    _ generator: inout SeededGenerator
  ) -> NetworkEdit? {
    guard case .globalID(let id) = key, let line = network.feature(globalID: id),
      let geometry = network.geometry(of: line)
    else { return nil }
    func place() -> Coordinate? {
      try? geometry.linearLocation(
        atFraction: [0.2, 0.5, 0.7].randomElement(using: &generator) ?? 0.5
      )?.coordinate
    }
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: return place().map { .insertVertex(key, at: $0) }
    case 1:
      let places = [place(), place()].compactMap(\.self)
      let ids = places.indices.map { GlobalID(high: 79, low: serial * 2 + UInt64($0)) }
      return .splitLine(key, at: places.map { SplitPlace($0) }, newIDs: ids)
    case 2:
      let ends = [geometry.coordinates.first, geometry.coordinates.last].compactMap(\.self)
      let other = lines.first { other in
        guard other != line, let shape = network.geometry(of: other)?.coordinates else {
          return false
        }
        return [shape.first, shape.last].contains { $0.map(ends.contains) ?? false }
      }
      return other.flatMap { network.globalID(of: $0) }.map {
        .mergeLines(key, with: .globalID($0))
      }
    default: return nil
    }
  }

  private func geometry(
    _ type: GeometryType?,
    _ generator: inout SeededGenerator
  ) throws -> Geometry? {
    let steps = [0, 0, 0, 0, 0.0004, -0.0004, 0.002]
    func ordinate() -> Double {
      Double(Int.random(in: 0..<4, using: &generator))
        + (steps.randomElement(using: &generator) ?? 0)
    }
    func place() -> Coordinate { Coordinate(ordinate(), ordinate()) }
    switch type {
    case .point: return .point(Point(place()))
    case .lineString:
      let count = Int.random(in: 2...4, using: &generator)
      return .lineString(try LineString(CoordinateSequence((0..<count).map { _ in place() })))
    case .polygon:
      let corner = place()
      let (right, top) = (Coordinate(corner.x + 1, corner.y), Coordinate(corner.x, corner.y + 1))
      return .polygon(try Polygon(rings: [[corner, right, top, corner]]))
    default: return nil
    }
  }
}
