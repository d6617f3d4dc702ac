import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("A session: one object that an editor holds", .onBothStores)
struct NetworkSessionTests {
  private let subject: StoreSubject
  private let session: any TestedSession

  init() async throws {
    subject = try await StoreSubject(try GasFixture.network())
    session = try await subject.place.session()
  }

  private var state: NetworkState { session.state }
  private var network: EditedNetwork { session.state.network }

  private func key(_ number: UInt64) -> FeatureKey { .globalID(GasFixture.id(number)) }

  private func feature(_ number: UInt64) throws -> FeatureID {
    try #require(network.feature(key(number)))
  }

  private func move(_ number: UInt64, _ x: Double, _ y: Double) -> NetworkTransaction {
    NetworkTransaction("Move \(number)", .setGeometry(key(number), .point(Point(x: x, y: y))))
  }

  /// Changes the origin of the valve as another program does.
  private func othersSetOrigin(_ origin: String, where old: String) throws {
    try subject.execute("UPDATE PipelineDevice SET ORIGIN = '\(origin)' WHERE ORIGIN = '\(old)'")
  }

  private func expectAsStored(location: SourceLocation = #_sourceLocation) throws {
    let anew = try NetworkState(subject.network())
    let places = [(7.0, 0.0), (20, 10), (60, 0), (62, 0), (30, 10), (40, 0), (20, 20)]
    let difference = StateComparison(state, anew: anew)
      .difference(at: places.map { Coordinate($0.0, $0.1) })
    #expect(difference == nil, sourceLocation: location)
  }

  @Test("After commit, undo and redo index, scene and topology are those of the file")
  func takesOver() async throws {
    let before = state
    try session.commit(move(91, 30, 30))
    try expectAsStored()
    #expect(session.canUndo && !session.canRedo && session.revision == 1)
    #expect(identified(state.index, Coordinate(30, 30)).count == 1)
    // What was got before stays as it is.
    #expect(identified(before.index, Coordinate(30, 30)).isEmpty)
    #expect(try session.undo() != nil)
    try expectAsStored()
    #expect(try session.redo() != nil)
    try expectAsStored()
    #expect(try session.redo() == nil)
    #expect(try session.history().map(\.name) == ["Move 91"])
  }

  @Test("Changes are told in order: committed, undone, redone, by others")
  func changes() async throws {
    let changes = session.changes()
    try session.commit(move(91, 30, 30))
    try session.commit(NetworkTransaction("Nothing", []))
    try session.undo()
    try session.redo()
    try othersSetOrigin("theirs", where: "valve/0")
    let change = try #require(try session.reload())
    #expect(try session.reload() == nil)
    #expect(change.commit?.transaction.edits == [.setOrigin(key(93), "theirs")])
    #expect(change.commit?.touched == [try feature(93)])
    var told: [NetworkChange.Cause] = []
    for await change in changes.prefix(4) { told.append(change.cause) }
    #expect(told == [.committed, .undone, .redone, .byOthers])
    try expectAsStored()
  }

  @Test("What others write is taken over: rows, geometries, associations; identifiers stay good")
  func others() async throws {
    let valve = try feature(93)
    let counts = ["survey_points", "un_associations", "PipelineDevice"].map {
      "UPDATE un_manifest SET ROWCOUNT = (SELECT count(*) FROM \($0)) WHERE TABLENAME = '\($0)';"
    }
    try subject.execute(
      """
      DELETE FROM un_associations WHERE GLOBALID = '\(GasFixture.id(2))';
      DELETE FROM survey_points;
      INSERT INTO PipelineDevice SELECT 77, GEOMETRY, '\(GlobalID(high: 9, low: 9))', ASSETGROUP, ASSETTYPE, 'copy'
      FROM PipelineDevice WHERE ORIGIN = 'sink/0';
      UPDATE PipelineLine SET ASSETTYPE = 1, ORIGIN = NULL WHERE ORIGIN = 'pipe/1';
      \(counts.joined(separator: "\n"))
      """
    )
    #expect(try session.reload()?.cause == .byOthers)
    #expect(network.globalID(of: valve) == GasFixture.id(93))
    try expectAsStored()
    try session.commit(move(93, 62, 1))
    try expectAsStored()
  }

