import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Networks in a database", TestDatabase.isThere)
struct RoundTripTests {
  @Test("The sample network is read as it was, also from a schema with a strange name")
  func sample() async throws {
    let schema = try TemporarySchema("with \"quotes\" and.dots")
    let file = try GeoPackage.open(SampleFile.path, images: .none)
    try await NetworkPlace.database(schema.address).write(
      file.network,
      imports: file.imports,
      traceConfigurations: file.traceConfigurations
    )
    let stored = try PostGIS.open(schema.address)
    #expect(stored.unreadable.isEmpty && stored.imports == file.imports)
    #expect(stored.network.tables == file.network.tables)
    #expect(stored.network.associations.elementsEqual(file.network.associations))
    #expect(stored.network.rules == file.network.rules)
    #expect(stored.network.definition == file.network.definition)
    #expect(stored.network.srid == file.network.srid)
  }

  @Test("A collection of parts with and without Z is told with its row, and nothing is written")
  func mixedCollections() async throws {
    let schema = try TemporarySchema()
    var table = FeatureTable(name: "things", sourceID: nil, geometryType: .geometryCollection)
    for (row, text) in [
      "GEOMETRYCOLLECTION (POINT (1 2))", "GEOMETRYCOLLECTION (POINT (1 2), POINT Z (1 2 3))",
      "POINT Z (1 2 3)", "GEOMETRYCOLLECTION (GEOMETRYCOLLECTION (POINT M (1 2 3), POINT (1 2)))",
    ].enumerated() {
      let geometry = try Geometry(wkt: text)
      table.append(Feature(rowID: Int64(row + 1), globalID: nil, geometry: geometry))
    }
    let network = try UtilityNetwork(definition: .init(), srid: 25_832, tables: [table])
    let error = await #expect(throws: StoreError.self) {
      try await NetworkPlace.database(schema.address).write(network)
    }
    #expect(error?.problems.map(\.row) == ["2", "4"])
    #expect(try !NetworkPlace.database(schema.address).isTaken())
  }
}
