import Foundation
import GeoBench
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What lies between sessions: what was forgotten, replaced, restored, or came with SQL.
@Suite("What sessions hold of each other's commits", TestDatabase.isThere)
struct ProtocolTests {
  private let schema: TemporarySchema

  init() async throws {
    schema = try TemporarySchema()
    try await PostGIS.write(try GasFixture.network(), to: schema.address)
  }

  /// A session that looks for others when it commits, and never by itself.
  private func session() async throws -> PostgresSession {
    try await PostgresSession(schema.address, lookingEvery: nil)
  }

  private func key(_ number: UInt64) -> FeatureKey { .globalID(GasFixture.id(number)) }

  private func move(_ number: UInt64, _ x: Double, _ y: Double) -> NetworkTransaction {
    NetworkTransaction("Move \(number)", [.setGeometry(key(number), .point(Point(x: x, y: y)))])
  }

  private func insert(
    _ type: AssetTypeID,
    _ table: String,
    _ geometry: Geometry,
    _ number: UInt64
  ) -> NetworkEdit {
    .insertFeature(
      NewFeature(
        globalID: GasFixture.id(number),
        assetGroup: type.assetGroup,
        assetType: type.assetType,
        geometry: geometry
      ),
      table: table
    )
  }

  private func expectAsStored(_ session: PostgresSession) throws {
    let anew = try NetworkState(PostGIS.open(schema.address).network)
    let places = [(7.0, 0.0), (20, 10), (60, 0), (62, 0), (30, 10), (40, 0), (20, 20)]
    let difference = StateComparison(session.state, anew: anew, hasOneOrder: false)
      .difference(at: places.map { Coordinate(x: $0, y: $1) })
    #expect(difference == nil)
  }

  // MARK: History

  @Test("What was committed before the history was forgotten is a conflict all the same")
  func forgotten() async throws {
    let (one, other) = (try await session(), try await session())
    try one.commit(move(91, 30, 30))
    try schema.forgetHistory()
    let conflict = #expect(throws: StoreError.self) { try other.commit(move(91, 30, 50)) }
    #expect(conflict?.code == .changedByOthers)
    try expectAsStored(other)
    // Who has taken it over reads nothing anew.
    try other.commit(move(93, 62, 1))
    #expect(try one.reload()?.cause == .byOthers)
    try expectAsStored(one)
  }

  @Test("A commit of one's own after a crash does not hide what others have committed before it")
  func numberedAgainBeforeOwn() async throws {
    let (one, other) = (try await session(), try await session())
    try one.commit(move(91, 30, 30))
    try schema.execute("UPDATE un_history SET xid = '5'")
    // Far from what the other did, so that it looks at nothing else.
    try other.commit(NetworkTransaction("Origin", [.setOrigin(key(93), "mine")]))
    #expect(other.revision == one.revision + 1)
    #expect(try other.reload()?.cause == .byOthers)
    try expectAsStored(other)
  }

  @Test(
    "What a transaction has done that has the number of one that failed before a crash is taken over"
  )
  func numberedAgain() async throws {
    let (one, other) = (try await session(), try await session())
    try one.commit(move(91, 30, 30))
    try schema.execute("UPDATE un_history SET xid = '5'")
    let conflict = #expect(throws: StoreError.self) { try other.commit(move(91, 30, 50)) }
    #expect(conflict?.code == .changedByOthers)
    try expectAsStored(other)
  }

  @Test("A history restored in another cluster is taken over once, and goes on")
  func restored() async throws {
    let before = try await session()
    try before.commit(move(91, 30, 30))
    try schema.execute(
      "UPDATE un_history SET xid = '900000000000'; UPDATE un_network SET cluster = '1', forgotten_xid = '800000000000'"
    )
    let (one, other) = (try await session(), try await session())
    #expect(try one.reload() == nil)
    try one.commit(move(93, 62, 1))
    #expect(try other.reload()?.commit?.transaction.name == "Move 93")
    #expect(try one.undo() != nil)
    try other.reload()
    try expectAsStored(one)
    try expectAsStored(other)
  }

