import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Versions of a network's schema", TestDatabase.isThere)
struct UpgradeTests {
  @Test("Migrations run one after the other, and sessions read anew what they have made")
  func migrates() async throws {
    let town = try await GasTown()
    let session = try await town.session()
    // As if the schema had been made by older programs, which had another name for it, and one column less.
    try town.schema.execute(
      """
      ALTER TABLE un_trace_configurations RENAME TO un_traces;
      ALTER TABLE un_associations DROP COLUMN status;
      UPDATE un_network SET version = -1
      """
    )
    let migrations = [
      SchemaMigration(from: 0) {
        "ALTER TABLE \($0).un_associations ADD COLUMN status integer NOT NULL DEFAULT 0"
      },
      SchemaMigration(from: -1) { "ALTER TABLE \($0).un_traces RENAME TO un_trace_configurations" },
    ]
    #expect(try PostGIS.upgrade(town.address, by: migrations) == -1)
    #expect(try PostGIS.facts(of: town.address).version == 1)
    #expect(try PostGIS.open(town.address).network.associations.count == 5)
    try session.reload()
    try session.commit(origin(93, "after"))
  }

  @Test("A migration that fails leaves all as it was")
  func fails() async throws {
    let town = try await GasTown()
    try town.schema.execute("UPDATE un_network SET version = 0")
    let wrong = SchemaMigration(from: 0) { "DROP TABLE \($0).un_rules; SELECT 1 / 0" }
    #expect(throws: StoreError.self) { try PostGIS.upgrade(town.address, by: [wrong]) }
    #expect(try PostGIS.facts(of: town.address).ruleCount == GasFixture.rules.count)
  }
}