  @Test("A commit takes over first what others wrote, and is refused where they wrote the same")
  func conflict() async throws {
    try othersSetOrigin("theirs", where: "valve/0")
    try session.commit(move(91, 30, 30))
    try expectAsStored()
    try othersSetOrigin("again", where: "theirs")
    let error = try #require(try storeError { try session.commit(move(93, 62, 2)) })
    #expect(error.code == .changedByOthers)
    switch StoreKind.current {
    case .file:
      #expect(
        error.message
          == "Another program has changed Valve / Gate (PipelineDevice, again) since it was read. The edit "
          + "was not written: check the current state, and repeat the edit."
      )
    case .database:
      let start = "Valve / Gate (PipelineDevice, again) was changed by geosnap on psql at "
      let end = " (Changed by SQL), and this edit moves it. The edit was not written: "
      #expect(error.message.hasPrefix(start) && error.message.contains(end), "\(error)")
    }
    // The state shows it, and the same edit can be done now.
    #expect(network.origin(of: try feature(93)) == "again")
    try session.commit(move(93, 62, 2))
    try othersSetOrigin("more", where: "again")
    #expect(try session.undo() != nil)
    try expectAsStored()
  }

  @Test("A file that another network takes the place of is opened again")
  func replaced() async throws {
    var changes = session.changes().makeAsyncIterator()
    var generator = SeededGenerator(seed: 12)
    let other = try EditingNetwork.make(rows: 3, using: &generator)
    try await subject.write(other)
    #expect(try session.reload()?.cause == .replaced)
    #expect(network.featureCount == other.featureCount)
    #expect(await changes.next()?.cause == .replaced)
    let id = try #require(other.named("Device")?.globalIDs[0])
    try session.commit(.init("", .setOrigin(.globalID(id), "mine")))
    #expect(try subject.network().features(origin: "mine").count == 1)
  }

  @Test("The same network in a new file is no other network")
  func rewritten() async throws {
    try await subject.write(try GasFixture.network())
    #expect(try session.reload() == nil)
    try session.commit(move(91, 30, 30))
    try expectAsStored()
  }

  @Test("It looks by itself whether others have written; a wrong file is told")
  func watches() async throws {
    let subject = try await StoreSubject(try GasFixture.network())
    let session = try await subject.place.session(lookingEvery: .milliseconds(5))
    var changes = session.changes().makeAsyncIterator()
    try subject.execute("UPDATE PipelineDevice SET ORIGIN = 'theirs' WHERE ORIGIN = 'valve/0'")
    #expect(await changes.next()?.cause == .byOthers)
    await #expect(throws: StoreError.self) { try await subject.nowhere.session() }
  }

  @Test("What may not connect is refused, unless allowed; a preview answers for uncommitted edits")
  func refuses() async throws {
    let stack = move(101, 60, 0)
    let problems = session.problems(of: stack)
    #expect(problems.map(\.code.rawValue).contains("stackedPoints"), "\(problems)")
    let error = #expect(throws: TransactionError.self) { try session.commit(stack) }
    #expect(error?.problems == problems)
    #expect(throws: TransactionError.self) { try session.preview(stack) }
    let preview = try session.preview(move(91, 30, 30))
    #expect(identified(preview.index, Coordinate(30, 30)).count == 1)
    #expect(identified(state.index, Coordinate(30, 30)).isEmpty)
    let other = try await StoreSubject(try GasFixture.network())
    try await other.place.session(allowsUnconnected: true).commit(stack)
  }

  @Test("A field is added, and all goes on")
  func field() async throws {
    try session.addField(AttributeField("NOTE", .text), to: ["PipelineDevice"])
    try session.commit(.init("", .setAttributes(key(93), ["NOTE": .text("x")])))
    try expectAsStored()
  }

  private func editor(_ session: any EditingSession) -> GeometryEditor {
    let editor = GeometryEditor(for: session)
    editor.settings.isEnabled = true
    editor.settings.tolerance = .mapUnits(1)
    return editor
  }

  private func create(_ editor: GeometryEditor, _ type: AssetTypeID, at x: Double, _ y: Double)
    throws
  {
    try editor.start(creating: type)
    editor.syncSourceSettings(enabling: .setFromRules)
    try editor.place(at: Coordinate(x, y))
  }

  private func save(_ editor: GeometryEditor) throws -> FeatureID {
    #expect(editor.canSave, "\(editor.problems())")
    return try #require(try editor.save().feature)
  }

  private func addTerminalFields() throws {
    for name in ["FROMDEVICETERMINAL", "TODEVICETERMINAL"] {
      try session.addField(AttributeField(name, .integer), to: ["PipelineLine"])
    }
  }

  private func undo(_ steps: Int) throws {
    for _ in 0..<steps {
      try session.undo()
      try expectAsStored()
    }
  }

  private func lines() throws -> [FeatureID] {
    network.features(table: try #require(network.table(named: "PipelineLine")))
  }

  @Test("A tap dropped on a main is saved with the vertex that the main needs, as one step")
  func tap() async throws {
    let editor = editor(session)
    try create(editor, GasFixture.tap, at: 7, 0.5)
    let tap = try save(editor)
    try expectAsStored()
    let main = try feature(111)
    #expect(network.geometry(of: main)?.coordinates.contains(Coordinate(7, 0)) == true)
    #expect(try state.topology.connected(to: TraceLocation(tap)).contains(main))
    #expect(try session.history().map(\.name) == ["Create Fitting / Tap"])
    // The editor snaps to it, and one step takes all of it back.
    #expect(editor.scene.network.contains(tap))
    try undo(1)
    #expect(network.geometry(of: main)?.coordinates.count == 5)
    try editor.refresh()
    #expect(!editor.scene.network.contains(tap))
  }

  @Test("A regulator dropped on a main splits it at its terminals; deleting it heals the main")
  func regulator() async throws {
    try addTerminalFields()
    let editor = editor(session)
    editor.chooseTerminal = \.suggestion
    try create(editor, GasFixture.regulator, at: 15, 5.2)
    let regulator = try save(editor)
    try expectAsStored()
    let pieces = try lines()
    #expect(pieces.count == 3)
    #expect(state.topology.nodes(of: regulator).count == 2)
    let reached = try state.topology.connected(to: TraceLocation(regulator, terminalID: 1))
    #expect(Set(reached).isSuperset(of: pieces), "\(reached)")
    try session.commit(state.deletion(of: regulator))
    try expectAsStored()
    #expect(try lines().count == 2)
    try undo(2)
    #expect(try lines().count == 2)
  }

  @Test("A terminal that is not chosen is asked for: canSave, problems and save say the same")
  func unchosen() async throws {
    try addTerminalFields()
    let editor = editor(session)
    try create(editor, GasFixture.regulator, at: 15, 5.2)
    let problems = editor.problems()
    #expect(problems.map(\.code.rawValue).contains("ambiguousTerminal"), "\(problems)")
    #expect(!editor.canSave)
    let error = #expect(throws: GeometryEditorError.self) { try editor.save() }
    #expect(error?.code == .invalid && error?.problems == problems)
    // Nothing is lost: the edit goes on.
    #expect(editor.isStarted)
    editor.chooseTerminal = \.suggestion
    _ = try save(editor)
    try expectAsStored()
  }

  @Test("A terminal that a line names already stays, though another is suggested for a new line")
  func named() async throws {
    try addTerminalFields()
    // The main ends at the regulator, at the second of its terminals.
    let id = GlobalID(high: 5, low: 5)
    let path = try Geometry(wkt: "LINESTRING (50 0, 60 0)")
    let terminal = ["TODEVICETERMINAL": AttributeValue.integer(2)]
    let main = NewFeature(GasFixture.main, path, id: id, attributes: terminal)
    try session.commit(.init("", .insertFeature(main, table: "PipelineLine")))
    let editor = editor(session)
    editor.chooseTerminal = \.suggestion
    editor.movesSharedVertices = true
    try editor.start(editing: try feature(92))
    try editor.place(at: Coordinate(60, 1.5))
    #expect(editor.canSave, "\(editor.problems())")
    #expect(try editor.save().terminalChoices.map(\.current) == [2])
    let line = try #require(network.feature(globalID: id))
    #expect(network[line, "TODEVICETERMINAL"] == .integer(2))
    #expect(network.geometry(of: line)?.coordinates.last == Coordinate(60, 1.5))
    try expectAsStored()
  }

  @Test("A junction dragged to the middle of a main is refused or saved, and canSave knows")
  func stacked() async throws {
    let editor = editor(session)
    try editor.start(editing: try feature(101))
    try editor.place(at: Coordinate(62, 0))
    #expect(!editor.canSave)
    #expect(throws: GeometryEditorError.self) { try editor.save() }
    try editor.cancel()
    try expectAsStored()
  }

  @Test("A new device in a station is contained by it, unless it is not to be")
  func contained() async throws {
    let editor = editor(session)
    for makesAssociations in [true, false] {
      editor.makesAssociations = makesAssociations
      try create(editor, GasFixture.regulator, at: 64, makesAssociations ? 2 : -2)
      let regulator = try save(editor)
      let held = network.associations(of: regulator)
      #expect(held.map(\.kind) == (makesAssociations ? [.containment] : []))
      #expect(held.allSatisfy { $0.from.globalID == GasFixture.id(51) })
    }
    try expectAsStored()
    try undo(2)
  }

  @Test("A tap in the middle of a line that connects at its ends splits it, where that is allowed")
  func splitsLines() async throws {
    let editor = editor(session)
    try create(editor, GasFixture.tap, at: 20, 15)
    #expect(editor.problems().map(\.code) == [.endVertexOnly])
    try editor.cancel()
    editor.splitsLines = true
    for y in [15, 12.3] {
      try create(editor, GasFixture.tap, at: 20.2, y)
      let tap = TraceLocation(try save(editor))
      #expect(try state.topology.connected(to: tap).contains(feature(91)))
    }
    #expect(try lines().count == 4)
    try expectAsStored()
  }

  @Test("The editor splits a line at a vertex, and merges it with another; each can be undone")
  func splitsAndMerges() async throws {
    let editor = editor(session)
    let main = try feature(111)
    let before = try #require(network.geometry(of: main))
    try editor.start(editing: main)
    #expect(throws: GeometryEditorError.self) { try editor.split(vertex: 0) }
    try editor.split(vertex: 1)
    #expect(editor.isSplit(vertex: 1) && editor.canUndo)
    try editor.undo()
    #expect(!editor.isSplit(vertex: 1) && !editor.canSave)
    try editor.redo()
    try editor.save()
    try expectAsStored()
    #expect(try lines().count == 3)
    let piece = try #require(try lines().last)

    try editor.start(editing: main)
    #expect(throws: GeometryEditorError.self) { try editor.merge(with: feature(112)) }
    try editor.merge(with: piece)
    #expect(editor.geometry == before)
    #expect(editor.canSave, "\(editor.problems())")
    try editor.undo()
    #expect(editor.geometry != before && !editor.canSave)
    try editor.redo()
    try editor.moveVertex(vertex: 1, to: Coordinate(11, -1))
    try editor.save()
    try expectAsStored()
    #expect(try lines().count == 2 && !network.contains(piece))
    try undo(2)
    #expect(network.geometry(of: main) == before)
  }

  @Test("A feature that is deleted while it is edited is told, and cancelled")
  func deletedMeanwhile() async throws {
    let editor = editor(session)
    let meter = try feature(91)
    try editor.start(editing: meter)
    try editor.place(at: Coordinate(25, 25))
    try session.commit(.init("", .deleteFeature(key(91))))
    #expect(!editor.canSave)
    #expect(throws: GeometryEditorError.self) { try editor.refresh() }
    let error = #expect(throws: GeometryEditorError.self) { try editor.save() }
    #expect(error?.code == .invalid && error?.problems.isEmpty == false)
    #expect(editor.geometry?.coordinates.first == Coordinate(25, 25))
    try editor.cancel()
    try editor.refresh()
    #expect(throws: GeometryEditorError.self) { try editor.start(editing: meter) }
  }

  @Test("What somebody else changed since an edit began is not written over")
  func changedMeanwhile() async throws {
    let editor = editor(session)
    let meter = try feature(91)
    try editor.start(editing: meter)
    try editor.place(at: Coordinate(25, 25))
    try session.commit(move(91, 30, 30))
    #expect(!editor.canSave && editor.problems().map(\.code) == [.changedFeature])
    #expect(
      editor.problems().first?.message
        == "Meter / House meter (PipelineDevice, sink/0) was changed after the edit began: check it, refresh the "
        + "editor and save again, or cancel the edit."
    )
    #expect(throws: GeometryEditorError.self) { try editor.save() }
    try editor.cancel()
    #expect(network.start(of: meter) == Coordinate(30, 30))

    // The line that a new tap needs a vertex of.
    try create(editor, GasFixture.tap, at: 7, 0.5)
    let main = try feature(111)
    try session.commit(.init("", .setOrigin(key(111), "theirs")))
    #expect(!editor.canSave && editor.problems().map(\.target) == [.feature(main)])
    try editor.refresh()
    _ = try save(editor)
    try expectAsStored()

    // What was edited itself: who refreshes has looked, and the edit is done.
    try editor.start(editing: meter)
    try editor.place(at: Coordinate(25, 25))
    try session.commit(move(91, 31, 31))
    #expect(!editor.canSave)
    try editor.refresh()
    try editor.save()
    #expect(network.start(of: meter) == Coordinate(25, 25))
    try expectAsStored()
  }

  @Test("What others change elsewhere is no conflict, from the first commit of a session on")
  func changedElsewhere() async throws {
    let memory = MemorySession(try NetworkState(GasFixture.network()))
    for session: any EditingSession in [session, memory] {
      let editor = editor(session)
      try editor.start(editing: try #require(session.state.network.feature(key(91))))
      try editor.place(at: Coordinate(25, 25))
      try session.commit(move(93, 62, 1))
      #expect(editor.problems().isEmpty)
      _ = try save(editor)
    }
  }

  @Test("Row ids from one end of all numbers to the other are counted without harm")
  func extremeRows() async throws {
    let subject = try await StoreSubject(try GasFixture.network())
    try subject.execute(
      """
      UPDATE survey_points SET KEY = \(Int64.max - 5_000_000_000);
      UPDATE fences SET KEY = \(Int64.max - 5_000_000_000);
      UPDATE PipelineLine SET KEY = \(Int64.min + 7) WHERE KEY = 1;
      """
    )
    let count = try await subject.place.session().state.network.featureCount
    #expect(count == network.featureCount)
  }

  @Test("Threads read states while others commit")
  func threads() async throws {
    let session = session
    let moves = (0..<25).map { move(91, 30 + Double($0), 30) }
    let others = (0..<25).map { move(93, 62, Double($0)) }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for step in moves { _ = try? session.commit(step) } }
      for _ in 1..<4 {
        group.addTask {
          for step in others {
            let state = session.state
            #expect(!identified(state.index, Coordinate(62, 0)).isEmpty)
            #expect(state.network.featureCount == state.index.network.featureCount)
            _ = session.problems(of: step)
          }
        }
      }
    }
    try expectAsStored()
  }
}

