import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Roles of a network in a database", TestDatabase.isThere)
struct RoleTests {
  private let schema: String
  private let owner: TemporaryRole
  private let role: TemporaryRole

  init() async throws {
    schema = "roles \(UUID().uuidString.prefix(8))"
    owner = try TemporaryRole("owner ")
    role = try TemporaryRole("anna ")
    let database = try TemporarySchema.psql("SELECT quote_ident(current_database())")
    try TemporarySchema.psql("GRANT CREATE ON DATABASE \(database) TO \(owner.quoted)")
    try await NetworkPlace.database(owner.address(schema)).write(try GasFixture.network())
  }

  private func grant(_ right: NetworkRight?, to other: TemporaryRole? = nil) throws {
    try PostGIS.grant(right, to: (other ?? role).name, on: owner.address(schema))
  }

  private func session(_ of: TemporaryRole? = nil) async throws -> PostgresSession {
    let address = try (of ?? role).address(schema)
    return try await PostgresSession(address, images: .none, lookingEvery: nil)
  }

  /// Refuses to be written to, in a sentence that names the role and who allows it.
  private func expectRefused(_ right: String, _ body: () async throws -> Void) async {
    let error = await #expect(throws: StoreError.self) { try await body() }
    #expect(error?.code == .cannotWrite)
    let message = error?.message ?? ""
    #expect(message.contains(role.name) && message.contains(right))
  }

