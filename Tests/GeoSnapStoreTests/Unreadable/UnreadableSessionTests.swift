import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("A session of a store with rows that cannot be read", .onBothStores)
struct UnreadableSessionTests {
  private let subject: StoreSubject
  /// The column that is broken: a database refuses what is no geometry.
  private let column: String
  /// SQL that breaks a row, and SQL that mends it.
  private let (breaking, mending): (String, String)

  init() async throws {
    subject = try await StoreSubject(try GasFixture.network())
    if let file = subject.file {
      let shape = try file.texts("SELECT hex(SHAPE) FROM PipelineDevice WHERE OBJECTID = 2")[0]
      column = "SHAPE"
      breaking = "UPDATE PipelineDevice SET SHAPE = x'4750' WHERE OBJECTID = 2"
      mending = "UPDATE PipelineDevice SET SHAPE = x'\(shape)' WHERE OBJECTID = 2"
    } else {
      column = "ASSETGROUP"
      breaking = "UPDATE PipelineDevice SET ASSETGROUP = 4711 WHERE OBJECTID = 2"
      mending = "UPDATE PipelineDevice SET ASSETGROUP = 2 WHERE OBJECTID = 2"
    }
  }

  private func expectAsStored(_ session: any TestedSession) async throws {
    let anew = try NetworkState(try await subject.stored().network)
    let places = [(7, 0), (20, 10), (60, 0), (62, 0), (20, 20)].map { Coordinate($0, $1) }
    #expect(StateComparison(session.state, anew: anew).difference(at: places) == nil)
  }

  private func move(_ number: UInt64, _ x: Double) -> NetworkTransaction {
    let key = FeatureKey.globalID(GasFixture.id(number))
    return NetworkTransaction("Move \(number)", .setGeometry(key, .point(Point(x: x, y: 30))))
  }

  @Test("A row that another program breaks is gone and listed; mended it is there again")
  func brokenAndMended() async throws {
    let session = try await subject.place.session()
    let associations = session.state.network.associationCount
    let changes = session.changes()
    try subject.execute(breaking)
    let broken = try #require(try session.reload())
    #expect(broken.cause == .byOthers && broken.commit != nil)
    #expect(session.state.network.feature(globalID: GasFixture.id(92)) == nil)
    #expect(session.state.network.associationCount < associations)
    let first = try #require(session.unreadable.first)
    #expect(first.table == "PipelineDevice" && first.row == "2" && first.column == column)
    #expect(session.unreadableRowCount == 1 + associations - session.state.network.associationCount)
    try await expectAsStored(session)

    // Editing goes on, and what is set aside stays.
    let before = try RawRows(subject)
    try session.commit(move(91, 30))
    try session.undo()
    #expect(try RawRows(subject) == before)
    var taken = NewFeature(AssetTypeID(0), .point(Point(x: 80, y: 80)), id: GasFixture.id(92))
    taken.rowID = 2
    let problems = session.problems(of: .init("", .insertFeature(taken, table: "PipelineDevice")))
    #expect(problems.map(\.code) == [.rowInUse, .globalIDInUse])
    try await expectAsStored(session)

    try subject.execute(mending)
    #expect(try session.reload()?.cause == .byOthers)
    #expect(session.state.network.feature(globalID: GasFixture.id(92)) != nil)
    #expect(session.state.network.associationCount == associations)
    #expect(session.unreadable.isEmpty && session.unreadableRowCount == 0)
    try await expectAsStored(session)
    var causes: [NetworkChange.Cause] = []
    for await change in changes.prefix(4) { causes.append(change.cause) }
    #expect(causes == [.byOthers, .committed, .undone, .byOthers])
  }

  @Test("A step is not undone whose feature is set aside since, and nothing is written")
  func stepsOfBrokenRows() async throws {
    let session = try await subject.place.session()
    try session.commit(move(92, 61))
    try subject.execute(breaking)
    let before = try RawRows(subject)
    #expect(throws: TransactionError.self) { try session.undo() }
    #expect(try RawRows(subject) == before)
    #expect(throws: (any Error).self) { try session.commit(move(92, 62)) }
    #expect(try RawRows(subject) == before)
    try await expectAsStored(session)
  }

  @Test("A rule that is broken makes it another network; the rule is listed")
  func brokenRule() async throws {
    let session = try await subject.place.session()
    let broken = subject.file == nil ? "FROMNETWORKSOURCEID = 99" : "RULETYPE = 9"
    try subject.execute("UPDATE un_rules SET \(broken) WHERE RULEID = 1")
    #expect(try session.reload()?.cause == .replaced)
    #expect(session.unreadable.map(\.code) == [.brokenRule])
    #expect(session.state.network.rules.count == GasFixture.rules.count - 1)
    try await expectAsStored(session)
  }

  @Test("A strict session refuses such a file, at first and when it is read anew")
  func strict() async throws {
    let session = try await subject.place.session(strict: true)
    try subject.execute(breaking)
    #expect(throws: StoreError.self) { try session.reload() }
    #expect(session.state.network.feature(globalID: GasFixture.id(92)) != nil)
  }

  @Test("A field is added to a table that has rows set aside")
  func addField() async throws {
    try subject.execute(breaking)
    let session = try await subject.place.session()
    try session.addField(AttributeField("NOTE", .text), to: ["PipelineDevice"])
    #expect(session.unreadable.map(\.table).contains("PipelineDevice"))
    if let file = subject.file {
      let sql = "SELECT hex(SHAPE) FROM PipelineDevice WHERE OBJECTID = 2"
      #expect(try file.texts(sql) == ["4750"])
    }
    try await expectAsStored(session)
  }
}
