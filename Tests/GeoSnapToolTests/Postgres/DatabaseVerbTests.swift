import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Administering a network in a database, and who broke a rule", TestDatabase.isThere)
struct DatabaseVerbTests {
  private let schema: TemporarySchema
  private let address: String

  init() async throws {
    schema = try TemporarySchema("admin")
    address = try TestDatabase.text(of: schema)
    try await PostGIS.write(try GasFixture.network(), to: schema.address)
  }

  @Test("It tells what the database holds, after having done what is asked for")
  func tells() async throws {
    let role = "anna=\(UUID().uuidString.prefix(8))"
    try schema.execute("CREATE ROLE \"\(role)\" LOGIN")
    defer { _ = try? schema.execute("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"") }
    try schema.execute("DELETE FROM survey_points")
    let session = try await PostgresSession(schema.address, lookingEvery: nil)
    let run = try CommandLineRun([
      "database", address, "--upgrade", "--grant", "\(role)=editor", "--foreign-edits", "refused",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    for line in [
      "Functions and triggers are those of this program now.", "version 1", "PostGIS ",
      "9 features, 5 associations, 9 rules", "history      1 change", "SQL edits    refused",
      "editor  \(role)", "sessions     1",
    ] {
      #expect(run.output.contains(line), "\(line): \(run.output)")
    }
    #expect(throws: SQLFailure.self) { try schema.execute("DELETE FROM fences") }
    let document = try CommandLineRun([
      "database", address, "--grant", "\(role)=none", "--foreign-edits=recorded",
      "--forget-history", "1", "--json",
    ]).json()
    #expect(document["foreignEdits"] as? String == "recorded")
    // It stays where another test has a transaction that is older.
    let forgotten = try #require(document["forgotten"] as? Int)
    #expect(document["upgradedFrom"] is NSNull)
    #expect((document["roles"] as? [[String: Any]])?.map { $0["may"] as? String } == ["owner"])
    #expect((document["history"] as? [String: Any])?["entries"] as? Int == 1 - forgotten)
    #expect(session.state.network.featureCount == 9)
  }

  @Test("It refuses files, rights that there are not, and roles that there are not")
  func refuses() throws {
    #expect(try CommandLineRun(["database", "town.gpkg"]).exitCode == 64)
    #expect(try CommandLineRun(["database", address, "--grant", "anna"]).exitCode == 64)
    #expect(try CommandLineRun(["database", address, "--grant", "anna=owner"]).exitCode == 64)
    #expect(try CommandLineRun(["database", address, "--foreign-edits", "no"]).exitCode == 64)
    let unknown = try CommandLineRun(["database", address, "--grant", "nobody at all=reader"])
    #expect(
      unknown.exitCode == 66 && unknown.errors.contains("does not exist"),
      "\(unknown.errors)"
    )
    #expect(try CommandLineRun(["database", "\(address)2"]).exitCode == 66)
  }

  @Test("A reader asks all and writes by no verb; each refusal says who allows it")
  func reader() async throws {
    let role = "reader \(UUID().uuidString.prefix(8))"
    try schema.execute("CREATE ROLE \"\(role)\" LOGIN")
    defer { _ = try? schema.execute("DROP OWNED BY \"\(role)\"; DROP ROLE \"\(role)\"") }
    let reading = "\(address)&user=\(role.replacing(" ", with: "%20"))"
    #expect(try CommandLineRun(["info", reading]).exitCode == 66)
    try PostGIS.grant(.reader, to: role, on: schema.address)
    try NetworkPlace.database(schema.address)
      .save(SavedTraceConfiguration(name: "Ours", configuration: TraceConfiguration()))
    for words in [
      ["info"], ["validate"], ["export", "-"], ["graph"], ["edit", "--history"], ["database"],
      ["trace", "--type", "connected", "--start", "origin:valve/0"],
    ] {
      let run = try CommandLineRun([words[0], reading] + words.dropFirst())
      #expect(run.exitCode <= 1, "\(words): \(run.errors)")
    }
    let file = try FixtureFile()
    let edit = #"{"edits": [{"setOrigin": "\#(GasFixture.id(93))", "origin": "x"}]}"#
    let before = try PostGIS.open(schema.address).network
    for words in [
      ["edit", reading, "--transaction", "-"], ["copy", file.path, reading, "--force"],
      ["trace-config", "save", reading, "Mine", "--type", "upstream"],
      ["trace-config", "remove", reading, "Ours"], ["database", reading, "--upgrade"],
      ["database", reading, "--grant", "\(role)=editor"],
      ["database", reading, "--foreign-edits", "refused"],
      ["database", reading, "--forget-history", "1"],
    ] {
      let run = try CommandLineRun(words, input: Array(edit.utf8))
      #expect(run.exitCode == 66, "\(words): \(run.output) \(run.errors)")
      #expect(run.errors.contains("The role \(role) may not do that"), "\(words): \(run.errors)")
      #expect(run.errors.contains("allows it"), "\(words): \(run.errors)")
    }
    let after = try PostGIS.open(schema.address)
    #expect(after.network.tables == before.tables && after.traceConfigurations.count == 1)
    #expect(try schema.execute("SELECT count(*) FROM un_history") == "0")
  }

  @Test("What SQL breaks is listed with who did it and when; what nobody has changed is not")
  func broken() async throws {
    let device = GasFixture.id(91).description
    try schema.execute(
      """
      SET application_name = 'a script';
      UPDATE pipelinedevice SET assettype = 99 WHERE globalid = '\(device)';
      UPDATE pipelineline SET shape = public.st_geomfromtext('LINESTRING(500 500, 500 500)', 0) WHERE objectid = 2;
      INSERT INTO un_associations (fromnetworksourceid, fromglobalid, tonetworksourceid, toglobalid, associationtype,
        globalid) VALUES (5, '\(GasFixture.id(51))', 9, '\(device)', 2, '\(GasFixture.id(700))')
      """
    )
    let session = try await PostgresSession(
      schema.address,
      allowsUnconnected: true,
      lookingEvery: nil
    )
    try session.commit(
      NetworkTransaction(
        "Move the valve",
        [.setGeometry(.globalID(GasFixture.id(93)), .point(Point(x: 90, y: 90)))]
      )
    )
    let run = try CommandLineRun(["validate", address])
    #expect(run.exitCode == 1)
    let user = try schema.execute("SELECT session_user")
    #expect(run.output.contains("changed:    last by \(user) on a script at 20"), "\(run.output)")
    #expect(run.output.contains(" by SQL"))
    let errors = try #require(
      try CommandLineRun(["validate", address, "--json"]).json()["errors"] as? [[String: Any]]
    )
    func change(_ id: GlobalID, _ row: String) -> [String: Any]? {
      errors.first { error in
        (error["association"] as? String) == id.description
          || (error["features"] as? [[String: Any]] ?? [])
            .contains { $0["globalID"] as? String == id.description }
          || (error["message"] as? String ?? "").contains(row)
      }?["lastChanged"] as? [String: Any]
    }
    // Of a row that is set aside there is no feature.
    for id in [GasFixture.id(112), GasFixture.id(700), GasFixture.id(91)] {
      let known = change(id, id == GasFixture.id(91) ? "PipelineDevice, row 1:" : id.description)
      #expect(known?["author"] as? String == user && known?["bySQL"] as? Bool == true, "\(id)")
      #expect(
        known?["place"] as? String == "a script" && known?["name"] as? String == "Changed by SQL"
      )
    }
    #expect(errors.allSatisfy { $0.keys.contains("lastChanged") })
    // Of a copy the history tells the same, though places have other locks there.
    let copy = try TemporarySchema("copy")
    try schema.execute("DELETE FROM un_associations WHERE globalid = '\(GasFixture.id(700))'")
    try schema.execute("UPDATE pipelinedevice SET assettype = 1 WHERE globalid = '\(device)'")
    try await NetworkPlace.database(schema.address).copy(to: .database(copy.address))
    let changes = try PostGIS.lastChanges(
      of: [GasFixture.id(91), GasFixture.id(93), GasFixture.id(111)],
      in: copy.address
    )
    #expect(changes[GasFixture.id(91)]?.isBySQL == true)
    #expect(changes[GasFixture.id(93)]?.name == "Move the valve")
    #expect(changes[GasFixture.id(111)] == nil)
  }
}
