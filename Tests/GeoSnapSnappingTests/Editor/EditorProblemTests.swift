import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What is wrong with an edit")
struct EditorProblemTests {
  let fixture: EditorFixture
  var editor: GeometryEditor { fixture.editor }

  init() throws { fixture = try EditorFixture() }

  /// What is wrong, each with the number of the same validation error and its vertex.
  private func problems(_ editor: GeometryEditor? = nil) -> [String] {
    (editor ?? self.editor).problems().map { problem in
      problem.code.rawValue + (problem.networkErrorCode.map { " (\($0))" } ?? "")
        + (problem.vertex.map { " at vertex \($0)" } ?? "")
    }
  }

  /// Draws a new feature without snapping and answers what is wrong.
  private func draw(_ type: AssetTypeID, _ places: [Coordinate]) throws -> [String] {
    if editor.isStarted { try editor.cancel() }
    try editor.start(creating: type)
    for place in places { try editor.appendVertex(at: place) }
    return problems()
  }

  private func target(_ origin: String) throws -> SnapTarget {
    .feature(try fixture.feature(origin))
  }

  @Test("Nothing is wrong when nothing is edited, or with what is in order")
  func none() throws {
    #expect(problems().isEmpty)
    // From the tap to nowhere, past the meter and along the main's segments.
    #expect(try draw(GasFixture.service, [c(20, 10), c(25, 15), c(70, 9)]).isEmpty)
    #expect(try editor.save().problems.isEmpty)
  }

  @Test("A line without length, and vertices on top of each other")
  func repeated() throws {
    #expect(try draw(GasFixture.service, [c(70, 70), c(70, 70)]) == ["zeroLength (5)"])
    let first = editor.problems()[0]
    #expect(first.severity == .error && first.part == 0 && first.location == c(70, 70))
    try editor.append(c(80, 70), c(80, 70), c(80, 71))
    #expect(problems() == ["repeatedVertex (21) at vertex 1", "repeatedVertex (21) at vertex 3"])
    let last = editor.problems()[1]
    #expect(last.location == c(80, 70))
    #expect("\(last)" == "Vertices 2 and 3 of part 0 are both at 80.0 70.0: delete one.")
    refuses(.invalid) { _ = try editor.save() }
    try editor.deleteVertex(vertex: 3)
    try editor.deleteVertex(vertex: 0)
    #expect(problems().isEmpty)
    // A ring whose last vertex is on its first.
    try editor.cancel()
    try editor.start(drawing: .polygon)
    try editor.append(c(0, 0), c(5, 0), c(5, 5), c(0, 0))
    #expect(problems() == ["repeatedVertex (21) at vertex 0"])
  }

  @Test("An area that crosses itself, and a hole outside")
  func area() throws {
    try editor.start(drawing: .polygon)
    try editor.append(c(0, 0), c(10, 10), c(10, 0), c(0, 10))
    let problems = editor.problems()
    #expect(problems.map(\.code) == [.invalidArea] && problems[0].location == c(5, 5))
    #expect(problems[0].message == "The area is not valid: Self-intersection at 5.0 5.0.")
    try editor.cancel()
    try editor.start("POLYGON ((0 0, 9 0, 9 9, 0 0))")
    try editor.addPart([c(20, 20), c(21, 20), c(20, 21)], holeIn: 0)
    #expect(editor.problems().map(\.code) == [.invalidArea])
  }

  @Test("Nothing drawn and parts half drawn are never saved")
  func incomplete() throws {
    try editor.start("LINESTRING (0 0, 1 0)")
    try editor.clear()
    #expect(problems() == ["emptyGeometry (1)"])
    refuses(.invalid) { _ = try editor.save(ignoringErrors: true) }
    try editor.append(c(5, 5))
    let problems = editor.problems()
    #expect(problems.map(\.code) == [.tooFewVertices] && problems[0].location == c(5, 5))
    refuses(.invalid) { _ = try editor.save(ignoringErrors: true) }
    #expect(editor.isStarted && editor.canUndo)
  }

  @Test("A part of which nothing is drawn yet is no problem and not saved")
  func undrawn() throws {
    try editor.start("MULTILINESTRING ((0 0, 1 0))")
    try editor.addPart()
    #expect(!editor.canSave && problems().isEmpty)
    try editor.moveVertex(vertex: 0, to: c(0, 1))
    #expect(try editor.save().geometry.wkt == "MULTILINESTRING ((0 1, 1 0))")
  }

  @Test("Coordinates that are no finite numbers, or too large")
  func ordinates() throws {
    try editor.start(with: .lineString(try LineString([c(.nan, 0), c(1, 1), c(1e200, 0)])))
    try editor.moveVertex(vertex: 1, to: c(2, 2))
    let problems = editor.problems()
    #expect(problems.map(\.code) == [.nonFiniteOrdinate, .ordinateOutOfRange])
    #expect(problems.map(\.vertex) == [0, 2] && problems.allSatisfy { $0.severity == .error })
    refuses(.invalid) { _ = try editor.save(ignoringErrors: true) }
    try editor.cancel()
    let high = CoordinateSequence(trusted: [0, 0, .infinity, 1, 1, 1], dimensions: .xyz)
    try editor.start(with: .lineString(try LineString(high)))
    #expect(editor.problems().map(\.code) == [.nonFiniteOrdinate])
  }

