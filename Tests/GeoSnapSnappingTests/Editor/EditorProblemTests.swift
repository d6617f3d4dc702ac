import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What is wrong with an edit")
struct EditorProblemTests {
  let fixture: EditorFixture
  var editor: GeometryEditor { fixture.editor }

  init() throws { fixture = try EditorFixture() }

  private func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

  private func start(_ table: String, _ type: AssetTypeID) throws {
    try editor.start(creatingIn: try fixture.table(table), assetType: type)
  }

  /// Draws without snapping and answers what is wrong.
  private func draw(_ places: [Coordinate]) throws -> [EditProblem] {
    for place in places { try editor.appendVertex(at: place) }
    return editor.problems()
  }

  @Test("Nothing is wrong when nothing is edited, or with what is in order")
  func none() throws {
    #expect(editor.problems().isEmpty)
    try start("PipelineLine", GasFixture.service)
    // From the tap to nowhere, past the meter and along the main's segments.
    #expect(try draw([c(20, 10), c(25, 15), c(70, 9)]).isEmpty)
    #expect(try editor.save().problems.isEmpty)
  }

  @Test("A line without length, and vertices on top of each other")
  func repeated() throws {
    try start("PipelineLine", GasFixture.service)
    var problems = try draw([c(70, 70), c(70, 70)])
    #expect(problems.map(\.code) == [.zeroLength])
    #expect(problems[0].severity == .error && problems[0].networkErrorCode == 5)
    #expect(problems[0].part == 0 && problems[0].vertex == nil && problems[0].location == c(70, 70))
    problems = try draw([c(80, 70), c(80, 70), c(80, 71)])
    #expect(problems.map(\.code) == [.repeatedVertex, .repeatedVertex])
    #expect(problems.map(\.vertex) == [1, 3] && problems[1].location == c(80, 70))
    #expect(problems[0].networkErrorCode == 21)
    #expect(
      "\(problems[1])" == "Vertices 2 and 3 of part 0 are both at 80.0 70.0: delete one."
    )
    refuses(.invalid) { _ = try editor.save() }
    try editor.deleteVertex(vertex: 3)
    try editor.deleteVertex(vertex: 0)
    #expect(editor.problems().isEmpty)
  }

  @Test("A ring whose last vertex is on its first")
  func repeatedRing() throws {
    try editor.start(drawing: .polygon)
    let problems = try draw([c(0, 0), c(5, 0), c(5, 5), c(0, 0)])
    #expect(problems.map(\.code) == [.repeatedVertex])
    #expect(problems[0].vertex == 0 && problems[0].networkErrorCode == 21)
  }

  @Test("An area that crosses itself, and a hole outside")
  func area() throws {
    try editor.start(drawing: .polygon)
    let problems = try draw([c(0, 0), c(10, 10), c(10, 0), c(0, 10)])
    #expect(problems.map(\.code) == [.invalidArea])
    #expect(problems[0].location == c(5, 5))
    #expect(problems[0].message == "The area is not valid: Self-intersection at 5.0 5.0.")
    try editor.cancel()
    try editor.start(with: try wkt("POLYGON ((0 0, 9 0, 9 9, 0 0))"))
    try editor.addHole([c(20, 20), c(21, 20), c(20, 21)])
    #expect(editor.problems().map(\.code) == [.invalidArea])
  }

  @Test("Nothing drawn and parts half drawn are never saved")
  func incomplete() throws {
    try editor.start(with: try wkt("LINESTRING (0 0, 1 0)"))
    try editor.clear()
    #expect(editor.problems().map(\.code) == [.emptyGeometry])
    #expect(editor.problems()[0].networkErrorCode == 1)
    refuses(.invalid) { _ = try editor.save(ignoringErrors: true) }
    try editor.appendVertex(at: c(5, 5))
    let problems = editor.problems()
    #expect(problems.map(\.code) == [.tooFewVertices] && problems[0].location == c(5, 5))
    refuses(.invalid) { _ = try editor.save(ignoringErrors: true) }
    #expect(editor.isStarted && editor.canUndo)
  }

  @Test("A part of which nothing is drawn yet is no problem and not saved")
  func undrawn() throws {
    try editor.start(with: try wkt("MULTILINESTRING ((0 0, 1 0))"))
    try editor.addPart()
    #expect(!editor.canSave && editor.problems().isEmpty)
    try editor.moveVertex(vertex: 0, to: c(0, 1))
    #expect(try editor.save().geometry == (try wkt("MULTILINESTRING ((0 1, 1 0))")))
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
    let high = CoordinateSequence(ordinates: [0, 0, .infinity, 1, 1, 1], dimensions: .xyz)
    try editor.start(with: .lineString(try LineString(high)))
    #expect(editor.problems().map(\.code) == [.nonFiniteOrdinate])
  }

  @Test("Several parts where the source wants one")
  func multipart() throws {
    var lines = FeatureTable(name: "fences2", sourceID: nil, geometryType: .lineString)
    lines.append(
      Feature(rowID: 1, globalID: nil, geometry: try wkt("MULTILINESTRING ((70 0, 71 0))"))
    )
    let fixture = try EditorFixture(tables: [lines])
    let editor = fixture.editor
    try editor.start(editing: FeatureID(table: try fixture.table("fences2"), row: 0))
    try editor.addPart([c(80, 0), c(81, 0)])
    let problems = editor.problems()
    #expect(problems.map(\.code) == [.multipart] && problems[0].networkErrorCode == 19)
    try editor.cancel()
    // Holes are no parts of their own.
    try editor.start(editing: try fixture.feature("station/0"))
    try editor.addHole([c(59, 1), c(60, 1), c(59, 2)])
    #expect(editor.problems().isEmpty)
    try editor.cancel()
    try editor.start(with: try wkt("MULTILINESTRING ((70 0, 71 0), (80 0, 81 0))"))
    #expect(editor.problems().isEmpty)
  }

  @Test("A junction where another is")
  func stacked() throws {
    try start("PipelineJunction", GasFixture.tap)
    let problems = try draw([c(60, 0)])
    #expect(problems.map(\.code) == [.stackedJunctions])
    #expect(problems[0].target == .feature(try fixture.feature("ext_grid/0")))
    #expect(problems[0].networkErrorCode == 25)
    #expect(
      problems[0].message
        == "The junction at 60.0 0.0 is on Regulator / Regulator (PipelineDevice, ext_grid/0): two "
        + "junctions cannot share a place. Move one away."
    )
  }

  @Test("A junction and a line that no rule lets join, from both sides")
  func noRule() throws {
    try start("PipelineDevice", GasFixture.meter)
    var problems = try draw([c(30, 10)])
    #expect(problems.map(\.code) == [.noRule] && problems[0].networkErrorCode == 8)
    #expect(problems[0].target == .feature(try fixture.feature("pipe/0")))
    try editor.cancel()
    try start("PipelineLine", GasFixture.main)
    problems = try draw([c(70, 20), c(20, 20)])
    #expect(problems.map(\.code) == [.noRule])
    #expect(problems[0].vertex == 1 && problems[0].location == c(20, 20))
    #expect(problems[0].target == .feature(try fixture.feature("sink/0")))
  }

  @Test("Lines of different asset types that meet without a junction")
  func needsJunction() throws {
    try start("PipelineLine", GasFixture.service)
    let problems = try draw([c(10, 0), c(10, 70)])
    #expect(problems.map(\.code) == [.needsJunction] && problems[0].networkErrorCode == 10)
    #expect(problems[0].vertex == 0)
    // With a tap there they meet at it.
    try editor.moveVertex(vertex: 0, to: c(20, 10))
    #expect(editor.problems().isEmpty)
    // Crossing without a vertex in common is no meeting; an inner vertex of a service neither.
    try editor.moveVertex(vertex: 0, to: c(10, -70))
    try editor.insertVertex(at: c(10, 0), before: 1)
    #expect(editor.problems().isEmpty)
  }

  @Test("Inner vertices of lines that connect at their ends only")
  func endsOnly() throws {
    try start("PipelineJunction", GasFixture.tap)
    var problems = try draw([c(20, 15)])
    #expect(problems.map(\.code) == [.endVertexOnly] && problems[0].networkErrorCode == 13)
    try editor.cancel()
    try start("PipelineLine", GasFixture.service)
    problems = try draw([c(70, 10), c(20, 10), c(70, 20)])
    #expect(problems.map(\.code) == [.innerVertex] && problems[0].vertex == 1)
    #expect(problems[0].target == .feature(try fixture.feature("junction/2")))
    try editor.cancel()
    // An inner vertex of one service at the end, and at an inner vertex, of another.
    try start("PipelineLine", GasFixture.service)
    problems = try draw([c(70, 15), c(20, 15), c(70, 25)])
    #expect(problems.isEmpty)
    try editor.moveVertex(vertex: 0, to: c(20, 15))
    try editor.moveVertex(vertex: 1, to: c(50, 50))
    #expect(editor.problems().map(\.code) == [.endVertexOnly])
    // A main connects at any vertex.
    try editor.cancel()
    try start("PipelineLine", GasFixture.main)
    #expect(try draw([c(70, 10), c(20, 10), c(70, 20)]).isEmpty)
  }

  @Test("Lines that must not meet at the junction, told of once")
  func noMeeting() throws {
    let definition = GasFixture.definition
    let rules = [
      NetworkRule(
        id: 1,
        kind: .edgeJunctionEdge,
        from: .init(GasFixture.main),
        to: .init(GasFixture.main),
        via: .init(GasFixture.coupling)
      ),
      NetworkRule(
        id: 2,
        kind: .edgeJunctionEdge,
        from: .init(GasFixture.service),
        to: .init(GasFixture.service),
        via: .init(GasFixture.coupling)
      ),
    ]
    let network = try UtilityNetwork(
      definition: definition,
      srid: nil,
      tables: try GasFixture.network().tables.filter { $0.name != "PipelineDevice" },
      rules: rules
    )
    let editor = GeometryEditor(scene: SnapScene(try NetworkIndex(network)))
    editor.settings.tolerance = .mapUnits(1)
    let table = try #require(network.tables.firstIndex { $0.name == "PipelineJunction" })
    // The tap is there and in the way; the main and the service both end at (20 10).
    try editor.start(creatingIn: table, assetType: GasFixture.coupling)
    try editor.appendVertex(at: c(20, 10))
    #expect(editor.problems().map(\.code) == [.stackedJunctions, .noMeetingRule])
    try editor.moveVertex(vertex: 0, to: c(40, 0))
    #expect(editor.problems().isEmpty)
    _ = try editor.save()
    let lines = try #require(network.tables.firstIndex { $0.name == "PipelineLine" })
    try editor.start(creatingIn: lines, assetType: GasFixture.service)
    try editor.appendVertex(at: c(40, 0))
    try editor.appendVertex(at: c(50, 0))
    let problems = editor.problems()
    #expect(problems.map(\.code) == [.noMeetingRule] && problems[0].target == .pending(0))
    #expect(problems[0].message.contains("Fitting / Coupling (PipelineJunction, new feature 0)"))
  }

  @Test("At different heights features share no place")
  func heights() throws {
    var junctions = FeatureTable(
      name: "PipelineJunction",
      sourceID: GasFixture.junctionSource,
      geometryType: .point
    )
    junctions.append(
      Feature(
        rowID: 1,
        globalID: GasFixture.id(900),
        assetGroup: 1,
        assetType: 1,
        geometry: try wkt("POINT Z (1 1 5)")
      )
    )
    let network = try UtilityNetwork(
      definition: GasFixture.definition,
      srid: nil,
      tables: [junctions],
      rules: GasFixture.rules
    )
    let editor = GeometryEditor(scene: SnapScene(try NetworkIndex(network)))
    try editor.start(creatingIn: 0, assetType: GasFixture.tap, hasZ: true)
    try editor.appendVertex(at: c(1, 1), z: 6)
    #expect(editor.problems().isEmpty)
    try editor.moveVertex(vertex: 0, to: c(1, 1), z: 5)
    #expect(editor.problems().map(\.code) == [.stackedJunctions])
    try editor.cancel()
    try editor.start(creatingIn: 0, assetType: GasFixture.tap)
    try editor.appendVertex(at: c(1, 1))
    #expect(editor.problems().map(\.code) == [.stackedJunctions])
  }

  @Test("What was wrong before and has not moved is a warning, and saving goes on")
  func knownProblems() throws {
    // A bad service: its inner vertex is on the tap.
    try start("PipelineLine", GasFixture.service)
    _ = try draw([c(70, 10), c(20, 10), c(70, 20), c(80, 20)])
    refuses(.invalid) { _ = try editor.save() }
    let first = try editor.save(ignoringErrors: true)
    #expect(first.problems.map(\.severity) == [.error])
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
    try start("PipelineLine", GasFixture.service)
    _ = try draw([c(10, 0), c(70, 70), c(70, 70)])
    do throws(GeometryEditorError) {
      _ = try editor.save()
      Issue.record("It was saved")
    } catch {
      #expect(error.code == .invalid)
      #expect(error.problems.map(\.code) == [.repeatedVertex, .needsJunction])
      #expect(error.message == error.problems.map(\.message).joined(separator: " "))
    }
    #expect(editor.isStarted && editor.parts[0].count == 3)
    let edit = try editor.save(ignoringErrors: true)
    #expect(edit.problems.count == 2 && edit.target == .pending(0))
  }

  @Test("A neighbour that moves along and loses its length")
  func neighbour() throws {
    editor.movesSharedVertices = true
    var lines = FeatureTable(name: "fences2", sourceID: nil, geometryType: .lineString)
    for text in ["LINESTRING (70 0, 80 0)", "LINESTRING (80 0, 90 0)"] {
      lines.append(
        Feature(rowID: Int64(lines.count), globalID: nil, geometry: try wkt(text))
      )
    }
    let fixture = try EditorFixture(tables: [lines])
    let editor = fixture.editor
    let other = SnapTarget.feature(FeatureID(table: try fixture.table("fences2"), row: 1))
    try editor.start(editing: FeatureID(table: try fixture.table("fences2"), row: 0))
    try editor.moveVertex(vertex: 1, to: c(90, 0))
    #expect(editor.problems().isEmpty)
    editor.movesSharedVertices = true
    #expect(editor.problems().map(\.code) == [.zeroLength])
    #expect(editor.problems().map(\.target) == [other])
    #expect(editor.problems()[0].message.hasPrefix("fences2, row 1 moves along: Part 0 has no"))
    refuses(.invalid) { _ = try editor.save() }
    #expect(try editor.save(ignoringErrors: true).neighbours.map(\.target) == [other])
  }

  @Test("A plain feature and a sketch may lie where they like")
  func unruled() throws {
    try editor.start(creatingIn: try fixture.table("fences"))
    #expect(try draw([c(20, 10), c(60, 0), c(20, 20)]).isEmpty)
    _ = try editor.save()
    try editor.start(drawing: .point)
    #expect(try draw([c(60, 0)]).isEmpty)
  }

  @Test("However much was wrong before, each thing is told, and as an error only where it moved")
  func manyRepeated() throws {
    let count = 5000
    let places = (0..<2 * count).map { "\($0 / 2) 500" }
    try editor.start(with: try wkt("LINESTRING (\(places.joined(separator: ", ")))"))
    try editor.appendVertex(at: c(0, 501))
    try editor.moveVertex(vertex: 2, to: c(1, 502))
    try editor.moveVertex(vertex: 3, to: c(1, 502))
    let problems = editor.problems()
    #expect(problems.count == count && problems.allSatisfy { $0.code == .repeatedVertex })
    #expect(problems.filter { $0.severity == .error }.map(\.location) == [c(1, 502)])
  }
}
