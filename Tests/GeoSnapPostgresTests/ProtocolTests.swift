import Foundation
import GeoBench
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What lies between sessions: what was forgotten, replaced, restored, or came with SQL.
@Suite("What sessions hold of each other's commits", TestDatabase.isThere)
struct ProtocolTests {
  private let town: GasTown
  private var schema: TemporarySchema { town.schema }

  init() async throws { town = try await GasTown() }

  private func pair() async throws -> (PostgresSession, PostgresSession) {
    (try await town.session(), try await town.session())
  }

  private func expectAsStored(
    _ sessions: PostgresSession...,
    location: SourceLocation = #_sourceLocation
  ) throws {
    for session in sessions { try town.expectAsStored(session.state, hasOneOrder: false, location) }
  }

  private func otherEditor() async throws -> PostgresSession {
    let role = "geosnap_other_editor"
    _ = try? TemporarySchema.psql("CREATE ROLE \(role) LOGIN")
    try schema.execute("SELECT un_grant('\(role)', 'editor')")
    return try await town.session(as: role)
  }

  @Test("What was committed before the history was forgotten is a conflict all the same")
  func forgotten() async throws {
    let (one, other) = try await pair()
    try one.commit(move(91, 30, 30))
    try schema.forgetHistory()
    let conflict = #expect(throws: StoreError.self) { try other.commit(move(91, 30, 50)) }
    #expect(conflict?.code == .changedByOthers)
    try expectAsStored(other)
    // A session that has applied it does not read the network again.
    try other.commit(move(93, 62, 1))
    #expect(try one.reload()?.cause == .byOthers)
    try expectAsStored(one)
  }

  @Test("What has the number of a transaction that failed before a crash is taken over")
  func numberedAgain() async throws {
    let (one, other) = try await pair()
    let third = try await town.session()
    try one.commit(move(91, 30, 30))
    try schema.execute("UPDATE un_history SET xid = '5'")
    let conflict = #expect(throws: StoreError.self) { try third.commit(move(91, 30, 50)) }
    #expect(conflict?.code == .changedByOthers)
    try expectAsStored(third)
    // Far from the other's edit, so that it checks no more features: its own commit does not hide that.
    try other.commit(origin(93, "mine"))
    #expect(other.revision == one.revision + 1)
    #expect(try other.reload()?.cause == .byOthers)
    try expectAsStored(other)
  }

  @Test("A history restored in another cluster is taken over once, and goes on")
  func restored() async throws {
    let before = try await town.session()
    try before.commit(move(91, 30, 30))
    try schema.execute(
      "UPDATE un_history SET xid = '900000000000'; UPDATE un_network SET cluster = '1', forgotten_xid = '800000000000'"
    )
    let (one, other) = try await pair()
    #expect(try one.reload() == nil)
    try one.commit(move(93, 62, 1))
    #expect(try other.reload()?.commit?.transaction.name == "Move 93")
    #expect(try one.undo() != nil)
    try other.reload()
    try expectAsStored(one, other)
  }

  @Test("A network that was put in the place of another is what sessions go on with")
  func replaced() async throws {
    let (one, other) = try await pair()
    try one.commit(move(91, 30, 30))
    try await NetworkPlace.database(schema.address).write(try GasFixture.network(), replacing: true)
    try other.commit(move(93, 62, 1))
    #expect(try one.reload() != nil)
    try expectAsStored(one, other)
  }

  @Test("What could not be read when it came is read later")
  func unread() async throws {
    let (one, other) = try await pair()
    try other.commit(move(91, 30, 30))
    try schema.execute(
      "UPDATE un_rules SET origin = 'new'; ALTER TABLE un_import RENAME TO elsewhere"
    )
    #expect(throws: StoreError.self) { try one.reload() }
    #expect(throws: StoreError.self) { try one.commit(move(93, 62, 1)) }
    try schema.execute("ALTER TABLE elsewhere RENAME TO un_import")
    #expect(try one.reload() != nil)
    try expectAsStored(one)
    try one.commit(move(93, 62, 1))
    try expectAsStored(one)
  }

