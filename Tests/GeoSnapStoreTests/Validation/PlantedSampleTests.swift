import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Errors planted in the gas and electric networks of a town")
struct PlantedSampleTests {
  /// A line that is long enough to plant in, by its row.
  private static func line(
    _ table: FeatureTable,
    _ generator: inout SeededGenerator
  ) throws -> (id: GlobalID, path: [Coordinate]) {
    while true {
      let row = generator.int(0...table.count - 1)
      guard let geometry = table.geometries[row], let id = table.globalIDs[row] else { continue }
      let path = Array(geometry.coordinates)
      if path[0].distance(to: path[1]) > 2 { return (id, path) }
    }
  }

  static let codes: [NetworkErrorCode] = [
    .wrongDataType, .emptyGeometry, .unknownAssetGroup, .zeroLengthLine, .noVertexForConnection,
    .noContainmentRule, .noAttachmentRule, .multipartLine, .selfIntersectingLine, .repeatedVertex,
    .invalidAssetType, .stackedPoints, .missingAssociatedFeature, .noConnectivityRule,
  ]

  @Test("The town is clean")
  func clean() throws {
    let validation = try NetworkValidation(try SampleTown.network)
    #expect(validation.errors.map(\.message) == [])
    #expect(validation.ruleGaps.isEmpty)
  }

  @Test("Each is found at its feature and at no other", arguments: Extent.some(1, of: codes))
  func planted(_ code: NetworkErrorCode) throws {
    let network = try SampleTown.network
    var generator = SeededGenerator(seed: UInt64(code.number ?? 0) + 100)
    var copy = PlantedNetwork(network)
    for number in 0..<10 {
      // Every fitting of the gas network joins every pipe.
      let isGas = number % 2 == 0 && code != .noConnectivityRule
      let name = isGas ? "Pipeline" : "Electric"
      let lines = try #require(network.tables.first { $0.name == name + "Line" })
      let (id, path) = try Self.line(lines, &generator)
      let middle = Coordinate(x: (path[0].x + path[1].x) / 2, y: (path[0].y + path[1].y) / 2)
      try plant(code, &copy, network, name, id, path, middle, &generator)
    }
    let (made, problems) = try copy.make()
    let validation = try NetworkValidation(made, tolerated: problems)
    let all = validation.errors.map(\.message).joined(separator: "\n")
    #expect(validation.errors.count == Set(copy.planted).count, "\(all)")
    #expect(validation.errors.allSatisfy { $0.code == code }, "\(all)")
    for planted in copy.planted {
      let feature = try #require(made.feature(globalID: planted))
      #expect(validation.status(of: feature) == .error, "\(planted) of \(all)")
    }
    #expect(Set(copy.planted).count >= 8)
  }

  private func plant(
    _ code: NetworkErrorCode,
    _ copy: inout PlantedNetwork,
    _ network: UtilityNetwork,
    _ name: String,
    _ id: GlobalID,
    _ path: [Coordinate],
    _ middle: Coordinate,
    _ generator: inout SeededGenerator
  ) throws {
    var planted = id
    func line(_ places: [Coordinate]) throws -> Geometry {
      .lineString(try LineString(CoordinateSequence(places), srid: network.srid))
    }
    func table(_ end: String) throws -> FeatureTable {
      try #require(network.tables.first { $0.name == end })
    }
    func random(_ end: String) throws -> (GlobalID, AssetTypeID, Coordinate) {
      let table = try table(end)
      let row = generator.int(0...table.count - 1)
      return (
        try #require(table.globalIDs[row]), try #require(table.assetTypeID(of: row)),
        try #require(table.geometries[row]?.coordinates.first)
      )
    }
    let (dx, dy) = ((path[1].x - path[0].x) * 0.1, (path[1].y - path[0].y) * 0.1)
    func at(_ along: Double, _ across: Double) -> Coordinate {
      Coordinate(
        x: path[0].x + 10 * along * dx - across * dy,
        y: path[0].y + 10 * along * dy + across * dx
      )
    }
    switch code {
    case .wrongDataType: copy.set(id, "INSERVICE", .text("yes"))
    case .emptyGeometry: copy.change(id) { $0.geometry = nil }
    case .unknownAssetGroup: copy.change(id) { $0.assetGroup = 4711 }
    case .invalidAssetType: copy.change(id) { $0.assetType = 4711 }
    case .zeroLengthLine:
      let geometry = try line([middle, middle])
      copy.change(id) { $0.geometry = geometry }
    case .noVertexForConnection:
      let feature = try #require(network.feature(globalID: id))
      let type = try #require(
        network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
      )
      let junctions = network.rules.filter { $0.kind == .junctionEdge && $0.to.assetType == type }
        .map(\.from.assetType)
        .filter { network.assetType($0)?.type.terminalConfigurationID == nil }
      let junction = try #require(junctions.first)
      planted = copy.add(junction, .point(Point(middle, srid: network.srid)))
    case .noConnectivityRule:
      // An alien junction where the line ends in nothing but it.
      let feature = try #require(network.feature(globalID: id))
      let type = try #require(
        network.tables[Int(feature.table)].assetTypeID(of: Int(feature.row))
      )
      let source = try #require(network.definition.source(named: name + "Junction"))
      let all = source.assetGroups.flatMap { group in
        group.assetTypes.map {
          AssetTypeID(sourceID: source.sourceID, assetGroup: group.code, assetType: $0.code)
        }
      }
      let alien = try #require(
        all.first { alien in
          !network.rules.contains { rule in
            let sides = [rule.from, rule.to, rule.via].compactMap { $0?.assetType }
            return rule.kind.rawValue >= 4 && sides.contains(alien) && sides.contains(type)
          }
        }
      )
      let place = Coordinate(x: middle.x + 1e5, y: middle.y)
      let end = Coordinate(x: place.x + 5, y: place.y)
      copy.add(type, try line([place, end]))
      planted = copy.add(alien, .point(Point(end, srid: network.srid)))
    case .noContainmentRule:
      let (pole, _, _) = try random("StructureJunction")
      copy.associate(.containment, pole, id)
    case .noAttachmentRule:
      let (pole, _, _) = try random("StructureJunction")
      copy.associate(.attachment, pole, id)
    case .multipartLine:
      let parts = try MultiLineString(
        parts: [CoordinateSequence([path[0], middle]), CoordinateSequence([middle, path[1]])],
        srid: network.srid
      )
      copy.change(id) { $0.geometry = .multiLineString(parts) }
    case .selfIntersectingLine:
      let loop = [at(0.5, 0), at(0.5, 0.07), at(0.4, 0.07), at(0.4, -0.07)]
      let geometry = try line([path[0]] + loop + path.dropFirst())
      copy.change(id) { $0.geometry = geometry }
    case .repeatedVertex:
      let vertex = generator.int(0...path.count - 1)
      let geometry = try line(Array(path[...vertex]) + path[vertex...])
      copy.change(id) { $0.geometry = geometry }
    case .stackedPoints:
      let (_, type, place) = try random(name + "Junction")
      planted = copy.add(type, .point(Point(place, srid: network.srid)))
    case .missingAssociatedFeature:
      let (pole, _, _) = try random("StructureJunction")
      copy.associations.append(
        Association(
          globalID: copy.newID(),
          kind: .attachment,
          from: .init(sourceID: 4, globalID: pole),
          to: .init(sourceID: 13, globalID: copy.newID())
        )
      )
      planted = pole
    default: return
    }
    copy.planted.append(planted)
  }
}