@Suite("A session in memory, and destinations of one's own")
struct MemorySessionTests {
  private let session: MemorySession

  init() throws { session = MemorySession(try NetworkState(GasFixture.network())) }

  private func key(_ number: UInt64) -> FeatureKey { .globalID(GasFixture.id(number)) }

  @Test("A session in memory is as one of a file, without a file")
  func memory() throws {
    let editor = GeometryEditor(for: session)
    editor.settings.isEnabled = true
    try editor.start(creating: GasFixture.tap)
    editor.syncSourceSettings(enabling: .setFromRules)
    editor.settings.tolerance = .mapUnits(1)
    try editor.place(at: Coordinate(7, 0.5))
    let tap = try #require(try editor.save().feature)
    #expect(try session.state.topology.connected(to: TraceLocation(tap)).count > 1)
    #expect(session.undo() != nil && !session.state.network.contains(tap) && session.canRedo)
    #expect(session.redo() != nil && session.state.network.contains(tap))
    let stack = NetworkEdit.setGeometry(key(101), .point(Point(x: 60, y: 0)))
    #expect(throws: TransactionError.self) { try session.commit(.init("", stack)) }
    #expect(session.reload() == nil)
  }

  /// Stores no edits, and gives the reason in a separate sentence.
  private final class Closed: EditDestination {
    let scene: SnapScene

