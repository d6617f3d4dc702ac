import Foundation
import GeoSnap
import GeoSnapPostgres
import GeoSnapPostgresTestSupport
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("Sessions of one network in a database", TestDatabase.isThere)
struct SessionTests {
  private let town: GasTown

  init() async throws { town = try await GasTown() }

  /// Others come between an editor's last look and the commit.
  private final class Interrupted: EditDestination {
    let session: PostgresSession
    let others: @Sendable () throws -> Void

    init(_ session: PostgresSession, others: @escaping @Sendable () throws -> Void) {
      self.session = session
      self.others = others
    }

    var scene: SnapScene { session.scene }

    func problems(of edit: SavedEdit) -> [EditProblem] { session.problems(of: edit) }

    func store(_ edit: SavedEdit, madeOn network: EditedNetwork) throws -> FeatureID? {
      try others()
      return try session.store(edit, madeOn: network)
    }
  }

  @Test("What others change between an editor's look and its commit is told, and not lost")
  func between() async throws {
    let (one, other) = (try await town.session(), try await town.session())
    let theirs = move(91, 30, 30)
    let editor = GeometryEditor(
      for: Interrupted(one) {
        try other.commit(theirs)
        try one.reload()
      }
    )
    editor.settings.tolerance = .mapUnits(1)
    let meter = try #require(one.state.network.feature(key(91)))
    try editor.start(editing: meter)
    try editor.place(at: Coordinate(x: 30, y: 50))
    let error = #expect(throws: GeometryEditorError.self) { try editor.save() }
    #expect(error?.code == .notStored && error?.message.contains("moved by") == true)
    try town.expectAsStored(one.state)
    #expect(one.state.network.geometry(of: meter) == point(30, 30))
  }

  @Test("Sessions give new rows ids of their own; what would be committed is asked of free ids")
  func rowIDs() async throws {
    let (one, other) = (try await town.session(), try await town.session())
    let insertion = step("Point", insertPoint(40, 40))
    // One block of ids and more, beside rows of others whose ids lie behind it.
    for number in 0..<70 {
      try one.commit(insertion)
      if number % 20 == 0 { try other.commit(insertion) }
      try one.reload()
      #expect(one.problems(of: insertion).isEmpty, "step \(number)")
      #expect(throws: Never.self) { try one.preview(insertion) }
    }
    try other.reload()
    try town.expectAsStored(one.state)
    try town.expectAsStored(other.state)
    let table = try #require(one.state.network.table(named: "survey_points"))
    let ids = one.state.network.features(table: table).compactMap {
      one.state.network.rowID(of: $0)
    }
    #expect(Set(ids).count == ids.count)
  }

  @Test("Another session sees what was committed by itself")
  func others() async throws {
    let one = try await town.session()
    let other = try await PostgresSession(town.address, lookingEvery: .seconds(100))
    let changes = other.changes()
    try one.commit(move(91, 30, 30))
    for await change in changes {
      #expect(change.cause == .byOthers)
      break
    }
    try town.expectAsStored(other.state)
  }

  @Test("Commits on different features go through; one on the same feature is told as a conflict")
  func conflicts() async throws {
    let (one, other) = (try await town.session(), try await town.session())
    try one.commit(move(91, 30, 30))
    try other.commit(origin(93, "mine"))
    // It looks at its own state, in which the meter stands where it was.
    let stale = #expect(throws: StoreError.self) { try other.commit(move(91, 30, 31)) }
    #expect(stale?.code == .changedByOthers)
    let basis = one.state
    // Now it has seen what others did.
    try other.commit(move(91, 30, 40))
    let conflict = #expect(throws: StoreError.self) {
      try one.commit(move(91, 30, 50), madeOn: basis.network)
    }
    #expect(conflict?.code == .changedByOthers)
    let message = try #require(conflict?.message)
    #expect(message.contains("was moved by geosnap on "))
    #expect(message.contains("(Move 91), and this edit moves it"))
  }

  @Test("Asset types that SQL changed are the same in a session and in a new reading")
  func retyped() async throws {
    let session = try await town.session()
    try town.schema.execute("UPDATE pipelinedevice SET assetgroup = 3, assettype = 1")
    try session.reload()
    let anew = try PostGIS.open(town.address)
    #expect(!anew.unreadable.isEmpty)
    #expect(session.unreadable == anew.unreadable)
    #expect(session.state.network.associationCount == anew.network.associations.count)
    try town.expectAsStored(session.state)
    // It can be packed, as images are.
    _ = session.state.network.rebased()
    try session.commit(origin(93, "mine"))
    try town.expectAsStored(session.state)
  }

  @Test("What is edited with SQL is taken over, row by row")
  func foreign() async throws {
    let session = try await town.session()
    try town.schema.execute("UPDATE pipelinedevice SET origin = 'theirs' WHERE origin = 'valve/0'")
    let change = try #require(try session.reload())
    #expect(change.commit?.transaction.edits == [.setOrigin(key(93), "theirs")])
    try town.schema.execute("DELETE FROM un_associations")
    try #require(try session.reload() != nil)
    #expect(session.state.network.associationCount == 0)
    try town.expectAsStored(session.state)
  }
}