  @Test("A network that was put in the place of another is what sessions go on with")
  func replaced() async throws {
    let (one, other) = (try await session(), try await session())
    try one.commit(move(91, 30, 30))
    try await PostGIS.write(try GasFixture.network(), to: schema.address, replacing: true)
    try other.commit(move(93, 62, 1))
    #expect(try one.reload() != nil)
    try expectAsStored(one)
    try expectAsStored(other)
  }

  @Test("What could not be read when it came is read later")
  func unread() async throws {
    let (one, other) = (try await session(), try await session())
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
    let one = try await session()
    try schema.execute("DELETE FROM un_rules WHERE ruleid = 5")
    let association = NewAssociation(
      globalID: GasFixture.id(700),
      kind: .connectivity,
      from: .init(GasFixture.id(92), terminalID: 2),
      to: .init(GasFixture.id(93))
    )
    try one.commit(NetworkTransaction("", [.deleteAssociation(GasFixture.id(3))]))
    let error = #expect(throws: TransactionError.self) {
      try one.commit(NetworkTransaction("", [.insertAssociation(association)]))
    }
    #expect(error?.problems.first?.code == .noRule)
  }

  // MARK: Rules

  @Test("What is associated is not retyped at both ends at once")
  func associatedTypes() async throws {
    let first = try await session()
    try first.commit(
      NetworkTransaction(
        "A pair",
        [
          insert(GasFixture.regulator, "PipelineDevice", .point(Point(x: 500, y: 0)), 801),
          insert(GasFixture.valve, "PipelineDevice", .point(Point(x: 900, y: 900)), 802),
          .insertAssociation(
            NewAssociation(
              kind: .connectivity,
              from: .init(GasFixture.id(801), terminalID: 2),
              to: .init(GasFixture.id(802))
            )
          ),
        ]
      )
    )
    // The two ends are far from each other: only the association joins them.
    let (one, other) = (try await session(), try await session())
    try schema.execute(
      """
      INSERT INTO un_rules (ruleid, ruletype, fromnetworksourceid, fromassetgroup, fromassettype, tonetworksourceid,
        toassetgroup, toassettype) VALUES (90, 1, 9, 2, 1, 9, 1, 1), (91, 1, 9, 3, 1, 9, 3, 1)
      """
    )
    try one.reload()
    try other.reload()
    try one.commit(NetworkTransaction("", [.setAssetType(key(802), assetGroup: 1, assetType: 1)]))
    // A regulator and a meter may be associated, a valve and a meter may not.
    let edits: [NetworkEdit] = [.setAssetType(key(801), assetGroup: 3, assetType: 1)]
    #expect(throws: TransactionError.self) { try other.commit(NetworkTransaction("", edits)) }
    try expectAsStored(other)
  }

  @Test("Undo does not bring back what no rule allows beside what others have put there since")
  func undoneAgainstRules() async throws {
    let (one, other) = (try await session(), try await session())
    try one.commit(move(91, 200, 200))
    try other.reload()
    let role = "geosnap_other_editor"
    _ = try? TemporarySchema.psql("CREATE ROLE \(role) LOGIN")
    try schema.execute("SELECT un_grant('\(role)', 'editor')")
    let theirs = try await PostgresSession(
      try PostgresAddress("\(schema.address)&user=\(role)"),
      lookingEvery: nil
    )
    let main = try LineString([Coordinate(x: 20, y: 20), Coordinate(x: 0, y: 40)])
    let end = try LineString([Coordinate(x: 20, y: 10), Coordinate(x: 25, y: 15)])
    try theirs.commit(
      NetworkTransaction(
        "A main in its place",
        [
          .setGeometry(key(112), .lineString(end)),
          insert(GasFixture.main, "PipelineLine", .lineString(main), 803),
        ]
      )
    )
    #expect(throws: TransactionError.self) { try one.undo() }
    try expectAsStored(one)
  }

  @Test(
    "Undo asks whether others have built on a step, not whether they have named what lies beside it"
  )
  func undoneBesideNames() async throws {
    let role = "geosnap_other_editor"
    _ = try? TemporarySchema.psql("CREATE ROLE \(role) LOGIN")
    try schema.execute("SELECT un_grant('\(role)', 'editor')")
    let one = try await session()
    let theirs = try await PostgresSession(
      try PostgresAddress("\(schema.address)&user=\(role)"),
      lookingEvery: nil
    )
    let tap = insert(GasFixture.tap, "PipelineJunction", .point(Point(x: 10, y: 0)), 804)
    try one.commit(NetworkTransaction("A tap", [tap]))
    try theirs.commit(NetworkTransaction("A name", [.setOrigin(key(111), "named")]))
    #expect(try one.undo() != nil)
    try one.redo()
    let service = try LineString([Coordinate(x: 10, y: 0), Coordinate(x: 10, y: -20)])
    try theirs.commit(
      NetworkTransaction(
        "A service",
        [insert(GasFixture.service, "PipelineLine", .lineString(service), 805)]
      )
    )
    let error = #expect(throws: TransactionError.self) { try one.undo() }
    #expect(error?.problems.first?.code == .changedOtherwise)
    try expectAsStored(one)
  }

  // MARK: SQL

  @Test(
    "What one transaction has changed with SQL arrives as one change, in its place among others"
  )
  func sqlTransaction() async throws {
    let (one, other) = (try await session(), try await session())
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
    try expectAsStored(one)
    try expectAsStored(other)
  }

  @Test("A row of a plain table that others have changed with SQL is a conflict")
  func plainRows() async throws {
    let town = try TemporarySchema()
    try await PostGIS.write(try EditorsTrial.town(side: 1), to: town.address)
    let session = try await PostgresSession(town.address, lookingEvery: nil)
    let counter = FeatureKey.globalID(GlobalID(high: 900, low: 0))
    try town.execute(
      "UPDATE trial_ledger SET count = 7 WHERE globalid = '\(GlobalID(high: 900, low: 0))'"
    )
    let conflict = #expect(throws: StoreError.self) {
      try session.commit(NetworkTransaction("", [.setAttributes(counter, ["COUNT": .integer(1)])]))
    }
    #expect(conflict?.code == .changedByOthers)
  }

  @Test("Who has rows in an open transaction is waited for, and never ended for a commit")
  func openTransaction() async throws {
    let one = try await session()
    let schema = schema
    // They go on when somebody has begun to wait for them, however long that takes on a busy machine.
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
      try one.commit(
        NetworkTransaction(
          "Both",
          [
            .setGeometry(key(92), .point(Point(x: 60, y: 0.5))),
            .setOrigin(key(101), "mine"),
          ]
        )
      )
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
    let one = try await session()
    try schema.execute(
      """
      INSERT INTO pipelinedevice (objectid, shape, assetgroup, assettype)
      SELECT id, ST_Point(1000 + id, 0), 1, 1 FROM generate_series(64, 8000) AS id
      """
    )
    for number in 0..<3 {
      let device = insert(
        GasFixture.meter,
        "PipelineDevice",
        .point(Point(x: 300, y: Double(number))),
        900 + UInt64(number)
      )
      try one.commit(NetworkTransaction("", [device]))
    }
    try one.reload()
    try expectAsStored(one)
  }
}

extension ProtocolTests {
  @Test("Rows of one transaction get ids of their own where a block of ids ends")
  func blocksEnd() async throws {
    let (one, other) = (try await session(), try await session())
    func pair(_ number: Int) -> NetworkTransaction {
      let rows = (0..<3).map { row in
        NetworkEdit.insertFeature(
          NewFeature(
            assetGroup: 1,
            assetType: 1,
            geometry: .point(Point(x: 1000 + Double(3 * number + row), y: 500))
          ),
          table: "PipelineDevice"
        )
      }
      return NetworkTransaction("Three meters", rows)
    }
    // Blocks have 64 ids, so that the 22nd transaction begins in one and ends in what the other has.
    for number in 0..<50 {
      try one.commit(pair(2 * number))
      try other.commit(pair(2 * number + 1))
      try one.reload()
    }
    try expectAsStored(one)
  }
}
