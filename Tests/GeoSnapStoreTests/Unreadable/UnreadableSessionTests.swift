import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("A session of a file with rows that cannot be read")
struct UnreadableSessionTests {
  private let file: TemporaryFile

  init() throws {
    file = try TemporaryFile()
    try GeoPackage.write(try GasFixture.network(), to: file.path)
  }

  private func session(strict: Bool = false) async throws -> NetworkSession {
    try await NetworkSession(file.path, strict: strict, lookingEvery: nil)
  }

  private static let breaking = "UPDATE PipelineDevice SET SHAPE = x'4750' WHERE OBJECTID = 2"

  private func expectAsFile(_ session: NetworkSession) throws {
    let anew = try NetworkState(GeoPackage.open(file.path).network)
    let places = [(7.0, 0.0), (20, 10), (60, 0), (62, 0), (20, 20)]
    let difference = StateComparison(session.state, anew: anew)
      .difference(at: places.map { Coordinate(x: $0, y: $1) })
    #expect(difference == nil)
  }

  private func move(_ number: UInt64, _ x: Double) -> NetworkTransaction {
    NetworkTransaction(
      "Move \(number)",
      [.setGeometry(.globalID(GasFixture.id(number)), .point(Point(x: x, y: 30)))]
    )
  }

  @Test("A row that another program breaks is gone and listed; mended it is there again")
  func brokenAndMended() async throws {
    let session = try await session()
    let shape = try file.texts("SELECT hex(SHAPE) FROM PipelineDevice WHERE OBJECTID = 2")[0]
    let associations = session.state.network.associationCount
    var changes = session.changes().makeAsyncIterator()
    try file.execute(Self.breaking)
    let broken = try #require(try session.reload())
    #expect(broken.cause == .byOthers && broken.commit != nil)
    #expect(session.state.network.feature(globalID: GasFixture.id(92)) == nil)
    #expect(session.state.network.associationCount < associations)
    #expect(session.unreadable.first?.description.hasPrefix("PipelineDevice, row 2: SHAPE") == true)
    #expect(session.unreadable.first?.column == "SHAPE")
    #expect(session.unreadableRowCount == 1 + associations - session.state.network.associationCount)
    try expectAsFile(session)

    // Editing goes on, and what is set aside stays.
    let before = try RawRows(file)
    try session.commit(move(91, 30))
    try session.undo()
    #expect(try RawRows(file) == before)
    let taken = NewFeature(
      rowID: 2,
      globalID: GasFixture.id(92),
      assetGroup: 1,
      assetType: 1,
      geometry: .point(Point(x: 80, y: 80))
    )
    let problems = session.problems(
      of: NetworkTransaction("Take", [.insertFeature(taken, table: "PipelineDevice")])
    )
    #expect(problems.map(\.code) == [.rowInUse, .globalIDInUse])
    try expectAsFile(session)

    try file.execute("UPDATE PipelineDevice SET SHAPE = x'\(shape)' WHERE OBJECTID = 2")
    let mended = try #require(try session.reload())
    #expect(mended.cause == .byOthers)
    #expect(session.state.network.feature(globalID: GasFixture.id(92)) != nil)
    #expect(session.state.network.associationCount == associations)
    #expect(session.unreadable.isEmpty && session.unreadableRowCount == 0)
    try expectAsFile(session)
    var causes: [NetworkChange.Cause] = []
    while causes.count < 4, let change = await changes.next() { causes.append(change.cause) }
    #expect(causes == [.byOthers, .committed, .undone, .byOthers])
  }

  @Test("A step is not undone whose feature is set aside since, and nothing is written")
  func stepsOfBrokenRows() async throws {
    let session = try await session()
    try session.commit(move(92, 61))
    try file.execute(Self.breaking)
    let before = try RawRows(file)
    #expect(throws: TransactionError.self) { try session.undo() }
    #expect(try RawRows(file) == before)
    #expect(throws: (any Error).self) { try session.commit(move(92, 62)) }
    #expect(try RawRows(file) == before)
    try expectAsFile(session)
  }

  @Test("A rule that is broken makes it another network; the rule is listed")
  func brokenRule() async throws {
    let session = try await session()
    try file.execute("UPDATE un_rules SET RULETYPE = 9 WHERE RULEID = 1")
    let change = try #require(try session.reload())
    #expect(change.cause == .replaced)
    #expect(session.unreadable.map(\.code) == [.brokenRule])
    #expect(session.state.network.rules.count == GasFixture.rules.count - 1)
    try expectAsFile(session)
  }

  @Test("A strict session refuses such a file, at first and when it is read anew")
  func strict() async throws {
    let session = try await session(strict: true)
    try file.execute(Self.breaking)
    #expect(throws: StoreError.self) { try session.reload() }
    #expect(session.state.network.feature(globalID: GasFixture.id(92)) != nil)
  }

  @Test("A field is added to a table that has rows set aside")
  func addField() async throws {
    try file.execute(Self.breaking)
    let session = try await session()
    try session.addField(AttributeField("NOTE", .text), to: ["PipelineDevice"])
    #expect(session.unreadable.map(\.table).contains("PipelineDevice"))
    let shapes = try file.texts("SELECT hex(SHAPE) FROM PipelineDevice WHERE OBJECTID = 2")
    #expect(shapes == ["4750"])
    try expectAsFile(session)
  }
}
