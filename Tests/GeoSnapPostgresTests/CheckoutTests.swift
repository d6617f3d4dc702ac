import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Extents that are checked out and in", Database.isThere)
struct CheckoutTests {
  private let schema: TemporarySchema
  private let folder: Folder

  private final class Folder: Sendable {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    init() throws {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: path) }
  }

  private var file: String { folder.path.appendingPathComponent("field.gpkg").path }
  private static let all = Envelope(minX: -10, minY: -10, maxX: 70, maxY: 30)

  init() async throws {
    schema = try TemporarySchema()
    folder = try Folder()
    try await PostGIS.write(try GasFixture.network(), to: schema.address)
  }

  private func key(_ number: UInt64) -> FeatureKey { .globalID(GasFixture.id(number)) }

  private func point(_ x: Double, _ y: Double) -> Geometry { .point(Point(x: x, y: y)) }

  private func move(_ number: UInt64, _ x: Double, _ y: Double, _ name: String? = nil)
    -> NetworkTransaction
  {
    NetworkTransaction(name ?? "Move \(number)", [.setGeometry(key(number), point(x, y))])
  }

  private func origin(_ number: UInt64, _ origin: String) -> NetworkTransaction {
    NetworkTransaction("Origin \(number)", [.setOrigin(key(number), origin)])
  }

  private func session() async throws -> PostgresSession {
    try await PostgresSession(schema.address, allowsUnconnected: true, lookingEvery: nil)
  }

  private func checkOut(_ extent: Envelope = all) throws {
    try PostGIS.checkOut(schema.address, extent: extent, to: file, replacing: true)
  }

  private func checkIn(
    _ path: String? = nil,
    isTrial: Bool = false,
    skipsConflicts: Bool = false
  ) async throws -> NetworkCheckIn {
    try await PostGIS.checkIn(
      path ?? file,
      into: schema.address,
      isTrial: isTrial,
      skipsConflicts: skipsConflicts,
      allowsUnconnected: true,
      images: .none
    )
  }

  /// Edits the file, and lets go of it.
  private func edit(_ transactions: NetworkTransaction...) throws {
    let store = try NetworkStore(file)
    for transaction in transactions { try store.commit(transaction) }
  }

  private func names() throws -> [String] {
    try schema.execute("SELECT name FROM un_history ORDER BY revision")
      .split(separator: "\n").map(String.init)
  }

  private func geometry(_ number: UInt64) throws -> Geometry? {
    let network = try PostGIS.open(schema.address).network
    return network.feature(globalID: GasFixture.id(number)).flatMap { network.geometry(of: $0) }
  }

  private func words(_ checkIn: NetworkCheckIn) -> [String] {
    checkIn.steps.map { step in
      switch step.outcome {
      case .done: "done"
      case .doneBefore: "before"
      case .unchanged: "unchanged"
      case .possible: "possible"
      case .conflict: "conflict"
      case .refused: "refused"
      case .waits(let number): "waits \(number)"
      }
    }
  }

  private func messages(_ step: NetworkCheckIn.Step) -> [String] {
    if case .conflict(let conflicts) = step.outcome { conflicts.map(\.message) } else { [] }
  }

  // MARK: Files

  @Test("A file says what it was checked out of, holds what the extent holds, and keeps its edge")
  func edge() async throws {
    let extent = Envelope(minX: -10, minY: -10, maxX: 30, maxY: 30)
    let taken = try PostGIS.checkOut(schema.address, extent: extent, to: file)
    let read = try PostGIS.open(schema.address, extent: extent)
    let checkout = try #require(try GeoPackage.readCheckout(of: file))
    #expect(checkout == taken.checkout && checkout.extent == extent && checkout.checkedIn == nil)
    #expect(checkout.address == "\(schema.address)" && checkout.author.hasPrefix("geosnap on "))
    // The main is joined with a regulator beyond.
    #expect(checkout.cut.map(\.globalID) == [GasFixture.id(5)])
    let opened = try GeoPackage.open(file)
    #expect(opened.checkout == checkout)
    #expect(NaiveNetwork(read.network).difference(from: EditedNetwork(opened.network)) == nil)
    let store = try NetworkStore(file)
    for edge in [opened.edge, store.edge, taken.edge] {
      let edge = try #require(edge)
      #expect(edge.extent == extent && edge.associations == read.edge?.associations)
      #expect(edge.features.count == read.edge?.features.count)
    }
    func codes(_ edit: NetworkEdit) -> [TransactionProblem.Code] {
      do {
        try store.commit(NetworkTransaction("", [edit]))
        return []
      } catch {
        return (error as? TransactionError)?.problems.map(\.code) ?? []
      }
    }
    #expect(codes(.deleteFeature(key(111))) == [.beyondExtent])
    #expect(codes(.setGeometry(key(91), point(31, 31))) == [.beyondExtent])
    let new = NewFeature(geometry: point(40, 40))
    #expect(codes(.insertFeature(new, table: "survey_points")) == [.beyondExtent])
    #expect(codes(.setOrigin(key(111), "attributes")) == [])
    #expect(codes(.setGeometry(key(91), point(21, 20))) == [])
    // Read anew, and of an extent of the file, it is so still.
    try store.reload()
    #expect(codes(.deleteFeature(key(111))) == [.beyondExtent])
    let part = try GeoPackage.open(
      file,
      extent: Envelope(minX: 15, minY: 15, maxX: 100, maxY: 100)
    )
    #expect(part.edge?.extent == Envelope(minX: 15, minY: 15, maxX: 30, maxY: 30))
    // With an image or without.
    let images = ImageCache(folder: folder.path.path, leastFeatures: 0)
    for _ in 0..<2 {
      let snapshot = try GeoPackage.openSnapshot(file, images: images)
      #expect(snapshot.edge != nil)
      snapshot.stored.image?.write()
    }
  }

  @Test("A file that was checked out keeps all steps")
  func history() async throws {
    try checkOut()
    let store = try NetworkStore(file, historyLimit: 2)
    for number in 1...5 { try store.commit(origin(91, "\(number)")) }
    #expect(try store.history().count == 5)
  }

  @Test("What was not checked out, or of another network, is refused")
  func wrong() async throws {
    let other = folder.path.appendingPathComponent("other.gpkg").path
    try GeoPackage.write(GasFixture.network(), to: other)
    #expect(try GeoPackage.readCheckout(of: other) == nil)
    var error = await #expect(throws: StoreError.self) { _ = try await checkIn(other) }
    #expect(error?.message.contains("was not checked out") ?? false)
    try checkOut()
    let neighbour = try TemporarySchema()
    try await PostGIS.write(try GasFixture.network(), to: neighbour.address)
    error = await #expect(throws: StoreError.self) {
      _ = try await PostGIS.checkIn(file, into: neighbour.address, images: .none)
    }
    #expect(error?.code == .cannotOpen && error?.message.contains("another network") ?? false)
    error = #expect(throws: StoreError.self) {
      try PostGIS.checkOut(schema.address, extent: Self.all, to: file)
    }
    #expect(error?.code == .alreadyExists)
  }

  @Test("Rows that another program has changed in the file are found, and not brought back in part")
  func foreign() async throws {
    try checkOut()
    try edit(move(91, 20, 21))
    try SQLite.execute("UPDATE PipelineDevice SET ORIGIN = 'theirs' WHERE ORIGIN = 'valve/0'", file)
    let error = await #expect(throws: StoreError.self) { _ = try await checkIn() }
    #expect(error?.problems.first?.message.contains("PipelineDevice") ?? false)
    #expect(try names() == [])
    try SQLite.execute("UPDATE PipelineDevice SET ORIGIN = 'valve/0' WHERE ORIGIN = 'theirs'", file)
    #expect(try await checkIn().isComplete)
  }

  // MARK: Bringing back

  @Test("Steps become commits of the same names; new rows get ids of the database")
  func steps() async throws {
    try checkOut()
    let others = try await session()
    // The row id that the file is going to give as well.
    try others.commit(
      NetworkTransaction(
        "Theirs",
        [.insertFeature(NewFeature(rowID: 2, geometry: point(1, 1)), table: "survey_points")]
      )
    )
    let row = FeatureKey.row(table: "Survey_Points", rowID: 2)
    let tap = GasFixture.id(500)
    let store = try NetworkStore(file)
    try store.commit(
      NetworkTransaction(
        "Survey",
        [
          .insertFeature(NewFeature(geometry: point(5, 5)), table: "survey_points"),
          .setOrigin(row, "within"),
          .insertFeature(NewFeature(geometry: point(6, 6)), table: "survey_points"),
          .deleteFeature(.row(table: "survey_points", rowID: 3)),
        ]
      )
    )
    try store.commit(NetworkTransaction("Again", [.setGeometry(row, point(7, 7))]))
    try store.commit(
      NetworkTransaction(
        "Tap",
        [
          .insertFeature(
            NewFeature(globalID: tap, assetGroup: 1, assetType: 1, geometry: point(10, 0)),
            table: "PipelineJunction"
          )
        ]
      )
    )
    try store.commit(NetworkTransaction("Gone", [.deleteFeature(.row(table: "fences", rowID: 1))]))
    try store.commit(move(91, 3, 3, "Undone"))
    try store.undo()
    let trial = try await copy { try await checkIn($0, isTrial: true) }
    #expect(words(trial) == ["possible", "possible", "possible", "possible"])
    #expect(try names() == ["Theirs"])
    let done = try await copy { try await checkIn($0) }
    #expect(words(done) == ["done", "done", "done", "done"] && done.isComplete)
    #expect(try names() == ["Theirs", "Survey", "Again", "Tap", "Gone"])
    let network = try PostGIS.open(schema.address).network
    let table = try #require(network.tables.first { $0.name == "survey_points" })
    #expect(table.count == 3 && network.feature(globalID: tap) != nil)
    let mine = try #require((0..<3).first { table.geometries[$0] == point(7, 7) })
    #expect(table.origins[mine] == "within" && table.rowIDs[mine] != 2)
    #expect((0..<3).contains { table.geometries[$0] == point(1, 1) && table.rowIDs[$0] == 2 })
    #expect(network.tables.first { $0.name == "fences" }?.count == 0)
  }

  /// Does something with a copy of the file, which an open store may hold.
  private func copy<Value>(_ body: (String) async throws -> Value) async throws -> Value {
    let path = folder.path.appendingPathComponent("\(UUID().uuidString).gpkg").path
    try FileManager.default.copyItem(atPath: file, toPath: path)
    return try await body(path)
  }

  @Test("An empty edit is checked in, and nothing is done twice")
  func twice() async throws {
    try checkOut()
    let empty = try await checkIn()
    #expect(empty.steps.isEmpty && empty.isComplete && !empty.wasComplete)
    #expect(try GeoPackage.readCheckout(of: file)?.checkedIn != nil)
    #expect(try await checkIn().wasComplete)
    try edit(move(91, 20, 21, "A"), origin(93, "B"))
    let first = try await checkIn()
    #expect(words(first) == ["done", "done"])
    let time = try GeoPackage.readCheckout(of: file)?.checkedIn
    let second = try await checkIn()
    #expect(words(second) == ["before", "before"] && second.wasComplete)
    #expect(try GeoPackage.readCheckout(of: file)?.checkedIn == time)
    // What comes later comes alone.
    try edit(move(91, 20, 22, "C"))
    #expect(words(try await checkIn()) == ["before", "before", "done"])
    #expect(try names() == ["A", "Origin 93", "C"])
    #expect(try geometry(91) == point(20, 22))
    // Undone in the file, it is still in the database.
    let store = try NetworkStore(file)
    try store.undo()
    let error = await #expect(throws: StoreError.self) {
      _ = try await copy { try await checkIn($0) }
    }
    #expect(error?.message.contains("(C) was brought into the database") ?? false)
    // Another step under the number of the undone one is another step.
    try store.redo()
    #expect(words(try await copy { try await checkIn($0) }) == ["before", "before", "before"])
  }

  @Test("A check-in that the server has cut off is repeated, and does nothing twice")
  func cutOff() async throws {
    try checkOut()
    try edit(move(91, 20, 21, "A"), origin(93, "b"), move(91, 20, 22, "C"), origin(93, "d"))
    try schema.execute("ALTER TABLE un_history ADD CONSTRAINT never CHECK (name <> 'C')")
    await #expect(throws: StoreError.self) { _ = try await checkIn() }
    #expect(try names() == ["A", "Origin 93"])
    #expect(try GeoPackage.readCheckout(of: file)?.checkedIn == nil)
    try schema.execute("ALTER TABLE un_history DROP CONSTRAINT never")
    // The next one loses its connection once.
    try schema.execute(
      """
      CREATE SEQUENCE cuts;
      CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('\(schema.quoted).cuts') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid()); END IF;
        RETURN NULL; END $$;
      CREATE TRIGGER cut AFTER INSERT ON un_history FOR EACH ROW EXECUTE FUNCTION cut();
      """
    )
    #expect(words(try await checkIn()) == ["before", "before", "done", "done"])
    #expect(try names() == ["A", "Origin 93", "C", "Origin 93"])
    #expect(try geometry(91) == point(20, 22))
  }

  // MARK: Conflicts

  @Test("What others have changed is told with both sides, and nothing is written")
  func conflicts() async throws {
    try checkOut()
    let others = try await session()
    try others.commit(move(91, 1, 1, "Theirs"))
    try others.commit(NetworkTransaction("Away", [.deleteFeature(key(41))]))
    try others.commit(NetworkTransaction("Apart", [.deleteAssociation(GasFixture.id(3))]))
    try schema.execute("UPDATE pipelinejunction SET origin = 'sql'")
    let inserted = GasFixture.id(700)
    try edit(
      origin(93, "fine"),
      move(91, 2, 2, "Mine"),
      origin(41, "pad"),
      NetworkTransaction("Part", [.deleteAssociation(GasFixture.id(3))]),
      origin(101, "tap"),
      NetworkTransaction(
        "New",
        [
          .insertFeature(
            NewFeature(globalID: inserted, assetGroup: 1, assetType: 1, geometry: point(20, 25)),
            table: "PipelineJunction"
          )
        ]
      ),
      move(91, 3, 3, "Later"),
      NetworkTransaction("New again", [.setOrigin(.globalID(inserted), "new")])
    )
    let before = try names()
    let expected = [
      "possible", "conflict", "conflict", "conflict", "conflict", "possible", "waits 2", "possible",
    ]
    for isTrial in [true, false] {
      let told = try await checkIn(isTrial: isTrial)
      #expect(words(told) == expected && !told.isComplete)
      let moved = try #require(messages(told.steps[1]).first)
      #expect(moved.contains("was moved by geosnap on ") && moved.contains("(Theirs)"))
      #expect(moved.hasSuffix("and this step moves it."))
      #expect(messages(told.steps[2]).first?.contains("was deleted by geosnap on") ?? false)
      #expect(messages(told.steps[2]).first?.contains("(Away)") ?? false)
      #expect(messages(told.steps[3]).first?.contains("was deleted by geosnap on") ?? false)
      #expect(messages(told.steps[4]).first?.contains("(Changed by SQL)") ?? false)
      guard case .conflict(let conflicts) = told.steps[1].outcome else { return }
      #expect(conflicts[0].key == key(91) && conflicts[0].edit == 0)
      #expect(conflicts[0].name == "Theirs" && conflicts[0].time != nil)
    }
    #expect(try names() == before && geometry(91) == point(1, 1))
    #expect(try GeoPackage.readCheckout(of: file)?.checkedIn == nil)
    // The others alone.
    let some = try await checkIn(skipsConflicts: true)
    #expect(some.writtenCount == 3 && !some.isComplete)
    #expect(try names() == before + ["Origin 93", "New", "New again"])
    #expect(try GeoPackage.readCheckout(of: file)?.checkedIn == nil)
    // When the others have taken theirs back, the rest follows.
    try schema.execute("UPDATE pipelinejunction SET origin = 'junction/2' WHERE origin = 'sql'")
    try others.reload()
    try others.commit(move(91, 20, 20, "Back"))
    let rest = try await checkIn(skipsConflicts: true)
    #expect(
      words(rest) == [
        "before", "done", "conflict", "conflict", "done", "before", "done", "before",
      ]
    )
    #expect(try geometry(91) == point(3, 3))
  }

  @Test("A feature is not deleted with what others have joined to it since")
  func joined() async throws {
    try checkOut()
    let others = try await session()
    let id = GasFixture.id(800)
    try others.commit(
      NetworkTransaction(
        "Join",
        [
          .insertAssociation(
            NewAssociation(
              globalID: id,
              kind: .containment,
              from: .init(GasFixture.id(51)),
              to: .init(GasFixture.id(111))
            )
          )
        ]
      )
    )
    try edit(NetworkTransaction("Delete", [.deleteFeature(key(111))]))
    let told = try await checkIn()
    #expect(words(told) == ["conflict"])
    #expect(
      messages(told.steps[0]).contains {
        $0.contains("\(id) was inserted by") && $0.contains("(Join)")
      }
    )
    // What others have given and taken again is no conflict.
    try others.undo()
    #expect(words(try await checkIn()) == ["done"])
  }

  @Test("The rules of the database refuse steps, another definition as well")
  func refused() async throws {
    try checkOut()
    let id = GasFixture.id(801)
    try edit(
      NetworkTransaction(
        "Contain",
        [
          .insertAssociation(
            NewAssociation(
              globalID: id,
              kind: .containment,
              from: .init(GasFixture.id(51)),
              to: .init(GasFixture.id(111))
            )
          )
        ]
      ),
      origin(91, "fine")
    )
    try schema.execute("DELETE FROM un_rules WHERE ruleid = 9")
    let told = try await checkIn()
    #expect(told.isRedefined && words(told) == ["refused", "possible"])
    guard case .refused(let error) = told.steps[0].outcome else { return }
    #expect(error.problems.map(\.code) == [.noRule])
    // What passes them is taken.
    #expect(words(try await checkIn(skipsConflicts: true)) == ["refused", "done"])
  }
}

/// SQL on a file as another program runs it.
private enum SQLite {
  static func execute(_ sql: String, _ path: String) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      database = sqlite3.connect(sys.argv[2])
      for (name,) in list(database.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'")):
          database.execute(f'DROP TRIGGER "{name}"')
      database.execute(sys.argv[1])
      database.commit()
      """, sql, path,
    ]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw SQLFailure(message: sql) }
  }
}
