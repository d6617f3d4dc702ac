import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Extents of networks in databases", TestDatabase.isThere)
struct ExtentTests {
  private let schema: TemporarySchema
  private let whole: UtilityNetwork
  private let extent: Envelope

  init() async throws {
    schema = try TemporarySchema()
    whole = try GeoPackage.open(SampleFile.path, images: .none).network
    try await NetworkPlace.database(schema.address).write(whole)
    let table = try #require(whole.tables.firstIndex { $0.name == "PipelineDevice" })
    let place = whole.geometry(of: FeatureID(table: table, row: 700))?.coordinates.first
    extent = Envelope(try #require(place)).expanded(by: 150)
  }

  private func session(extent: Envelope?) async throws -> PostgresSession {
    try await PostgresSession(schema.address, extent: extent, images: .none, lookingEvery: nil)
  }

  private func rows(_ network: some NetworkReading) -> [String: Feature] {
    var rows: [String: Feature] = [:]
    for id in network.features {
      guard let rowID = network.rowID(of: id) else { continue }
      let table = network.base.tables[Int(id.table)]
      let fields = table.fields.indices.map { network.attribute($0, of: id) ?? .null }
      rows["\(table.name) \(rowID)"] = Feature(
        rowID: rowID,
        globalID: network.globalID(of: id),
        assetGroup: network.assetTypeID(of: id)?.assetGroup ?? 0,
        assetType: network.assetTypeID(of: id)?.assetType ?? 0,
        origin: network.origin(of: id),
        geometry: network.geometry(of: id),
        attributes: fields
      )
    }
    return rows
  }

  @Test("An extent of a database is that of a file")
  func same() throws {
    let file = try GeoPackage.open(SampleFile.path, extent: extent)
    let stored = try PostGIS.open(schema.address, extent: extent)
    #expect(stored.network.tables == file.network.tables)
    #expect(stored.edge?.features == file.edge?.features)
    func ids(_ network: StoredNetwork) -> [Set<GlobalID>] {
      [Array(network.network.associations), Array(network.edge?.associations ?? [])]
        .map { Set($0.map(\.globalID)) }
    }
    #expect(ids(stored) == ids(file))
  }

  @Test("What others do within, beyond and across the rim of an extent leaves what is read anew")
  func others() async throws {
    let part = try await session(extent: extent)
    let all = try await session(extent: nil)
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    let wide = extent.expanded(by: 40)
    let tables = whole.tables.indices.filter { whole.tables[$0].geometryType == .point }
    let near = tables.flatMap { table in
      whole.tables[table].rowIDs.indices.map { FeatureID(table: table, row: $0) }
        .filter { whole.geometry(of: $0)?.envelope.map(wide.intersects) ?? false }
    }
    var done = 0
    for _ in 0..<60 {
      let network = all.state.network
      guard let feature = near.randomElement(using: &random), let key = network.key(of: feature)
      else { continue }
      let place = Coordinate(
        x: .random(in: wide.minX...wide.maxX, using: &random),
        y: .random(in: wide.minY...wide.maxY, using: &random)
      )
      let edit: NetworkEdit =
        switch Int.random(in: 0..<5, using: &random) {
        case 0: .setGeometry(key, .point(Point(place)))
        case 1: .setOrigin(key, "\(done)")
        case 2: .deleteFeature(key)
        default: .insertFeature(NewFeature(geometry: .point(Point(place))), table: "survey_points")
        }
      // What the rules refuse is no edit.
      guard (try? all.commit(NetworkTransaction("Edit \(done)", [edit]))) != nil else { continue }
      done += 1
      if Bool.random(using: &random) { try part.reload() }
    }
    try part.reload()
    let anew = try PostGIS.open(schema.address, extent: extent)
    #expect(done > 20, "seed \(seed)")
    #expect(rows(part.state.network) == rows(anew.network), "seed \(seed)")
    #expect(
      Set(part.edge?.features.compactMap { part.state.network.key(of: $0) } ?? [])
        == Set(anew.edge?.features.compactMap { EditedNetwork(anew.network).key(of: $0) } ?? []),
      "seed \(seed)"
    )
  }

  @Test("What lies in the extent is edited, and what may be joined beyond is not")
  func edits() async throws {
    let part = try await session(extent: extent)
    let center = extent.center
    try part.commit(step("Point", insertPoint(center.x, center.y)))
    let refused = #expect(throws: TransactionError.self) {
      try part.commit(step("Away", insertPoint(extent.maxX + 10, extent.maxY)))
    }
    #expect(refused?.problems.map(\.code) == [.beyondExtent])
    let network = part.state.network
    let beyond = try #require(
      whole.features.lazy.compactMap { whole.globalID(of: $0) }
        .first { network.feature(globalID: $0) == nil }
    )
    let known = NewFeature(globalID: beyond, geometry: point(center.x, center.y))
    let taken = #expect(throws: TransactionError.self) {
      try part.commit(step("Taken", .insertFeature(known, table: "survey_points")))
    }
    #expect(taken?.problems.map(\.code) == [.globalIDInUse])
    #expect(try PostGIS.open(schema.address).network.featureCount == whole.featureCount + 1)
    #expect(try part.undo() != nil)
    #expect(try PostGIS.open(schema.address).network.tables == whole.tables)
  }
}