    init(_ scene: SnapScene) { self.scene = scene }

    func problems(of edit: SavedEdit) -> [EditProblem] { [] }

    func store(_ edit: SavedEdit, madeOn network: EditedNetwork) throws -> FeatureID? {
      throw GeometryEditorError(.invalid, "The office is closed.")
    }
  }

  @Test("What a destination of one's own says when it refuses is passed on")
  func ownRefusal() throws {
    let editor = GeometryEditor(for: Closed(session.state.scene))
    editor.settings.tolerance = .mapUnits(1)
    try editor.start(editing: try #require(session.state.network.feature(key(91))))
    try editor.place(at: Coordinate(30, 50))
    let error = #expect(throws: GeometryEditorError.self) { try editor.save() }
    #expect(error?.message == "The office is closed.")
  }

  @Test("Lines at different heights are no reason not to delete what lies between them")
  func heights() throws {
    let gas = try GasFixture.network()
    var tables = gas.tables
    for (name, id, text) in [
      ("PipelineLine", 500, "LINESTRING Z (100 0 1, 110 0 1)"),
      ("PipelineLine", 501, "LINESTRING Z (110 0 5, 120 0 5)"),
      ("PipelineJunction", 600, "POINT (110 0)"),
    ] as [(String, UInt64, String)] {
      let number = try #require(tables.firstIndex { $0.name == name })
      let geometry = try Geometry(wkt: text)
      tables[number].append(Feature(Int(id), AssetTypeID(0), GasFixture.id(id), geometry))
    }
    let state = try NetworkState(gas.with(tables: tables))
    let tap = try #require(state.network.feature(key(600)))
    #expect(state.deletion(of: tap).edits == [.deleteFeature(key(600))])
  }
}
