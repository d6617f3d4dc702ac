import Foundation
import GRDB
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Synchronization
import Testing

@Suite("A session: one object that an editor holds", .onBothStores)
struct NetworkSessionTests {
  private let subject: StoreSubject

  init() async throws { subject = try await StoreSubject(try GasFixture.network()) }

  private func session() async throws -> any TestedSession { try await subject.session() }

  private func key(_ number: UInt64) -> FeatureKey { .globalID(GasFixture.id(number)) }

  private func move(_ number: UInt64, _ x: Double, _ y: Double) -> NetworkTransaction {
    NetworkTransaction("Move \(number)", [.setGeometry(key(number), .point(Point(x: x, y: y)))])
  }

  private func expectAsStored(_ session: any TestedSession, _ comment: Comment? = nil) throws {
    let anew = try NetworkState(subject.network())
    let places = [(7.0, 0.0), (20, 10), (60, 0), (62, 0), (30, 10), (40, 0), (20, 20)]
    let difference = StateComparison(session.state, anew: anew)
      .difference(at: places.map { Coordinate(x: $0, y: $1) })
    #expect(difference == nil, comment)
  }

  @Test("After commit, undo and redo index, scene and topology are those of the file")
  func takesOver() async throws {
    let session = try await session()
    let before = session.state
    try session.commit(move(91, 30, 30))
    try expectAsStored(session)
    #expect(session.canUndo && !session.canRedo && session.revision == 1)
    let place = Coordinate(x: 30, y: 30)
    let found = session.state.index.identify(IdentifyRequest(at: place, tolerance: 1))
    #expect(found.count == 1)
    // What was got before stays as it is.
    #expect(before.index.identify(IdentifyRequest(at: place, tolerance: 1)).isEmpty)
    #expect(try session.undo() != nil)
    try expectAsStored(session)
    #expect(try session.redo() != nil)
    try expectAsStored(session)
    #expect(try session.redo() == nil)
    #expect(try session.history().map(\.name) == ["Move 91"])
  }

  @Test("Changes are told in order: committed, undone, redone, by others")
  func changes() async throws {
    let session = try await session()
    let changes = session.changes()
    try session.commit(move(91, 30, 30))
    try session.commit(NetworkTransaction("Nothing", []))
    try session.undo()
    try session.redo()
    try subject.execute("UPDATE PipelineDevice SET ORIGIN = 'theirs' WHERE ORIGIN = 'valve/0'")
    let change = try #require(try session.reload())
    #expect(try session.reload() == nil)
    #expect(change.commit?.transaction.edits == [.setOrigin(key(93), "theirs")])
    #expect(change.commit?.touched == [try #require(session.state.network.feature(key(93)))])
    var told: [NetworkChange.Cause] = []
    for await change in changes {
      told.append(change.cause)
      if told.count == 4 { break }
    }
    #expect(told == [.committed, .undone, .redone, .byOthers])
    try expectAsStored(session)
  }

  @Test("What others write is taken over: rows, geometries, associations; identifiers stay good")
  func others() async throws {
    let session = try await session()
    let valve = try #require(session.state.network.feature(key(93)))
    try subject.execute(
      """
      DELETE FROM un_associations WHERE GLOBALID = '\(GasFixture.id(2))';
      DELETE FROM survey_points;
      INSERT INTO PipelineDevice SELECT 77, GEOMETRY, '\(GlobalID(high: 9, low: 9))', ASSETGROUP, ASSETTYPE, 'copy'
      FROM PipelineDevice WHERE ORIGIN = 'sink/0';
      UPDATE PipelineLine SET ASSETTYPE = 1, ORIGIN = NULL WHERE ORIGIN = 'pipe/1';
      UPDATE un_manifest SET ROWCOUNT = (SELECT count(*) FROM survey_points) WHERE TABLENAME = 'survey_points';
      UPDATE un_manifest SET ROWCOUNT = (SELECT count(*) FROM un_associations) WHERE TABLENAME = 'un_associations';
      UPDATE un_manifest SET ROWCOUNT = (SELECT count(*) FROM PipelineDevice) WHERE TABLENAME = 'PipelineDevice';
      """
    )
    let change = try #require(try session.reload())
    #expect(change.cause == .byOthers)
    #expect(session.state.network.globalID(of: valve) == GasFixture.id(93))
    try expectAsStored(session)
    try session.commit(move(93, 62, 1))
    try expectAsStored(session)
  }

