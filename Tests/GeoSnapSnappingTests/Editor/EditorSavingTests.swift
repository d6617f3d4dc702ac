import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("What saving proposes for other features")
struct EditorSavingTests {
  let fixture: EditorFixture
  var editor: GeometryEditor { fixture.editor }

  init() throws { fixture = try EditorFixture() }

  private func target(_ origin: String) throws -> SnapTarget {
    .feature(try fixture.feature(origin))
  }

  private func save(_ type: AssetTypeID, _ places: Coordinate...) throws -> SavedEdit {
    try editor.start(creating: type)
    for place in places { try editor.place(at: place) }
    return try editor.save()
  }

  @Test("A tap on a segment of the main proposes the vertex to insert; at a vertex none")
  func insertion() throws {
    let edit = try save(GasFixture.tap, c(7, 0.5))
    #expect(edit.insertions.count == 1 && edit.splits.isEmpty && edit.terminalChoices.isEmpty)
    let insertion = try #require(edit.insertions.first)
    #expect(try insertion.segment.target == target("pipe/0"))
    #expect(insertion.segment.part == 0 && insertion.segment.vertex == 0)
    #expect(insertion.location == c(7, 0) && insertion.z == nil)
    #expect(insertion.part == 0 && insertion.vertex == 0)
    #expect(try save(GasFixture.tap, c(10, 0.5)).insertions.isEmpty)
  }

  @Test("A segment that is snapped to at its end needs no vertex there")
  func segmentEnd() throws {
    editor.settings.kinds = .edges
    let edit = try save(GasFixture.tap, c(-0.5, 0))
    #expect(edit.geometry.wkt == "POINT (0 0)" && edit.insertions.isEmpty)
  }

  @Test("A vertex that was moved away needs nothing where it was")
  func movedAway() throws {
    try editor.start(creating: GasFixture.tap)
    try editor.place(at: c(7, 0.5))
    try editor.moveVertex(vertex: 0, to: c(7, 0.25))
    #expect(try editor.save().insertions.isEmpty)
    try editor.start(creating: GasFixture.tap)
    try editor.place(at: c(7, 0.5))
    try editor.move(dx: 5, dy: 1)
    try editor.undo()
    #expect(try editor.save().insertions.count == 1)
  }

  @Test("At an intersection both lines get a vertex")
  func crossing() throws {
    let lines = ["LINESTRING (0 50, 10 60)", "LINESTRING (0 60, 10 50)"]
    let editor = try mainsEditor(lines)
    editor.settings.kinds.formUnion(SnapKinds(.intersection))
    try editor.start(creating: GasFixture.tap)
    try editor.place(at: c(5.1, 55.2))
    let edit = try editor.save()
    #expect(edit.geometry.wkt == "POINT (5 55)")
    #expect(edit.insertions.map(\.segment.vertex) == [0, 0])
    #expect(Set(edit.insertions.map(\.segment.target)).count == 2)
  }

  @Test("A regulator between the ends of a main splits it, and the terminal is the user's choice")
  func splits() throws {
    let main = try target("pipe/0")
    let middle = try save(GasFixture.regulator, c(7, 0.5))
    #expect(middle.insertions.map(\.location) == [c(7, 0)])
    expectSplit(middle, main, vertex: 0, c(7, 0))
    #expect(middle.terminalChoices.map(\.lineEnd) == [.end, .start])
    #expect(middle.terminalChoices.map(\.suggestion) == [1, 2])
    let choice = try #require(middle.terminalChoices.first)
    #expect(choice.junction == nil && choice.line == main)
    #expect(choice.terminals.map(\.name) == ["In", "Out"])

    let bend = try save(GasFixture.regulator, c(30, 10.2))
    #expect(bend.insertions.isEmpty)
    expectSplit(bend, main, vertex: 3, c(30, 10))

    let end = try save(GasFixture.regulator, c(40, 0.2))
    #expect(end.splits.isEmpty && end.terminalChoices.count == 1)
  }

  private func expectSplit(
    _ edit: SavedEdit,
    _ line: SnapTarget?,
    vertex: Int,
    _ place: Coordinate
  ) {
    #expect(edit.splits.map(\.line) == [line] && edit.splits.map(\.location) == [place])
    #expect(edit.splits.map { [$0.part, $0.vertex] } == [[0, vertex]])
    #expect(edit.splits.allSatisfy { $0.z == nil })
  }

  @Test("A main that runs through a regulator is split itself, one that ends there chooses")
  func ownSplit() throws {
    let regulator = try target("ext_grid/0")
    let through = try save(GasFixture.main, c(70, 10), c(60, 0.1), c(50, 10))
    expectSplit(through, nil, vertex: 1, c(60, 0))
    #expect(through.terminalChoices.map(\.junction) == [regulator, regulator])
    #expect(through.terminalChoices.map(\.vertex) == [1, 1])
    let ending = try save(GasFixture.main, c(70, 20), c(60, 0.1))
    #expect(ending.splits.isEmpty && ending.terminalChoices.map(\.vertex) == [1])
  }

