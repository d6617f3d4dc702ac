import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Measures in a store")
struct MeasureTests {
  private static let allDimensions: [CoordinateDimensions] = [.xy, .xyz, .xym, .xyzm]

  private func network(_ tables: [FeatureTable]) throws -> UtilityNetwork {
    try UtilityNetwork(definition: NetworkDefinition(), srid: 25_832, tables: tables)
  }

  private func table(
    _ name: String,
    _ type: GeometryType,
    _ geometries: [Geometry?]
  ) -> FeatureTable {
    var table = FeatureTable(name: name, sourceID: nil, geometryType: type, fields: [])
    for (row, geometry) in geometries.enumerated() {
      table.append(Feature(rowID: Int64(row + 1), globalID: nil, geometry: geometry))
    }
    return table
  }

  /// What `gpkg_geometry_columns` says of each table's z and m.
  private func uses(_ file: TemporaryFile) throws -> [String: [Int]] {
    let queue = try DatabaseQueue(path: file.path)
    let rows = try queue.read { database in
      try Row.fetchAll(database, sql: "SELECT table_name, z, m FROM gpkg_geometry_columns")
    }
    try queue.close()
    return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], [$0[1], $0[2]]) })
  }

  @Test(
    "Every type with any ordinates comes back bit for bit",
    .onBothStores,
    arguments: GeometryType.allCases,
    allDimensions
  )
  func roundTrip(type: GeometryType, dimensions: CoordinateDimensions) async throws {
    for seed in 1...Extent.count(1, long: 3) as ClosedRange<UInt64> {
      var random = RandomGeometry(seed: seed, allowsMeasures: true)
      var geometries: [Geometry?] = [nil]
      for _ in 0..<20 {
        let geometry = try random.geometry(type, dimensions)
        if StoreKind.current.takes(geometry) { geometries.append(geometry) }
      }
      let subject = try await StoreSubject(try network([table("t", type, geometries)]))
      let back = try await subject.stored().network.tables[0]
      for (geometry, expected) in zip(back.geometries, geometries) {
        #expect(geometry?.wkb() == expected?.wkb(), "seed \(seed): \(expected?.wkt ?? "")")
        #expect(geometry?.srid == expected.map { _ in 25_832 })
      }
      #expect(back.count == geometries.count)
    }
  }

  @Test("The metadata says whether none, all or some of the rows have Z and M")
  func metadata() throws {
    func geometries(_ texts: String...) throws -> [Geometry?] {
      try texts.map { try Geometry(wkt: $0) } + [nil]
    }
    let file = try TemporaryFile()
    let tables = [
      table("none", .point, try geometries("POINT (1 2)", "POINT (3 4)")),
      table("height", .point, try geometries("POINT Z (1 2 3)")),
      table("measure", .point, try geometries("POINT M (1 2 3)", "POINT M (1 2 nan)")),
      table("both", .point, try geometries("POINT ZM (1 2 3 4)")),
      table("some", .point, try geometries("POINT ZM (1 2 3 4)", "POINT Z (1 2 3)")),
      table("either", .point, try geometries("POINT M (1 2 4)", "POINT Z (1 2 3)")),
    ]
    try GeoPackage.write(try network(tables), to: file.path)
    #expect(
      try uses(file) == [
        "none": [0, 0], "height": [1, 0], "measure": [0, 1], "both": [1, 1], "some": [1, 2],
        "either": [2, 2],
      ]
    )
  }

  @Test("A missing measure is fine in a network; an infinite one is reported with its row")
  func notFinite() throws {
    let fine = try Geometry(wkt: "LINESTRING M (0 0 nan, 1 1 5)")
    #expect(try network([table("t", .lineString, [fine])]).tables[0].geometries[0] == fine)
    let broken = try Geometry(wkt: "LINESTRING M (0 0 inf, 1 1 5)")
    let error = #expect(throws: NetworkError.self) {
      try network([table("t", .lineString, [fine, broken])])
    }
    #expect(error?.problems.map(\.row) == ["2"])
  }
}