  @Test("A commit takes over first what others wrote, and is refused where they wrote the same")
  func conflict() async throws {
    let session = try await session()
    try subject.execute("UPDATE PipelineDevice SET ORIGIN = 'theirs' WHERE ORIGIN = 'valve/0'")
    try session.commit(move(91, 30, 30))
    try expectAsStored(session)
    try subject.execute("UPDATE PipelineDevice SET ORIGIN = 'again' WHERE ORIGIN = 'theirs'")
    let error = #expect(throws: StoreError.self) { try session.commit(move(93, 62, 2)) }
    #expect(error?.code == .changedByOthers)
    let message = try #require(error?.message)
    switch StoreKind.current {
    case .file:
      #expect(
        message
          == "Another program has changed Valve / Gate (PipelineDevice, again) meanwhile. Nothing was written: "
          + "look at what is there now, and do the edit again."
      )
    case .database:
      #expect(
        message.hasPrefix("Valve / Gate (PipelineDevice, again) was changed by geosnap on psql at ")
      )
      #expect(message.contains(" (Changed by SQL), and this edit moves it. Nothing was written: "))
    }
    // The state shows it, and the same edit can be done now.
    let valve = try #require(session.state.network.feature(key(93)))
    #expect(session.state.network.origin(of: valve) == "again")
    try session.commit(move(93, 62, 2))
    try subject.execute("UPDATE PipelineDevice SET ORIGIN = 'more' WHERE ORIGIN = 'again'")
    #expect(try session.undo() != nil)
    try expectAsStored(session)
  }

  @Test("A file that another network takes the place of is opened again")
  func replaced() async throws {
    let session = try await session()
    let changes = session.changes()
    var generator = SeededGenerator(seed: 12)
    let other = try EditingNetwork.make(rows: 3, using: &generator)
    try await subject.write(other)
    #expect(try session.reload()?.cause == .replaced)
    #expect(session.state.network.featureCount == other.featureCount)
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.cause == .replaced)
    let device = try #require(other.tables.first { $0.name == "Device" })
    let id = try #require(device.globalIDs[0])
    try session.commit(NetworkTransaction("", [.setOrigin(.globalID(id), "mine")]))
    #expect(try subject.network().features(origin: "mine").count == 1)
  }

  @Test("The same network in a new file is no other network")
  func rewritten() async throws {
    let session = try await session()
    try await subject.write(try GasFixture.network())
    #expect(try session.reload() == nil)
    try session.commit(move(91, 30, 30))
    try expectAsStored(session)
  }

  @Test("It looks by itself whether others have written")
  func watches() async throws {
    let session = try await subject.session(lookingEvery: .milliseconds(5))
    let changes = session.changes()
    try subject.execute("UPDATE PipelineDevice SET ORIGIN = 'theirs' WHERE ORIGIN = 'valve/0'")
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.cause == .byOthers)
  }

  @Test(
    "What may not connect is refused, unless allowed; a preview answers for what nobody committed"
  )
  func refuses() async throws {
    var session: (any TestedSession)? = try await session()
    let stack = move(101, 60, 0)
    let problems = try #require(session).problems(of: stack)
    #expect(problems.map(\.code.rawValue).contains("stackedPoints"), "\(problems)")
    let error = #expect(throws: TransactionError.self) { try session?.commit(stack) }
    #expect(error?.problems == problems)
    #expect(throws: TransactionError.self) { try session?.preview(stack) }
    let preview = try session?.preview(move(91, 30, 30))
    let request = IdentifyRequest(at: Coordinate(x: 30, y: 30), tolerance: 1)
    #expect(preview?.index.identify(request).count == 1)
    #expect(session?.state.index.identify(request).isEmpty == true)
    session = nil
    let tolerant = try await subject.session(allowsUnconnected: true)
    try tolerant.commit(stack)
  }

  @Test("Opening tells its progress in order, and can be cancelled; a wrong file is told")
  func opening() async throws {
    let told = Mutex<[Double]>([])
    _ = try await subject.session { share in told.withLock { $0.append(share) } }
    let shares = told.withLock { $0 }
    #expect(shares == shares.sorted() && shares.last == 1, "\(shares)")
    #expect(shares.count { $0 == 1 } == 1, "\(shares)")
    let place = subject.place
    let cancelled = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await place.session()
    }
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    await #expect(throws: StoreError.self) { try await subject.nowhere.session() }
  }

  @Test("A field is added, and all goes on")
  func field() async throws {
    let session = try await session()
    try session.addField(AttributeField("NOTE", .text), to: ["PipelineDevice"])
    try session.commit(NetworkTransaction("", [.setAttributes(key(93), ["NOTE": .text("x")])]))
    try expectAsStored(session)
  }

  // MARK: The editor

  private func editor(_ session: any EditingSession) -> GeometryEditor {
    let editor = GeometryEditor(for: session)
    editor.settings.isEnabled = true
    editor.settings.tolerance = .mapUnits(1)
    return editor
  }

  private func create(
    _ editor: GeometryEditor,
    _ table: String,
    _ type: AssetTypeID,
    at places: (Double, Double)...
  ) throws {
    let number = try #require(editor.scene.network.table(named: table))
    try editor.start(creatingIn: number, assetType: type)
    editor.syncSourceSettings(enabling: .setFromRules)
    for (x, y) in places { try editor.place(at: Coordinate(x: x, y: y)) }
  }

  @Test("A tap dropped on a main is saved with the vertex that the main needs, as one step")
  func tap() async throws {
    let session = try await session()
    let editor = editor(session)
    try create(editor, "PipelineJunction", GasFixture.tap, at: (7, 0.5))
    #expect(editor.canSave && editor.problems().isEmpty)
    let saved = try editor.save()
    guard case .feature(let tap)? = saved.target else { return #expect(Bool(false)) }
    try expectAsStored(session)
    let main = try #require(session.state.network.feature(key(111)))
    #expect(
      session.state.network.geometry(of: main)?.coordinates.contains(Coordinate(x: 7, y: 0)) == true
    )
    let trace = try session.state.topology.trace(
      TraceParameters(.connected, from: [TraceLocation(tap)])
    )
    #expect(trace.elements.features.contains(main))
    #expect(try session.history().map(\.name) == ["Create Fitting / Tap"])
    // The editor snaps to it, and one step takes all of it back.
    #expect(editor.scene.network.contains(tap))
    try session.undo()
    try expectAsStored(session)
    #expect(session.state.network.geometry(of: main)?.coordinates.count == 5)
    try editor.refresh()
    #expect(!editor.scene.network.contains(tap))
  }

  @Test("A regulator dropped on a main splits it at its terminals; deleting it heals the main")
  func regulator() async throws {
    let session = try await session()
    try session.addField(AttributeField("FROMDEVICETERMINAL", .integer), to: ["PipelineLine"])
    try session.addField(AttributeField("TODEVICETERMINAL", .integer), to: ["PipelineLine"])
    let editor = editor(session)
    editor.chooseTerminal = \.suggestion
    try create(editor, "PipelineDevice", GasFixture.regulator, at: (15, 5.2))
    #expect(editor.canSave, "\(editor.problems())")
    let saved = try editor.save()
    guard case .feature(let regulator)? = saved.target else { return #expect(Bool(false)) }
    try expectAsStored(session)
    let network = session.state.network
    let lines = network.features(table: try #require(network.table(named: "PipelineLine")))
    #expect(lines.count == 3)
    #expect(session.state.topology.nodes(of: regulator).count == 2)
    let reached = try session.state.topology.trace(
      TraceParameters(.connected, from: [TraceLocation(regulator, terminalID: 1)])
    )
    #expect(Set(reached.elements.features).isSuperset(of: lines), "\(reached.elements.features)")
    try session.commit(session.state.deletion(of: regulator))
    try expectAsStored(session)
    #expect(session.state.network.featureCount(table: Int(lines[0].table)) == 2)
    try session.undo()
    try expectAsStored(session)
    try session.undo()
    try expectAsStored(session)
    #expect(session.state.network.featureCount(table: Int(lines[0].table)) == 2)
  }

  @Test("A terminal that is not chosen is asked for: canSave, problems and save say the same")
  func unchosen() async throws {
    let session = try await session()
    try session.addField(AttributeField("FROMDEVICETERMINAL", .integer), to: ["PipelineLine"])
    try session.addField(AttributeField("TODEVICETERMINAL", .integer), to: ["PipelineLine"])
    let editor = editor(session)
    try create(editor, "PipelineDevice", GasFixture.regulator, at: (15, 5.2))
    let problems = editor.problems()
    #expect(
      !editor.canSave && problems.map(\.code.rawValue).contains("ambiguousTerminal"),
      "\(problems)"
    )
    let error = #expect(throws: GeometryEditorError.self) { try editor.save() }
    #expect(error?.code == .invalid && error?.problems == problems)
    // Nothing is lost: the edit goes on.
    #expect(editor.isStarted)
    editor.chooseTerminal = \.suggestion
    #expect(editor.canSave)
    try editor.save()
    try expectAsStored(session)
  }

  @Test("A terminal that a line names already stays, though another is suggested for a new line")
  func named() async throws {
    let session = try await session()
    for name in ["FROMDEVICETERMINAL", "TODEVICETERMINAL"] {
      try session.addField(AttributeField(name, .integer), to: ["PipelineLine"])
    }
    // The main ends at the regulator, at the second of its terminals.
    let main = Geometry.lineString(
      try LineString([Coordinate(x: 50, y: 0), Coordinate(x: 60, y: 0)])
    )
    let id = GlobalID(high: 5, low: 5)
    try session.commit(
      NetworkTransaction(
        "",
        [
          .insertFeature(
            NewFeature(
              globalID: id,
              assetGroup: 1,
              assetType: 1,
              geometry: main,
              attributes: ["TODEVICETERMINAL": .integer(2)]
            ),
            table: "PipelineLine"
          )
        ]
      )
    )
    let editor = editor(session)
    editor.chooseTerminal = \.suggestion
    editor.movesSharedVertices = true
    let regulator = try #require(session.state.network.feature(key(92)))
    try editor.start(editing: regulator)
    try editor.place(at: Coordinate(x: 60, y: 1.5))
    #expect(editor.canSave, "\(editor.problems())")
    let saved = try editor.save()
    #expect(saved.terminalChoices.map(\.current) == [2])
    let line = try #require(session.state.network.feature(globalID: id))
    #expect(session.state.network[line, "TODEVICETERMINAL"] == .integer(2))
    #expect(session.state.network.geometry(of: line)?.coordinates.last == Coordinate(x: 60, y: 1.5))
    try expectAsStored(session)
  }

  @Test("A session in memory is as one of a file, without a file")
  func memory() throws {
    let session = MemorySession(try NetworkState(GasFixture.network()))
    let editor = GeometryEditor(for: session)
    editor.settings.isEnabled = true
    try editor.start(creating: GasFixture.tap)
    editor.syncSourceSettings(enabling: .setFromRules)
    editor.settings.tolerance = .mapUnits(1)
    try editor.place(at: Coordinate(x: 7, y: 0.5))
    guard case .feature(let tap)? = try editor.save().target else { return #expect(Bool(false)) }
    let reached = try session.state.topology.trace(
      TraceParameters(.connected, from: [TraceLocation(tap)])
    )
    #expect(reached.elements.features.count > 1)
    #expect(session.undo() != nil && !session.state.network.contains(tap) && session.canRedo)
    #expect(session.redo() != nil && session.state.network.contains(tap))
    #expect(throws: TransactionError.self) { try session.commit(move(101, 60, 0)) }
    #expect(session.reload() == nil)
  }

  @Test("An editor whose feature was deleted meanwhile says so when it saves, and keeps the edit")
  func deletedMeanwhile() throws {
    let session = MemorySession(try NetworkState(GasFixture.network()))
    let editor = GeometryEditor(for: session)
    let point = try #require(session.state.network.feature(key(91)))
    try editor.start(editing: point)
    try editor.place(at: Coordinate(x: 30, y: 50))
    try session.commit(NetworkTransaction("Delete", [.deleteFeature(key(91))]))
    #expect(!editor.canSave)
    let error = #expect(throws: GeometryEditorError.self) { try editor.save() }
    #expect(error?.code == .invalid && error?.problems.isEmpty == false)
    #expect(try editor.stop()?.coordinates.first == Coordinate(x: 30, y: 50))
  }

  /// Stores nothing, and says why in words of its own.
  private final class Closed: EditDestination {
    let scene: SnapScene

    init(_ scene: SnapScene) { self.scene = scene }

    func problems(of edit: SavedEdit) -> [EditProblem] { [] }

    func store(_ edit: SavedEdit) throws -> FeatureID? {
      throw GeometryEditorError(.invalid, "The office is closed.")
    }
  }

  @Test("What a destination of one's own says when it refuses is passed on")
  func ownRefusal() throws {
    let state = try NetworkState(GasFixture.network())
    let editor = GeometryEditor(for: Closed(state.scene))
    editor.settings.tolerance = .mapUnits(1)
    try editor.start(editing: try #require(state.network.feature(key(91))))
    try editor.place(at: Coordinate(x: 30, y: 50))
    let error = #expect(throws: GeometryEditorError.self) { try editor.save() }
    #expect(error?.message == "The office is closed.")
  }

  @Test("A junction dragged to the middle of a main is refused or saved, and canSave knows")
  func stacked() async throws {
    let session = try await session()
    let editor = editor(session)
    let tap = try #require(session.state.network.feature(key(101)))
    try editor.start(editing: tap)
    try editor.place(at: Coordinate(x: 62, y: 0))
    #expect(!editor.canSave)
    #expect(throws: GeometryEditorError.self) { try editor.save() }
    try editor.cancel()
    try expectAsStored(session)
  }

  @Test("A new device in a station is contained by it, unless it is not to be")
  func contained() async throws {
    let session = try await session()
    let editor = editor(session)
    for makesAssociations in [true, false] {
      editor.makesAssociations = makesAssociations
      try create(
        editor,
        "PipelineDevice",
        GasFixture.regulator,
        at: (64, makesAssociations ? 2 : -2)
      )
      guard case .feature(let regulator)? = try editor.save().target else { continue }
      let held = session.state.network.associations(of: regulator)
      #expect(held.map(\.kind) == (makesAssociations ? [.containment] : []))
      #expect(held.allSatisfy { $0.from.globalID == GasFixture.id(51) })
    }
    try expectAsStored(session)
    try session.undo()
    try session.undo()
    try expectAsStored(session)
  }

  @Test(
    "A tap in the middle of a line that connects at its ends only splits it, where that is allowed"
  )
  func splitsLines() async throws {
    let session = try await session()
    let editor = editor(session)
    try create(editor, "PipelineJunction", GasFixture.tap, at: (20, 15))
    #expect(editor.problems().map(\.code) == [.endVertexOnly])
    try editor.cancel()
    editor.splitsLines = true
    for y in [15, 12.3] {
      try create(editor, "PipelineJunction", GasFixture.tap, at: (20.2, y))
      #expect(editor.canSave, "\(editor.problems())")
      guard case .feature(let tap)? = try editor.save().target else { continue }
      let reached = try session.state.topology.trace(
        TraceParameters(.connected, from: [TraceLocation(tap)])
      )
      let meter = try #require(session.state.network.feature(key(91)))
      #expect(reached.elements.features.contains(meter))
    }
    let table = try #require(session.state.network.table(named: "PipelineLine"))
    #expect(session.state.network.featureCount(table: table) == 4)
    try expectAsStored(session)
  }

  @Test("The editor splits a line at a vertex, and merges it with another; each can be undone")
  func lines() async throws {
    let session = try await session()
    let editor = editor(session)
    let main = try #require(session.state.network.feature(key(111)))
    let table = Int(main.table)
    let before = try #require(session.state.network.geometry(of: main))
    try editor.start(editing: main)
    #expect(throws: GeometryEditorError.self) { try editor.split(vertex: 0) }
    try editor.split(vertex: 1)
    #expect(editor.isSplit(vertex: 1) && editor.canUndo)
    try editor.undo()
    #expect(!editor.isSplit(vertex: 1) && !editor.canSave)
    try editor.redo()
    try editor.save()
    try expectAsStored(session)
    let pieces = session.state.network.features(table: table)
    #expect(pieces.count == 3)
    let piece = try #require(pieces.last)

    try editor.start(editing: main)
    let service = try #require(session.state.network.feature(key(112)))
    #expect(throws: GeometryEditorError.self) { try editor.merge(with: service) }
    try editor.merge(with: piece)
    #expect(editor.geometry == before)
    #expect(editor.canSave, "\(editor.problems())")
    try editor.undo()
    #expect(editor.geometry != before && !editor.canSave)
    try editor.redo()
    try editor.moveVertex(vertex: 1, to: Coordinate(x: 11, y: -1))
    try editor.save()
    try expectAsStored(session)
    #expect(session.state.network.features(table: table).count == 2)
    #expect(!session.state.network.contains(piece))
    try session.undo()
    try session.undo()
    try expectAsStored(session)
    #expect(session.state.network.geometry(of: main) == before)
  }

  @Test("A feature that is deleted while it is edited is told, and cancelled")
  func deletedMeanwhile() async throws {
    let session = try await session()
    let editor = editor(session)
    let meter = try #require(session.state.network.feature(key(91)))
    try editor.start(editing: meter)
    try editor.place(at: Coordinate(x: 25, y: 25))
    try session.commit(NetworkTransaction("", [.deleteFeature(key(91))]))
    #expect(!editor.canSave)
    #expect(throws: GeometryEditorError.self) { try editor.refresh() }
    #expect(throws: GeometryEditorError.self) { try editor.save() }
    try editor.cancel()
    try editor.refresh()
    #expect(throws: GeometryEditorError.self) { try editor.start(editing: meter) }
  }

  @Test("What somebody else changed since an edit began is not written over")
  func changedMeanwhile() async throws {
    let session = try await session()
    let editor = editor(session)
    let meter = try #require(session.state.network.feature(key(91)))
    try editor.start(editing: meter)
    try editor.place(at: Coordinate(x: 25, y: 25))
    try session.commit(move(91, 30, 30))
    #expect(!editor.canSave && editor.problems().map(\.code) == [.changedFeature])
    #expect(
      editor.problems().first?.message
        == "Meter / House meter (PipelineDevice, sink/0) was changed meanwhile: look at it, refresh the editor "
        + "and save again, or cancel the edit."
    )
    #expect(throws: GeometryEditorError.self) { try editor.save() }
    try editor.cancel()
    #expect(
      session.state.network.geometry(of: meter)?.coordinates.first == Coordinate(x: 30, y: 30)
    )

    // The line that a new tap needs a vertex of.
    try create(editor, "PipelineJunction", GasFixture.tap, at: (7, 0.5))
    let main = try #require(session.state.network.feature(key(111)))
    try session.commit(NetworkTransaction("", [.setOrigin(key(111), "theirs")]))
    #expect(!editor.canSave && editor.problems().map(\.target) == [.feature(main)])
    try editor.refresh()
    #expect(editor.canSave)
    try editor.save()
    try expectAsStored(session)

    // What was edited itself: who refreshes has looked, and the edit is done.
    try editor.start(editing: meter)
    try editor.place(at: Coordinate(x: 25, y: 25))
    try session.commit(move(91, 31, 31))
    #expect(!editor.canSave)
    try editor.refresh()
    try editor.save()
    #expect(
      session.state.network.geometry(of: meter)?.coordinates.first == Coordinate(x: 25, y: 25)
    )
    try expectAsStored(session)
  }

  @Test("What others change elsewhere is no conflict, from the first commit of a session on")
  func changedElsewhere() async throws {
    let memory = MemorySession(try NetworkState(GasFixture.network()))
    for session: any EditingSession in [try await session(), memory] {
      let editor = editor(session)
      let meter = try #require(session.state.network.feature(key(91)))
      try editor.start(editing: meter)
      try editor.place(at: Coordinate(x: 25, y: 25))
      try session.commit(move(93, 62, 1))
      #expect(editor.canSave && editor.problems().isEmpty)
      try editor.save()
    }
  }

  @Test("Lines at different heights are no reason not to delete what lies between them")
  func heights() throws {
    let gas = try GasFixture.network()
    var tables = gas.tables
    let number = try #require(tables.firstIndex { $0.name == "PipelineLine" })
    for (row, text) in ["LINESTRING Z (100 0 1, 110 0 1)", "LINESTRING Z (110 0 5, 120 0 5)"]
      .enumerated()
    {
      tables[number].append(
        Feature(
          rowID: Int64(50 + row),
          globalID: GasFixture.id(UInt64(500 + row)),
          assetGroup: 1,
          assetType: 1,
          geometry: try Geometry(wkt: text)
        )
      )
    }
    let junctions = try #require(tables.firstIndex { $0.name == "PipelineJunction" })
    tables[junctions].append(
      Feature(
        rowID: 50,
        globalID: GasFixture.id(600),
        assetGroup: 1,
        assetType: 1,
        geometry: .point(Point(x: 110, y: 0))
      )
    )
    let state = try NetworkState(
      UtilityNetwork(
        definition: gas.definition,
        srid: nil,
        tables: tables,
        associations: gas.associations,
        rules: gas.rules
      )
    )
    let tap = try #require(state.network.feature(key(600)))
    #expect(state.deletion(of: tap).edits == [.deleteFeature(key(600))])
  }

  @Test("Row ids from one end of all numbers to the other are counted without harm")
  func extremeRows() async throws {
    try subject.execute(
      """
      UPDATE survey_points SET KEY = \(Int64.max - 5_000_000_000);
      UPDATE fences SET KEY = \(Int64.max - 5_000_000_000);
      UPDATE PipelineLine SET KEY = \(Int64.min + 7) WHERE KEY = 1;
      """
    )
    let count = try await session().state.network.featureCount
    let expected = try GasFixture.network().featureCount
    #expect(count == expected)
  }

  @Test("Threads read states while others commit")
  func threads() async throws {
    let session = try await session()
    let moves = (0..<25).map { move(91, 30 + Double($0), 30) }
    let others = (0..<25).map { move(93, 62, Double($0)) }
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<4 {
        group.addTask {
          for step in 0..<25 {
            if thread == 0 {
              _ = try? session.commit(moves[step])
            } else {
              let state = session.state
              let hits = state.index.identify(
                IdentifyRequest(at: Coordinate(x: 62, y: 0), tolerance: 1)
              )
              #expect(
                !hits.isEmpty && state.network.featureCount == state.index.network.featureCount
              )
              _ = session.problems(of: others[step])
            }
          }
        }
      }
    }
    try expectAsStored(session)
  }
}
