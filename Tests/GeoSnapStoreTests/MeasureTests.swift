import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Measures in a store")
struct MeasureTests {
  private func network(_ tables: [FeatureTable]) throws -> UtilityNetwork {
    try UtilityNetwork(plain: tables, srid: 25_832)
  }

  private func table(_ name: String, _ type: GeometryType, _ geometries: [Geometry?])
    -> FeatureTable
  {
    let rows = geometries.enumerated().map { row, geometry in
      Feature(rowID: Int64(row + 1), globalID: nil, geometry: geometry)
    }
    return FeatureTable(plain: name, type, rows: rows)
  }

  @Test("Every type with any ordinates comes back bit for bit", .onBothStores)
  func roundTrip() async throws {
    for seed in 1...Extent.count(1, long: 3) as ClosedRange<UInt64> {
      var random = RandomGeometry(seed: seed, allowsMeasures: true)
      var tables: [FeatureTable] = []
      for type in GeometryType.allCases {
        for dimensions in allDimensions {
          let geometries = try (0..<20).map { _ in try random.geometry(type, dimensions) }
            .filter(StoreKind.current.takes)
          tables.append(table("t\(tables.count)", type, [nil] + geometries))
        }
      }
      let subject = try await StoreSubject(try network(tables))
      for (back, table) in zip(try await subject.stored().network.tables, tables) {
        #expect(back.count == table.count)
        for (geometry, expected) in zip(back.geometries, table.geometries) {
          let text = expected?.wkt ?? ""
          #expect(geometry?.wkb() == expected?.wkb(), "seed \(seed), \(table.name): \(text)")
          #expect(geometry?.srid == expected.map { _ in 25_832 })
        }
      }
    }
  }

  @Test("The metadata says whether none, all or some of the rows have Z and M")
  func metadata() throws {
    let tables = [
      ("none", ["POINT (1 2)", "POINT (3 4)"]), ("height", ["POINT Z (1 2 3)"]),
      ("measure", ["POINT M (1 2 3)", "POINT M (1 2 nan)"]), ("both", ["POINT ZM (1 2 3 4)"]),
      ("some", ["POINT ZM (1 2 3 4)", "POINT Z (1 2 3)"]),
      ("either", ["POINT M (1 2 4)", "POINT Z (1 2 3)"]),
    ].map { name, texts in table(name, .point, texts.map { try? Geometry(wkt: $0) } + [nil]) }
    let uses = try TemporaryFile(holding: try network(tables))
      .texts("SELECT table_name || ' ' || z || ' ' || m FROM gpkg_geometry_columns")
    #expect(
      uses == ["none 0 0", "height 1 0", "measure 0 1", "both 1 1", "some 1 2", "either 2 2"]
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
