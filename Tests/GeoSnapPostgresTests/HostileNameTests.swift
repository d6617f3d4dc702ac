import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

private let hostileNames = [
  "it's \"quoted\"", "with.dots", "a b", "$body$", "$_body$ $body$", "Straße 水道", "%I %s %% %",
  "\\", "x\"; DROP TABLE y; --", "'; SELECT 1; --", "public", "un_network", "=,&?#@:/",
]

@Suite("Names, search paths and places of PostGIS that nobody expects", TestDatabase.isThere)
struct HostileNameTests {
  private func network(_ name: String) throws -> UtilityNetwork {
    let base = try GasFixture.network()
    let fields = [AttributeField(name, .text), AttributeField("\(name)2", .integer)]
    var table = FeatureTable(name: name, sourceID: nil, geometryType: .point, fields: fields)
    table.append(Feature(1, nil, GasFixture.id(500), point(1, 2), [.text(name), .integer(1)]))
    return try base.with(tables: base.tables + [table])
  }

  /// Grants, edits with a session and with SQL, and looks whether another session has the same.
  private func exercise(_ name: String, _ owner: TemporaryRole, _ address: PostgresAddress)
    async throws
  {
    let editor = try TemporaryRole(name)
    try PostGIS.grant(.editor, to: editor.name, on: address)
    let schema = try #require(address.schema)
    let session = try await session(editor.address(schema))
    let other = try await self.session(address)
    try session.commit(step(name, .setAttributes(key(500), [name: .text("\(name)'s")])))
    let new = NewFeature(geometry: point(7, 7))
    try session.commit(step(name, .insertFeature(new, table: name)))
    let table = "\"\(name.replacing("\"", with: "\"\"").lowercased())\""
    let quoted = "\"\(schema.replacing("\"", with: "\"\""))\""
    if !table.contains("ß") {
      try editor.execute("UPDATE \(quoted).\(table) SET origin = 'by SQL' WHERE objectid = 1")
    }
    try other.reload()
    let stored = try PostGIS.open(address)
    #expect(stored.unreadable.isEmpty)
    #expect(EditedNetwork(stored.network).featureCount == other.state.network.featureCount)
    let changes = try PostGIS.lastChanges(of: [GasFixture.id(500)], in: address)
    #expect(changes[GasFixture.id(500)]?.author == editor.name)
    try PostGIS.upgrade(address)
    let roles = try PostGIS.facts(of: address).roles
    #expect(roles.map(\.name) == [owner.name, editor.name])
    #expect(roles.map(\.right) == [.owner, .editor])
    try PostGIS.grant(nil, to: editor.name, on: address)
  }

  private func session(_ address: PostgresAddress) async throws -> PostgresSession {
    try await PostgresSession(address, images: .none, lookingEvery: nil)
  }

  private func owner(_ name: String) throws -> TemporaryRole {
    let owner = try TemporaryRole(name)
    let database = try TemporarySchema.psql("SELECT quote_ident(current_database())")
    try TemporarySchema.psql("GRANT CREATE ON DATABASE \(database) TO \(owner.quoted)")
    return owner
  }

  @Test("Schema, table, field and roles of any name", arguments: hostileNames)
  func names(name: String) async throws {
    let owner = try owner(name)
    let address = try owner.address("\(name) \(UUID().uuidString.prefix(8))")
    // Tables that begin with un_ are the network's own.
    let table = name == "un_network" ? "un network" : name
    try await NetworkPlace.database(address).write(try network(table))
    try await exercise(table, owner, address)
    #expect(try PostGIS.open(address, strict: true).unreadable.isEmpty)
  }

  @Test("A role's name of more than 63 bytes is not taken for that of another role")
  func long() async throws {
    let owner = try owner("owner ")
    let address = try owner.address("long \(UUID().uuidString.prefix(8))")
    try await NetworkPlace.database(address).write(try GasFixture.network())
    let long = String(repeating: "ä", count: 31) + "x"
    try TemporarySchema.psql("CREATE ROLE \"\(long)\"")
    defer { _ = try? TemporarySchema.psql("DROP OWNED BY \"\(long)\"; DROP ROLE \"\(long)\"") }
    #expect(throws: StoreError.self) { try PostGIS.grant(.reader, to: long + "y", on: address) }
    try PostGIS.grant(.reader, to: long, on: address)
    #expect(try PostGIS.facts(of: address).roles.last?.name == long)
  }

  /// A separate database, with PostGIS in a named schema, and a schema that comes before all of PostgreSQL's objects.
  private func withDatabase(
    postGISIn schema: String,
    _ body: (_ database: String, _ owner: TemporaryRole, _ editor: TemporaryRole) async throws ->
      Void
  ) async throws {
    let database = "hostile \(UUID().uuidString.prefix(8))"
    let owner = try TemporaryRole("owner ")
    let editor = try TemporaryRole("anna ")
    try TemporarySchema.psql("CREATE DATABASE \"\(database)\" OWNER \(owner.quoted)")
    defer {
      // The roles go after it, as they have rights in it.
      withExtendedLifetime((owner, editor)) {
        _ = try? TemporarySchema.psql("DROP DATABASE \"\(database)\" WITH (FORCE)")
      }
    }
    let url = try #require(TestDatabase.url)
    let encoded = database.replacing(" ", with: "%20")
    try TemporarySchema.psql(
      """
      CREATE SCHEMA IF NOT EXISTS "\(schema)"; CREATE EXTENSION postgis SCHEMA "\(schema)";
      GRANT ALL ON SCHEMA "\(schema)" TO \(owner.quoted) WITH GRANT OPTION
      """,
      at: "\(url)\(url.contains("?") ? "&" : "?")dbname=\(encoded)"
    )
    try await body(database, owner, editor)
  }

  @Test("PostGIS in a schema of its own, which roles are let use")
  func otherSchema() async throws {
    try await withDatabase(postGISIn: "gis data") { database, owner, editor in
      let address = try owner.address("town", database)
      try await NetworkPlace.database(address).write(try network("places"))
      try PostGIS.grant(.editor, to: editor.name, on: address)
      let session = try await session(editor.address("town", database))
      try session.commit(move(91, 3, 3))
      let update = #"UPDATE town.places SET shape = "gis data".st_geomfromtext('POINT (9 9)', 0)"#
      try editor.execute(update, in: nil, database)
      try session.reload()
      let extent = try PostGIS.open(address, extent: Envelope(minX: 8, minY: 8, maxX: 10, maxY: 10))
      #expect(EditedNetwork(extent.network).featureCount >= 1)
      try PostGIS.upgrade(address)
    }
  }

  @Test("A schema in front, with functions and operators of PostgreSQL's names, is not asked")
  func searchPath() async throws {
    try await withDatabase(postGISIn: "public") { database, owner, editor in
      try owner.execute(
        """
        CREATE SCHEMA evil;
        CREATE FUNCTION evil.bad() RETURNS text LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION 'The function of somebody else was asked'; END $$;
        CREATE FUNCTION evil.format(text, VARIADIC text[]) RETURNS text LANGUAGE sql AS 'SELECT evil.bad()';
        CREATE FUNCTION evil.format(text, text) RETURNS text LANGUAGE sql AS 'SELECT evil.bad()';
        CREATE FUNCTION evil.format(text, name) RETURNS text LANGUAGE sql AS 'SELECT evil.bad()';
        CREATE FUNCTION evil.hashtextextended(text, bigint) RETURNS bigint LANGUAGE sql AS 'SELECT evil.bad()::bigint';
        CREATE FUNCTION evil.set_config(text, text, boolean) RETURNS text LANGUAGE sql AS 'SELECT evil.bad()';
        CREATE FUNCTION evil.current_setting(text, boolean) RETURNS text LANGUAGE sql AS 'SELECT evil.bad()';
        CREATE FUNCTION evil.pg_notify(text, text) RETURNS void LANGUAGE sql AS 'SELECT evil.bad()';
        CREATE FUNCTION evil.replace(text, text, text) RETURNS text LANGUAGE sql AS 'SELECT evil.bad()';
        CREATE FUNCTION evil.to_regclass(text) RETURNS regclass LANGUAGE sql AS 'SELECT evil.bad()::regclass';
        CREATE FUNCTION evil.nextval(regclass) RETURNS bigint LANGUAGE sql AS 'SELECT evil.bad()::bigint';
        CREATE FUNCTION evil.eq(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT evil.bad() IS NULL';
        CREATE OPERATOR evil.= (LEFTARG = text, RIGHTARG = text, FUNCTION = evil.eq);
        CREATE TABLE evil.un_network (x int);
        CREATE TABLE evil.un_history (x int);
        CREATE TABLE evil.pg_class (x int);
        GRANT USAGE ON SCHEMA evil TO PUBLIC;
        ALTER DATABASE "\(database)" SET search_path = evil, pg_catalog, public;
        """,
        in: nil,
        database
      )
      let address = try owner.address("town", database)
      try await NetworkPlace.database(address).write(try network("places"))
      // By hand, with the path as it is.
      try owner.execute(
        "SELECT town.un_grant('\(editor.literal)', 'editor'); SELECT town.un_channel()",
        in: nil,
        database
      )
      let session = try await session(editor.address("town", database))
      try session.commit(move(91, 3, 3))
      try editor.execute("UPDATE town.places SET origin = 'by SQL'", in: nil, database)
      #expect(try session.reload() != nil)
      try owner.execute(
        "SELECT town.un_cells(public.st_point(1, 2)); SELECT town.un_forget(1); SELECT town.un_settle()",
        in: nil,
        database
      )
      try PostGIS.upgrade(address)
    }
  }
}
