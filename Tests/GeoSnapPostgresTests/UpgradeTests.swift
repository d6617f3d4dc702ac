import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Versions of a network's schema", Database.isThere)
struct UpgradeTests {
  private let schema: TemporarySchema

  init() async throws {
    schema = try TemporarySchema()
    try await PostGIS.write(try GasFixture.network(), to: schema.address)
  }

  @Test("An older schema says what upgrades it, a newer one that a newer program is needed")
  func told() throws {
    try schema.execute("UPDATE un_network SET version = 0")
    let older = #expect(throws: StoreError.self) { try PostGIS.open(schema.address) }
    #expect(older?.code == .cannotOpen)
    #expect(older?.message.contains("geosnap database ADDRESS --upgrade") == true)
    // Nothing leads from there to this version, and nothing is half done.
    #expect(throws: StoreError.self) { try PostGIS.upgrade(schema.address) }
    #expect(try PostGIS.facts(of: schema.address).version == 0)
    try schema.execute("UPDATE un_network SET version = 2")
    let newer = #expect(throws: StoreError.self) { try PostGIS.upgrade(schema.address) }
    #expect(newer?.message.contains("use a newer one") == true)
  }

  @Test("Migrations run one after the other, and sessions read anew what they have made")
  func migrates() async throws {
    let session = try await PostgresSession(schema.address, images: .none, lookingEvery: nil)
    // As if the schema had been made by older programs, which had another name for it, and one column less.
    try schema.execute(
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
    #expect(try PostGIS.upgrade(schema.address, by: migrations) == -1)
    #expect(try PostGIS.facts(of: schema.address).version == 1)
    #expect(try PostGIS.open(schema.address).network.associations.count == 5)
    try session.reload()
    try session.commit(
      NetworkTransaction("Origin", [.setOrigin(.globalID(GasFixture.id(93)), "after")])
    )
  }

  @Test("A migration that fails leaves all as it was")
  func fails() throws {
    try schema.execute("UPDATE un_network SET version = 0")
    #expect(throws: StoreError.self) {
      try PostGIS.upgrade(
        schema.address,
        by: [SchemaMigration(from: 0) { "DROP TABLE \($0).un_rules; SELECT 1 / 0" }]
      )
    }
    #expect(try PostGIS.facts(of: schema.address).ruleCount == GasFixture.rules.count)
  }

  @Test("Functions and triggers of the same version become those of this library")
  func refreshes() async throws {
    try schema.execute(
      """
      CREATE OR REPLACE FUNCTION un_channel() RETURNS text LANGUAGE sql AS 'SELECT ''broken''';
      DROP TRIGGER un_watch ON pipelinedevice; DROP TRIGGER un_redefined ON un_rules
      """
    )
    #expect(try PostGIS.upgrade(schema.address) == 1)
    #expect(try schema.execute("SELECT un_channel()").hasPrefix("geosnap_"))
    try schema.execute("UPDATE pipelinedevice SET origin = 'x' WHERE objectid = 1")
    try schema.execute("DELETE FROM un_rules WHERE ruleid = 4")
    let history = try PostgresHistory(schema.address)
    #expect(history.entries.map(\.kind) == ["foreign", "definition"])
  }
}