  @Test("Several parts where the source wants one")
  func multipart() throws {
    let lines = ["MULTILINESTRING ((70 0, 71 0))"]
    let fixture = try EditorFixture(tables: [FeatureTable("fences2", lines, of: .lineString)])
    let editor = fixture.editor
    try editor.start(editing: FeatureID(table: try fixture.table("fences2"), row: 0))
    try editor.addPart([c(80, 0), c(81, 0)])
    #expect(problems(editor) == ["multipart (19)"])
    try editor.cancel()
    // Holes are not separate parts.
    try editor.start(editing: try fixture.feature("station/0"))
    try editor.addPart([c(59, 1), c(60, 1), c(59, 2)], holeIn: 0)
    #expect(editor.problems().isEmpty)
    try editor.cancel()
    try editor.start("MULTILINESTRING ((70 0, 71 0), (80 0, 81 0))")
    #expect(editor.problems().isEmpty)
  }

  @Test("What rules do not let share a place is told with the vertex and what is there")
  func rules() throws {
    let cases: [(AssetTypeID, [Coordinate], String?, String)] = [
      (GasFixture.tap, [c(60, 0)], "stackedJunctions (25) at vertex 0", "ext_grid/0"),
      (GasFixture.meter, [c(30, 10)], "noRule (8) at vertex 0", "pipe/0"),
      (GasFixture.main, [c(70, 20), c(20, 20)], "noRule (8) at vertex 1", "sink/0"),
      // With a tap there, as at (20 10), they would meet at it.
      (GasFixture.service, [c(10, 0), c(10, 70)], "needsJunction (10) at vertex 0", "pipe/0"),
      (GasFixture.service, [c(20, 10), c(10, 70)], nil, ""),
      // Crossing without a vertex in common is no meeting; an inner vertex of a service neither.
      (GasFixture.service, [c(10, -70), c(10, 0), c(10, 70)], nil, ""),
      (GasFixture.tap, [c(20, 15)], "endVertexOnly (13) at vertex 0", "pipe/1"),
      // Inner vertices of lines that connect at their ends only, and of those that do anywhere.
      (
        GasFixture.service, [c(70, 10), c(20, 10), c(70, 20)], "innerVertex (13) at vertex 1",
        "junction/2"
      ),
      (GasFixture.main, [c(70, 10), c(20, 10), c(70, 20)], nil, ""),
      (GasFixture.service, [c(70, 15), c(20, 15), c(70, 25)], nil, ""),
      (
        GasFixture.service, [c(20, 15), c(50, 50), c(70, 25)], "endVertexOnly (13) at vertex 0",
        "pipe/1"
      ),
    ]
    for (type, places, problem, origin) in cases {
      #expect(try draw(type, places) == (problem.map { [$0] } ?? []))
      guard problem != nil, let told = editor.problems().first else { continue }
      #expect(try told.target == target(origin))
      #expect(told.location == places[told.vertex ?? 0])
    }
    _ = try draw(GasFixture.tap, [c(60, 0)])
    #expect(
      editor.problems()[0].message
        == "The junction at 60.0000000 0.0000000 is on Regulator / Regulator (PipelineDevice, "
        + "ext_grid/0): two junctions cannot share a place. Move one away."
    )
  }

  @Test("Lines that must not meet at the junction, told of once")
  func noMeeting() throws {
    let (main, service) = (GasFixture.main, GasFixture.service)
    let editor = try gasEditor(
      over: GasFixture.network().tables.filter { $0.name != "PipelineDevice" },
      rules: [main, service].map { .meeting($0 == main ? 1 : 2, $0, $0, at: GasFixture.coupling) }
    )
    // The tap is there and in the way; the main and the service both end at (20 10).
    try editor.start(creating: GasFixture.coupling)
    try editor.append(c(20, 10))
    #expect(editor.problems().map(\.code) == [.stackedJunctions, .noMeetingRule])
    try editor.moveVertex(vertex: 0, to: c(40, 0))
    #expect(editor.problems().isEmpty)
    _ = try editor.save()
    try editor.start(creating: service)
    try editor.append(c(40, 0), c(50, 0))
    let problems = editor.problems()
    #expect(problems.map(\.code) == [.noMeetingRule] && problems[0].target == .pending(0))
    #expect(problems[0].message.contains("Fitting / Coupling (PipelineJunction, new feature 0)"))
  }

  @Test("At different heights features share no place")
  func heights() throws {
    let taps = try FeatureTable("PipelineJunction", ["POINT Z (1 1 5)"], assetType: GasFixture.tap)
    let lines = ["LINESTRING Z (1 1 6, 9 1 6)", "LINESTRING Z (1 1 5, 1 9 5)"]
    let services = try FeatureTable("PipelineLine", lines, assetType: GasFixture.service)
    let editor = try gasEditor(over: [taps, services])
    let snapper = try Snapper(NetworkIndex(editor.scene.network.base), editing: GasFixture.tap)
    let ends = try snapper.matches(at: c(1, 1), tolerance: 0.1).filter { $0.place.kind == .lineEnd }
    #expect(ends.map { $0.occupant != nil } == [false, true])
    try editor.start(creating: GasFixture.tap, hasZ: true)
    try editor.appendVertex(at: c(1, 1), z: 6)
    #expect(editor.problems().isEmpty)
    try editor.moveVertex(vertex: 0, to: c(1, 1), z: 5)
    #expect(editor.problems().map(\.code) == [.stackedJunctions])
    try editor.cancel()
    try editor.start(creating: GasFixture.tap)
    try editor.append(c(1, 1))
    #expect(editor.problems().map(\.code) == [.stackedJunctions])
  }

  @Test("What was wrong before and has not moved is a warning, and saving goes on")
  func knownProblems() throws {
    // A bad service: its inner vertex is on the tap.
    _ = try draw(GasFixture.service, [c(70, 10), c(20, 10), c(70, 20), c(80, 20)])
    refuses(.invalid) { _ = try editor.save() }
    #expect(try editor.save(ignoringErrors: true).problems.map(\.severity) == [.error])
    try editor.start(editingPending: 0)
    try editor.moveVertex(vertex: 3, to: c(90, 20))
    #expect(editor.problems().map(\.severity) == [.warning])
    // It is the same problem when the vertex gets another number.
    try editor.insertVertex(at: c(65, 10), before: 1)
    #expect(editor.problems().map(\.severity) == [.warning])
    #expect(try editor.save().problems.map(\.code) == [.innerVertex])
    // Moved onto another one it is a new problem.
    try editor.start(editingPending: 0)
    try editor.moveVertex(vertex: 2, to: c(60, 0))
    #expect(editor.problems().map(\.severity) == [.error])
  }

  @Test("The error of saving lists everything, with sentences")
  func savingError() throws {
    _ = try draw(GasFixture.service, [c(10, 0), c(70, 70), c(70, 70)])
    let error = try #require(#expect(throws: GeometryEditorError.self) { try editor.save() })
    #expect(error.code == .invalid)
    #expect(error.problems.map(\.code) == [.repeatedVertex, .needsJunction])
    #expect(error.message == error.problems.map(\.message).joined(separator: " "))
    #expect(editor.isStarted && editor.parts[0].count == 3)
    let edit = try editor.save(ignoringErrors: true)
    #expect(edit.problems.count == 2 && edit.target == .pending(0))
  }

  @Test("A neighbour that moves along and loses its length")
  func neighbour() throws {
    let lines = ["LINESTRING (70 0, 80 0)", "LINESTRING (80 0, 90 0)"]
    let fixture = try EditorFixture(tables: [FeatureTable("fences2", lines)])
    let (editor, table) = (fixture.editor, try fixture.table("fences2"))
    let other = SnapTarget.feature(FeatureID(table: table, row: 1))
    try editor.start(editing: FeatureID(table: table, row: 0))
    try editor.moveVertex(vertex: 1, to: c(90, 0))
    #expect(editor.problems().isEmpty)
    editor.movesSharedVertices = true
    let problems = editor.problems()
    #expect(problems.map(\.code) == [.zeroLength] && problems.map(\.target) == [other])
    #expect(problems[0].message.hasPrefix("fences2, row 2 moves with the edit: Part 0 has no"))
    refuses(.invalid) { _ = try editor.save() }
    #expect(try editor.save(ignoringErrors: true).neighbours.map(\.target) == [other])
  }

  @Test("A plain feature and a sketch may lie where they like")
  func unruled() throws {
    try editor.start(creatingIn: try fixture.table("fences"))
    try editor.append(c(20, 10), c(60, 0), c(20, 20))
    #expect(try editor.save().problems.isEmpty)
    try editor.start(drawing: .point)
    try editor.append(c(60, 0))
    #expect(problems().isEmpty)
  }

  @Test("However much was wrong before, each thing is told, and as an error only where it moved")
  func manyRepeated() throws {
    let count = 5000
    let places = (0..<2 * count).map { "\($0 / 2) 500" }
    try editor.start("LINESTRING (\(places.joined(separator: ", ")))")
    try editor.append(c(0, 501))
    try editor.moveVertex(vertex: 2, to: c(1, 502))
    try editor.moveVertex(vertex: 3, to: c(1, 502))
    let problems = editor.problems()
    #expect(problems.count == count && problems.allSatisfy { $0.code == .repeatedVertex })
    #expect(problems.filter { $0.severity == .error }.map(\.location) == [c(1, 502)])
  }
}