  /// Refuses SQL for want of rights, and leaves the schema as it is.
  private func expectRefused(_ sql: String, by other: TemporaryRole? = nil) throws {
    let failure = #expect(throws: SQLFailure.self, "\(sql)") {
      try (other ?? role).execute(sql, in: schema)
    }
    let message = failure?.message ?? ""
    #expect(
      ["permission denied", "must be owner"].contains { message.contains($0) },
      "\(sql): \(message)"
    )
  }

  @Test("A reader opens and follows what others commit, and cannot write by any way")
  func reader() async throws {
    try grant(.reader)
    let address = try role.address(schema)
    let reading = try await PostgresSession(address, images: .none, lookingEvery: .seconds(100))
    #expect(try PostGIS.open(address).network.associations.count == 5)
    let changes = reading.changes()
    try await session(owner).commit(move(91, 30, 30))
    for await change in changes {
      #expect(change.cause == .byOthers)
      break
    }
    #expect(try reading.history().count == 1 && !reading.canUndo)
    await expectRefused("'editor')") { try reading.commit(move(91, 1, 1)) }
    #expect(try reading.undo() == nil)
    for sql in [
      "UPDATE pipelinedevice SET origin = 'x'", "DELETE FROM pipelineline",
      "INSERT INTO survey_points DEFAULT VALUES", "DELETE FROM un_associations",
      "SELECT un_note('foreign', '[]', '{}', '{}')", "SELECT nextval('un_revision')",
      "SELECT un_commit(gen_random_uuid(), (SELECT network FROM un_network), pg_current_snapshot(), 0, '{}', '{}', '{}', 'commit', '', '', '', '', 0)",
    ] + Self.forbidden { try expectRefused(sql) }
    // It does nothing, and locks nothing, where nothing is to be done.
    #expect(
      try role.execute(
        "BEGIN; SELECT un_settle(); SELECT count(*) FROM pg_locks WHERE mode = 'ExclusiveLock' AND locktype = 'relation' AND pid = pg_backend_pid()",
        in: schema
      ) == "0"
    )
    #expect(try PostgresHistory(owner.address(schema)).entries.count == 1)
  }

  private static let forbidden = [
    "UPDATE un_definition SET definition = '{}'", "DELETE FROM un_rules",
    "INSERT INTO un_rules SELECT * FROM un_rules", "UPDATE un_tables SET name = 'x'",
    "DELETE FROM un_columns", "UPDATE un_columns SET name = 'x'",
    "UPDATE un_network SET foreign_edits = 'refused'", "UPDATE un_network SET version = 2",
    "UPDATE un_history SET author = 'somebody'", "DELETE FROM un_history",
    "INSERT INTO un_history SELECT * FROM un_history", "TRUNCATE un_history",
    "TRUNCATE pipelinedevice", "ALTER TABLE pipelinedevice DISABLE TRIGGER ALL",
    "ALTER TABLE pipelinedevice ADD COLUMN x text", "DROP TABLE pipelinedevice",
    "DROP TRIGGER un_watch ON pipelinedevice", "DROP SCHEMA", "SELECT un_forget(100)",
    "SELECT un_grant(current_user, 'administrator')",
    "SELECT un_note('definition', '[]', ARRAY['definition'], '{}')",
    "CREATE TABLE mine (x int)", "SELECT setval('un_revision', 1)",
    "SET session_replication_role = replica",
    "CREATE TRIGGER mine BEFORE INSERT ON pipelinedevice FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
    "UPDATE un_trace_configurations SET name = 'x'", "DELETE FROM un_import",
    "CREATE TEMP TABLE x (y int); CREATE TRIGGER mine AFTER INSERT ON x FOR EACH ROW EXECUTE FUNCTION un_watch_fences()",
    "CREATE TEMP TABLE x (y int); CREATE TRIGGER mine AFTER INSERT ON x EXECUTE FUNCTION un_redefined()",
  ].map {
    $0 == "DROP SCHEMA"
      ? "DO $$ BEGIN EXECUTE format('DROP SCHEMA %I CASCADE', current_schema()); END $$" : $0
  }

  @Test("An editor edits by sessions and SQL, undoes its own, changes no definition and no history")
  func editor() async throws {
    try grant(.editor)
    let editing = try await session()
    try editing.commit(move(91, 30, 30))
    #expect(try editing.undo() != nil)
    try editing.commit(step("A point", insertPoint(7, 7)))
    try role.execute(
      """
      UPDATE pipelinedevice SET origin = 'theirs' WHERE origin = 'valve/0';
      INSERT INTO survey_points (origin) VALUES ('by SQL')
      """,
      in: schema
    )
    let other = try TemporaryRole("bert ")
    try grant(.editor, to: other)
    let others = try await session(other)
    try others.commit(move(93, 62, 1))
    // Steps of others are not undone, neither by a session nor by a caller of the function.
    try editing.reload()
    let own = try editing.undo()
    #expect(own?.transaction.name == "A point")
    #expect(try editing.undo() == nil)
    let number = try role.execute(
      "SELECT number FROM un_history WHERE author = '\(other.literal)' AND kind = 'commit'",
      in: schema
    )
    let failure = #expect(throws: SQLFailure.self) {
      try role.execute(
        """
        SELECT un_commit(gen_random_uuid(), (SELECT network FROM un_network), pg_current_snapshot(), 1000, '{}', '{}', '{}', 'undo', '', '', '', '', \(number))
        """,
        in: schema
      )
    }
    #expect(failure?.message.contains("was undone or done again meanwhile") == true)
    for sql in Self.forbidden { try expectRefused(sql) }
    let address = try role.address(schema)
    await expectRefused("Only the role \(owner.name), which owns the network") {
      try PostGIS.addField(AttributeField("x", .text), to: ["PipelineDevice"], of: address)
    }
    let entries = try PostgresHistory(owner.address(schema)).entries
    #expect(entries.filter { $0.kind == "foreign" }.map(\.author) == [role.name, role.name])
    #expect(entries.filter { $0.author == other.name }.count == 1)
    #expect(entries.allSatisfy { $0.kind != "definition" })
  }

  @Test("No setting keeps edits with SQL out of the history, nor from locking what they change")
  func settings() async throws {
    try grant(.editor)
    func count() throws -> Int {
      try PostgresHistory(owner.address(schema)).entries.count { $0.kind == "foreign" }
    }
    let update = "UPDATE pipelinedevice SET origin = coalesce(origin, '') || 'x' WHERE objectid = 1"
    let uuid = "6f1bd4b6-3e36-4b0a-a4c3-2c3e9a4a1d11"
    try role.execute("SET geosnap.commit = '\(uuid)'; \(update)", in: schema)
    #expect(try count() == 1)
    // That of a commit that was: it was in another transaction.
    try await session().commit(move(91, 30, 30))
    let asked = "SELECT \"commit\" FROM un_history WHERE kind = 'commit'"
    let old = try role.execute(asked, in: schema)
    try role.execute("SET geosnap.commit = '\(old)'; \(update)", in: schema)
    #expect(try count() == 2)
    #expect(throws: SQLFailure.self) {
      try role.execute("SET geosnap.commit = 'nonsense'; \(update)", in: schema)
    }
    // It locks all then: another one waits.
    let locks = try role.execute(
      """
      BEGIN; SET geosnap.locks = 100000; \(update);
      SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND mode = 'ExclusiveLock' AND pid = pg_backend_pid()
      """,
      in: schema
    )
    #expect(Int(locks) == 1)
    let network = try await session(owner).state.network
    #expect(try PostGIS.open(owner.address(schema)).network.tables == network.base.tables)
  }

  @Test("An administrator changes definition, rules and rights, forgets history, is no superuser")
  func administrator() async throws {
    try grant(.administrator)
    let address = try role.address(schema)
    let session = try await session()
    try role.execute("DELETE FROM un_rules WHERE ruleid = 4", in: schema)
    try role.execute("UPDATE un_definition SET definition = definition || ' '", in: schema)
    try session.reload()
    #expect(session.state.network.base.rules.count == GasFixture.rules.count - 1)
    let saved = SavedTraceConfiguration(name: "Mine", configuration: TraceConfiguration())
    try NetworkPlace.database(address).save(saved)
    #expect(try NetworkPlace.database(address).removeTraceConfiguration(named: "mine"))
    let other = try TemporaryRole("bert ")
    try PostGIS.grant(.editor, to: other.name, on: address)
    try await self.session(other).commit(move(91, 30, 30))
    try PostGIS.grant(.reader, to: other.name, on: address)
    try expectRefused("DELETE FROM survey_points", by: other)
    try PostGIS.grant(nil, to: other.name, on: address)
    #expect(throws: StoreError.self) { try PostGIS.open(other.address(schema)) }
    try PostGIS.allowForeignEdits(false, on: address)
    let refusal = #expect(throws: SQLFailure.self) {
      try role.execute("DELETE FROM survey_points", in: schema)
    }
    #expect(refusal?.message.contains("The role \(role.name) may not change this") == true)
    try session.reload()
    try session.commit(move(91, 40, 40))
    // What is younger than the oldest transaction of the server stays: other tests have some.
    var gone = 0
    for _ in 0..<500 where gone < 2 {
      gone += try PostGIS.forgetHistory(upTo: 2, of: address)
      if gone < 2 { try await Task.sleep(for: .milliseconds(20)) }
    }
    #expect(gone == 2)
    #expect(try PostGIS.facts(of: address).forgotten == 2)
    // What would make an owner of it, or a false history, is the owner's.
    for sql in [
      "UPDATE un_history SET author = 'somebody'", "DELETE FROM un_history",
      "UPDATE un_tables SET relation = 'un_history' WHERE position = 0",
      "CREATE TABLE mine (x int)", "UPDATE un_network SET version = 7",
      "CREATE TRIGGER mine BEFORE INSERT ON un_rules FOR EACH ROW EXECUTE FUNCTION suppress_redundant_updates_trigger()",
      "TRUNCATE un_rules",
    ] { try expectRefused(sql) }
    let owning = #expect(throws: SQLFailure.self) {
      try role.execute("SELECT un_grant('\(owner.literal)', 'reader')", in: schema)
    }
    #expect(owning?.message.contains("owns the network") == true)
    try expectRoles(.administrator)
  }

  @Test("Rights last when fields are added and the schema is brought up to date")
  func later() async throws {
    try grant(.editor)
    let owned = try owner.address(schema)
    try PostGIS.addField(AttributeField("Note", .text), to: ["PipelineDevice"], of: owned)
    #expect(try PostGIS.upgrade(owned) == 1)
    let editing = try await session()
    try editing.commit(step("Note", .setAttributes(key(93), ["Note": .text("mine")])))
    try role.execute("UPDATE pipelinedevice SET note = 'theirs' WHERE objectid = 1", in: schema)
    #expect(try editing.reload()?.commit?.transaction.edits.count == 1)
    try expectRoles(.editor)
    // A member of the owner's role may do what the owner may.
    try TemporarySchema.psql("GRANT \(owner.quoted) TO \(role.quoted)")
    let address = try role.address(schema)
    try PostGIS.addField(AttributeField("More", .real), to: ["PipelineDevice"], of: address)
    try await NetworkPlace.database(address).write(try GasFixture.network(), replacing: true)
    try expectRoles(.editor)
  }

  private func expectRoles(_ right: NetworkRight) throws {
    let roles = try PostGIS.facts(of: owner.address(schema)).roles
    #expect(roles.map(\.name) == [owner.name, role.name])
    #expect(roles.map(\.right) == [.owner, right])
  }
}