  @Test("A commit is checked by the rules as others have left them")
  func definition() async throws {
    let one = try await town.session()
    try schema.execute("DELETE FROM un_rules WHERE ruleid = 5")
    let (from, to, id) = (GasFixture.id(92), GasFixture.id(93), GasFixture.id(700))
    let association = NewAssociation(.connectivity, from, to, terminal: 2, id: id)
    try one.commit(step("", .deleteAssociation(GasFixture.id(3))))
    let error = #expect(throws: TransactionError.self) {
      try one.commit(step("", .insertAssociation(association)))
    }
    #expect(error?.problems.first?.code == .noRule)
  }

  @Test("What is associated is not retyped at both ends at once")
  func associatedTypes() async throws {
    let first = try await town.session()
    let (from, to) = (GasFixture.id(801), GasFixture.id(802))
    let association = NewAssociation(.connectivity, from, to, terminal: 2)
    try first.commit(
      step(
        "A pair",
        insert(GasFixture.regulator, "PipelineDevice", point(500, 0), 801),
        insert(GasFixture.valve, "PipelineDevice", point(900, 900), 802),
        .insertAssociation(association)
      )
    )
    // The two ends are far from each other: only the association joins them.
    let (one, other) = try await pair()
    try schema.execute(
      """
      INSERT INTO un_rules (ruleid, ruletype, fromnetworksourceid, fromassetgroup, fromassettype, tonetworksourceid,
        toassetgroup, toassettype) VALUES (90, 1, 9, 2, 1, 9, 1, 1), (91, 1, 9, 3, 1, 9, 3, 1)
      """
    )
    try one.reload()
    try other.reload()
    try one.commit(step("", .setAssetType(key(802), assetGroup: 1, assetType: 1)))
    // A regulator and a meter may be associated, a valve and a meter may not.
    let retyping = step("", .setAssetType(key(801), assetGroup: 3, assetType: 1))
    #expect(throws: TransactionError.self) { try other.commit(retyping) }
    try expectAsStored(other)
  }

  @Test("Undo does not bring back what no rule allows beside what others have put there since")
  func undoneAgainstRules() async throws {
    let (one, other) = try await pair()
    try one.commit(move(91, 200, 200))
    try other.reload()
    let theirs = try await otherEditor()
    let main = try LineString([Coordinate(x: 20, y: 20), Coordinate(x: 0, y: 40)])
    let end = try LineString([Coordinate(x: 20, y: 10), Coordinate(x: 25, y: 15)])
    let laying = insert(GasFixture.main, "PipelineLine", .lineString(main), 803)
    try theirs.commit(step("A main in its place", .setGeometry(key(112), .lineString(end)), laying))
    #expect(throws: TransactionError.self) { try one.undo() }
    try expectAsStored(one)
  }

  @Test("Undo asks whether others have built on a step, not whether they named what lies beside it")
  func undoneBesideNames() async throws {
    let (one, theirs) = (try await town.session(), try await otherEditor())
    let tap = insert(GasFixture.tap, "PipelineJunction", point(10, 0), 804)
    try one.commit(step("A tap", tap))
    try theirs.commit(origin(111, "named"))
    #expect(try one.undo() != nil)
    try one.redo()
    let service = try LineString([Coordinate(x: 10, y: 0), Coordinate(x: 10, y: -20)])
    let laying = insert(GasFixture.service, "PipelineLine", .lineString(service), 805)
    try theirs.commit(step("A service", laying))
    let error = #expect(throws: TransactionError.self) { try one.undo() }
    #expect(error?.problems.first?.code == .changedOtherwise)
    try expectAsStored(one)
  }

  @Test("What one transaction changed with SQL arrives as one change, in its place among others")
  func sqlTransaction() async throws {
    let (one, other) = try await pair()
    let changes = one.changes()
    try schema.execute(
      """
      BEGIN; UPDATE pipelinedevice SET origin = 'a' WHERE origin = 'valve/0';
      UPDATE pipelinedevice SET origin = 'b' WHERE origin = 'a'; DELETE FROM pipelinejunction; COMMIT
      """
    )
    try other.commit(move(91, 30, 30))
    try one.reload()
    var iterator = changes.makeAsyncIterator()
    let change = try #require(await iterator.next())
    #expect(change.commit?.transaction.edits.count == 3)
    #expect(await iterator.next()?.commit?.transaction.name == "Move 91")
    try expectAsStored(one, other)
  }

  @Test("A row of a plain table that others have changed with SQL is a conflict")
  func plainRows() async throws {
    let town = try TemporarySchema()
    try await NetworkPlace.database(town.address).write(try EditorsTrial.town(side: 1))
    let session = try await PostgresSession(town.address, lookingEvery: nil)
    let counter = FeatureKey.globalID(GlobalID(high: 900, low: 0))
    try town.execute(
      "UPDATE trial_ledger SET count = 7 WHERE globalid = '\(GlobalID(high: 900, low: 0))'"
    )
    let conflict = #expect(throws: StoreError.self) {
      try session.commit(step("", .setAttributes(counter, ["COUNT": .integer(1)])))
    }
    #expect(conflict?.code == .changedByOthers)
  }

  @Test("Who has rows in an open transaction is waited for, and never ended for a commit")
  func openTransaction() async throws {
    let one = try await town.session()
    let schema = schema
    // They go on when another session has begun to wait for them, however long that takes on a busy machine.
    let sql = Task.detached {
      try schema.execute(
        """
        BEGIN; UPDATE pipelinedevice SET origin = 'theirs' WHERE origin = 'valve/0';
        DO $$ BEGIN FOR i IN 1..30000 LOOP
          EXIT WHEN EXISTS (
            SELECT FROM pg_stat_activity WHERE pg_backend_pid() = ANY (pg_blocking_pids(pid)));
          PERFORM pg_sleep(0.02); PERFORM pg_stat_clear_snapshot();
        END LOOP; END $$;
        SELECT pg_sleep(1); UPDATE pipelinejunction SET origin = 'theirs'; COMMIT
        """
      )
    }
    var haveBegun = false
    for _ in 0..<3_000 where !haveBegun {
      haveBegun =
        try schema.execute(
          """
          SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%\(schema.name)%'
          """
        ) != "0"
      if !haveBegun { try await Task.sleep(for: .milliseconds(20)) }
    }
    try #require(haveBegun)
    // The one is beside what they have, and the other they want later.
    let conflict = #expect(throws: StoreError.self) {
      let edits: [NetworkEdit] = [
        .setGeometry(key(92), point(60, 0.5)), .setOrigin(key(101), "mine"),
      ]
      try one.commit(NetworkTransaction("Both", edits))
    }
    #expect(conflict?.code == .changedByOthers)
    _ = try await sql.value
    try expectAsStored(one)
    #expect(
      try schema.execute("SELECT count(*) FROM pipelinejunction WHERE origin = 'theirs'") == "1"
    )
  }

  @Test("Ids that others have given far ahead are passed over")
  func idsAhead() async throws {
    let one = try await town.session()
    try schema.execute(
      """
      INSERT INTO pipelinedevice (objectid, shape, assetgroup, assettype)
      SELECT id, ST_Point(1000 + id, 0), 1, 1 FROM generate_series(64, 8000) AS id
      """
    )
    for number in 0..<3 {
      let place = point(300, Double(number))
      try one.commit(step("", insert(GasFixture.meter, "PipelineDevice", place)))
    }
    try one.reload()
    try expectAsStored(one)
  }

  @Test("Rows of one transaction get ids of their own where a block of ids ends")
  func blocksEnd() async throws {
    let (one, other) = try await pair()
    func meters(_ number: Int) -> NetworkTransaction {
      let places = (0..<3).map { point(1000 + Double(3 * number + $0), 500) }
      return NetworkTransaction(
        "Three meters",
        places.map { insert(GasFixture.meter, "PipelineDevice", $0) }
      )
    }
    // Blocks have 64 ids, so that the 22nd transaction begins in one and ends in what the other has.
    for number in 0..<50 {
      try one.commit(meters(2 * number))
      try other.commit(meters(2 * number + 1))
      try one.reload()
    }
    try expectAsStored(one)
  }
}