  @Test("A switched-off source connects all the same")
  func switchedOff() throws {
    editor.settings.isEnabled = false
    #expect(try save(GasFixture.regulator, c(40, 0)).terminalChoices.count == 1)
  }

  @Test("Features that share a vertex move along, exactly and at every vertex that moved")
  func neighbours() throws {
    editor.movesSharedVertices = true
    let tap = try fixture.feature("junction/2")
    try editor.start(editing: tap)
    try editor.place(at: c(21, 11.5))
    let edit = try editor.save(ignoringErrors: true)
    let (main, service) = (try target("pipe/0"), try target("pipe/1"))
    #expect(edit.neighbours.map(\.target) == [main, service])
    #expect(
      edit.neighbours.map(\.geometry.wkt) == [
        "LINESTRING (0 0, 10 0, 21 11.5, 30 10, 40 0)", "LINESTRING (21 11.5, 20 15, 20 20)",
      ]
    )
    // The scene shows them there.
    let found = try fixture.snapper.matches(at: c(21, 11.5), tolerance: 0.01)
    #expect(Set(found.map(\.place.target)).isSuperset(of: [main, service, .feature(tap)]))

    // Back again, from the service's side, with the meter and the tap: two vertices at once.
    try editor.start(editing: try fixture.feature("pipe/1"))
    try editor.move(dx: -1, dy: -1.5)
    #expect(
      try editor.save(ignoringErrors: true).neighbours.map(\.geometry.wkt) == [
        "POINT (19 18.5)", "POINT (20 10)", "LINESTRING (0 0, 10 0, 20 10, 30 10, 40 0)",
      ]
    )
  }

  @Test("Without topological editing, and for what is hidden, filtered or a graphic, nothing moves")
  func notShared() throws {
    let tap = try fixture.feature("junction/2")
    try editor.start(editing: tap)
    try editor.place(at: c(21, 11.5))
    #expect(try editor.save().neighbours.isEmpty)

    var map = SnapMap(of: fixture.index.network.base)
    map.overlays = [GraphicsOverlay("notes", graphics: [try wkt("POINT (20 10)")])]
    let lines = try #require(map.layers.firstIndex { $0.table == "PipelineLine" })
    map.layers[lines].sublayers[0].isVisible = false
    map.layers[lines].sublayers[1].filter = .compare(field: "ORIGIN", .notEqual, .text("pipe/1"))
    let hidden = try EditorFixture(map: map).editor
    hidden.movesSharedVertices = true
    try hidden.start(editing: tap)
    try hidden.place(at: c(21, 11.5))
    #expect(try hidden.save().neighbours.isEmpty)

    map.layers[lines].sublayers[0].isVisible = true
    map.layers[lines].sublayers[0].scaleRange = ScaleRange(minScale: 500)
    let scaled = try EditorFixture(map: map).editor
    scaled.movesSharedVertices = true
    for (scale, count) in [(1000.0, 0), (400.0, 1)] {
      scaled.view = SnapView(scale: scale)
      try scaled.start(editing: tap)
      let place = try #require(scaled.geometry?.coordinates.first)
      try scaled.moveVertex(vertex: 0, to: c(place.x + 1, place.y))
      #expect(try scaled.save().neighbours.count == count)
      try scaled.start(editing: tap)
      try scaled.moveVertex(vertex: 0, to: c(20, 10))
      _ = try scaled.save()
    }
  }

  /// What moves along when the first feature of a plain table is edited.
  private func neighbours(
    _ table: FeatureTable,
    _ change: (GeometryEditor) throws -> Void
  ) throws -> [String] {
    let fixture = try EditorFixture(tables: [table])
    fixture.editor.movesSharedVertices = true
    try fixture.editor.start(editing: FeatureID(table: try fixture.table(table.name), row: 0))
    try change(fixture.editor)
    return try fixture.editor.save().neighbours.map(\.geometry.wkt)
  }

  @Test("A vertex that was deleted or added takes nobody along; rings stay closed")
  func ringNeighbour() throws {
    let parcels = [
      "POLYGON ((100 0, 110 0, 110 10, 100 10, 100 0))",
      "POLYGON ((100 0, 100 10, 90 10, 90 0, 100 0))",
    ]
    let neighbours = try neighbours(FeatureTable("parcels", parcels)) { editor in
      try editor.insertVertex(at: c(105, -1), before: 1)
      try editor.moveVertex(vertex: 0, to: c(101, -1))
      try editor.deleteVertex(vertex: 4)
    }
    #expect(neighbours == ["POLYGON ((101 -1, 100 10, 90 10, 90 0, 101 -1))"])
  }

  @Test("Heights tell vertices apart, and move along")
  func heights() throws {
    let pipes = [
      "LINESTRING Z (100 0 1, 110 0 2)", "LINESTRING Z (110 0 2, 120 0 3)",
      "LINESTRING Z (110 0 9, 110 9 9)", "LINESTRING (110 0, 110 -9)",
    ]
    let neighbours = try neighbours(FeatureTable("pipes", pipes)) {
      try $0.moveVertex(vertex: 1, to: c(111, 1), z: 5)
    }
    #expect(neighbours == ["LINESTRING Z (111 1 5, 120 0 3)", "LINESTRING (111 1, 110 -9)"])
  }

  @Test("New features move along under their numbers")
  func pendingNeighbour() throws {
    editor.movesSharedVertices = true
    _ = try save(GasFixture.tap, c(40, 0))
    try editor.start(editing: try fixture.feature("pipe/0"))
    try editor.moveVertex(vertex: 4, to: c(45, 0))
    let neighbours = try editor.save().neighbours
    #expect(neighbours.map(\.target) == [.pending(0)])
    #expect(neighbours.map(\.geometry.wkt) == ["POINT (45 0)"])
    try editor.start(editingPending: 0)
    #expect(editor.geometry == neighbours.first?.geometry)
  }

  /// An editor over mains alone, and a table for taps.
  private func mainsEditor(_ lines: [String]) throws -> GeometryEditor {
    let taps = try FeatureTable("PipelineJunction", [], of: .point, assetType: GasFixture.tap)
    let mains = try FeatureTable("PipelineLine", lines, assetType: GasFixture.main)
    let editor = try gasEditor(over: [mains, taps])
    editor.settings = self.editor.settings
    return editor
  }

  /// Edits the first of two mains, whose end moves to the second along with that one's first vertex.
  private func saveFirst(
    of lines: [String],
    _ edit: (GeometryEditor) throws -> Void
  ) throws -> SavedEdit {
    let editor = try mainsEditor(lines)
    editor.movesSharedVertices = true
    let table = try editor.scene.network.base.table("PipelineLine")
    try editor.start(editing: FeatureID(table: table, row: 0))
    try edit(editor)
    return try editor.save(ignoringErrors: true)
  }

  private func drag(_ vertex: Int, to place: Coordinate, _ editor: GeometryEditor) throws {
    try editor.grab(.vertex(part: 0, vertex: vertex))
    #expect(try editor.pointerMoved(to: place)?.place.kind == .segment)
    try editor.place()
  }

  @Test("A neighbour that moves along to the place of a vertex needs no other vertex there")
  func movedAlongSegment() throws {
    let lines = ["LINESTRING (0 0, 10 0)", "LINESTRING (10 0, 20 0)"]
    let edit = try saveFirst(of: lines) { try drag(1, to: c(15, 0.2), $0) }
    #expect(edit.geometry.wkt == "LINESTRING (0 0, 15 0)" && edit.insertions.isEmpty)
    #expect(edit.neighbours.map(\.geometry.wkt) == ["LINESTRING (15 0, 20 0)"])
    // Nor on another of its segments.
    let bent = ["LINESTRING (0 0, 10 0)", "LINESTRING (10 0, 20 0, 20 10)"]
    let second = try saveFirst(of: bent) { try drag(1, to: c(20.2, 5), $0) }
    #expect(second.neighbours.map(\.geometry.wkt) == ["LINESTRING (20 5, 20 0, 20 10)"])
    #expect(second.insertions.isEmpty)
  }

  @Test("A vertex on a segment that moves away is not on it; on one that stays it is")
  func segmentMovedAway() throws {
    let lines = ["LINESTRING (0 0, 5 5, 10 0)", "LINESTRING (10 0, 20 0, 20 10)"]
    func insertions(_ place: Coordinate, _ end: Coordinate) throws -> [VertexInsertion] {
      try saveFirst(of: lines) { editor in
        try drag(1, to: place, editor)
        try editor.moveVertex(vertex: 2, to: end)
      }.insertions
    }
    #expect(try insertions(c(15, 0.2), c(10, -3)).isEmpty)
    let stays = try insertions(c(20.2, 5), c(10, -3))
    #expect(stays.map(\.location) == [c(20, 5)] && stays.map(\.segment.vertex) == [1])
    // One that grows along itself goes on to pass there: half of 15 on the first of 25.
    let grows = try insertions(c(12.5, 0.2), c(5, 0))
    #expect(grows.map(\.location) == [c(12.5, 0)] && grows.map(\.segment.vertex) == [0])
    #expect(grows.map(\.segment.fraction) == [0.3])
  }
}
