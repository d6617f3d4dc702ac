import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Operations of the geometry editor")
struct EditorOperationsTests {
  let editor: GeometryEditor

  init() throws { editor = try EditorFixture().editor }

  private func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

  /// One operation, what it is done to and what it gives.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let before: String
    let after: String?
    let change: @Sendable (GeometryEditor) throws -> Void

    var testDescription: String { name }
  }

  static let square = "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (2 2, 2 3, 3 3, 2 2))"

  static let cases: [Case] = [
    Case(
      name: "append to a line",
      before: "LINESTRING (0 0, 1 0)",
      after: "LINESTRING (0 0, 1 0, 2 5)"
    ) {
      try $0.appendVertex(at: Coordinate(x: 2, y: 5))
    },
    Case(
      name: "append to the first line of two",
      before: "MULTILINESTRING ((0 0, 1 0), (5 5, 6 6))",
      after: "MULTILINESTRING ((0 0, 1 0, 2 5), (5 5, 6 6))"
    ) { try $0.appendVertex(at: Coordinate(x: 2, y: 5), toPart: 0) },
    Case(
      name: "append to the last line of two",
      before: "MULTILINESTRING ((0 0, 1 0), (5 5, 6 6))",
      after: "MULTILINESTRING ((0 0, 1 0), (5 5, 6 6, 2 5))"
    ) { try $0.appendVertex(at: Coordinate(x: 2, y: 5)) },
    Case(
      name: "append to a ring",
      before: "POLYGON ((0 0, 8 0, 8 8, 0 0))",
      after: "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0))"
    ) { try $0.appendVertex(at: Coordinate(x: 0, y: 8)) },
    Case(
      name: "append to a multi point",
      before: "MULTIPOINT ((1 1), (2 2))",
      after: "MULTIPOINT ((1 1), (2 2), (3 3))"
    ) { try $0.appendVertex(at: Coordinate(x: 3, y: 3)) },
    Case(name: "append to an empty point", before: "POINT EMPTY", after: "POINT (3 3)") {
      try $0.appendVertex(at: Coordinate(x: 3, y: 3))
    },
    Case(
      name: "insert into a line",
      before: "LINESTRING (0 0, 4 0)",
      after: "LINESTRING (0 0, 1 1, 4 0)"
    ) {
      try $0.insertVertex(at: Coordinate(x: 1, y: 1), before: 1)
    },
    Case(
      name: "insert before a line's first vertex",
      before: "LINESTRING (0 0, 4 0)",
      after: "LINESTRING (1 1, 0 0, 4 0)"
    ) { try $0.insertVertex(at: Coordinate(x: 1, y: 1), before: 0) },
    Case(
      name: "insert into a hole",
      before: square,
      after: "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (2 2, 2 3, 2.5 4, 3 3, 2 2))"
    ) { try $0.insertVertex(at: Coordinate(x: 2.5, y: 4), part: 1, before: 2) },
    Case(
      name: "move a ring's first vertex, which closes it",
      before: square,
      after: "POLYGON ((-1 -1, 8 0, 8 8, 0 8, -1 -1), (2 2, 2 3, 3 3, 2 2))"
    ) { try $0.moveVertex(vertex: 0, to: Coordinate(x: -1, y: -1)) },
    Case(name: "move a point", before: "POINT (1 2)", after: "POINT (3 4)") {
      try $0.moveVertex(vertex: 0, to: Coordinate(x: 3, y: 4))
    },
    Case(
      name: "move a place of a multi point",
      before: "MULTIPOINT ((1 1), (2 2))",
      after: "MULTIPOINT ((1 1), (3 3))"
    ) { try $0.moveVertex(part: 1, vertex: 0, to: Coordinate(x: 3, y: 3)) },
    Case(
      name: "delete a line's inner vertex",
      before: "LINESTRING (0 0, 1 1, 4 0)",
      after: "LINESTRING (0 0, 4 0)"
    ) { try $0.deleteVertex(vertex: 1) },
    Case(
      name: "delete a ring's first vertex, which closed it",
      before: "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0))",
      after: "POLYGON ((8 0, 8 8, 0 8, 8 0))"
    ) { try $0.deleteVertex(vertex: 0) },
    Case(
      name: "delete a place of a multi point",
      before: "MULTIPOINT ((1 1), (2 2))",
      after: "MULTIPOINT ((2 2))"
    ) { try $0.deleteVertex(part: 0, vertex: 0) },
    Case(
      name: "delete what is selected",
      before: "LINESTRING (0 0, 1 1, 4 0)",
      after: "LINESTRING (1 1, 4 0)"
    ) {
      try $0.select(.vertex(part: 0, vertex: 0))
      try $0.deleteSelection()
    },
    Case(
      name: "add a line",
      before: "MULTILINESTRING ((0 0, 1 0))",
      after: "MULTILINESTRING ((0 0, 1 0), (5 5, 6 6))"
    ) { try $0.addPart([Coordinate(x: 5, y: 5), Coordinate(x: 6, y: 6)]) },
    Case(
      name: "add a polygon",
      before: "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))",
      after: "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 6, 5 6, 5 5)))"
    ) {
      try $0.addPart([Coordinate(x: 5, y: 5), Coordinate(x: 6, y: 6), Coordinate(x: 5, y: 6)])
    },
    Case(
      name: "add a hole to the first polygon of two",
      before: "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((5 15, 6 16, 5 16, 5 15)))",
      after:
        "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (5 1, 6 2, 6 1, 5 1)), ((5 15, 6 16, 5 16, 5 15)))"
    ) {
      try $0.addHole([Coordinate(x: 5, y: 1), Coordinate(x: 6, y: 2), Coordinate(x: 6, y: 1)])
    },
    Case(
      name: "delete a hole",
      before: square,
      after: "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0))"
    ) { try $0.deletePart(1) },
    Case(
      name: "delete an outside with its holes",
      before:
        "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (5 1, 6 2, 6 1, 5 1)), ((5 15, 6 16, 5 16, 5 15)))",
      after: "MULTIPOLYGON (((5 15, 6 16, 5 16, 5 15)))"
    ) { try $0.deletePart(0) },
    Case(
      name: "delete the second polygon",
      before:
        "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (5 1, 6 2, 6 1, 5 1)), ((5 15, 6 16, 5 16, 5 15)))",
      after: "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (5 1, 6 2, 6 1, 5 1)))"
    ) { try $0.deletePart(2) },
    Case(name: "delete the only part", before: "LINESTRING (0 0, 1 0)", after: nil) {
      try $0.deletePart(0)
    },
    Case(name: "clear and draw anew", before: square, after: "POLYGON ((1 1, 2 1, 2 2, 1 1))") {
      try $0.clear()
      for place in [Coordinate(x: 1, y: 1), Coordinate(x: 2, y: 1), Coordinate(x: 2, y: 2)] {
        try $0.appendVertex(at: place)
      }
    },
    Case(
      name: "move everything",
      before: square,
      after: "POLYGON ((1 -2, 9 -2, 9 6, 1 6, 1 -2), (3 0, 3 1, 4 1, 3 0))"
    ) { try $0.move(dx: 1, dy: -2) },
    Case(
      name: "move a part",
      before: "MULTILINESTRING ((0 0, 1 0), (5 5, 6 6))",
      after: "MULTILINESTRING ((0 0, 1 0), (6 4, 7 5))"
    ) { try $0.move(dx: 1, dy: -1, part: 1) },
  ]

  @Test(
    "Each operation gives the geometry expected, and undoing it the one before",
    arguments: cases
  )
  func operation(_ example: Case) throws {
    let before = try wkt(example.before)
    let after = try example.after.map { try wkt($0) }
    try editor.start(with: before)
    #expect(!editor.canSave && !editor.canUndo)
    try example.change(editor)
    #expect(editor.geometry == after)
    #expect(editor.canUndo && !editor.canRedo)
    #expect(editor.canSave == !editor.problems().contains { $0.severity == .error })
    while editor.canUndo { try editor.undo() }
    #expect(editor.geometry == before)
    #expect(!editor.canSave && editor.canRedo)
    while editor.canRedo { try editor.redo() }
    #expect(editor.geometry == after)
    #expect(try editor.stop() == after)
    #expect(!editor.isStarted && editor.geometry == nil && editor.parts.isEmpty)
  }

  @Test("A new step forgets what was undone")
  func newStep() throws {
    try editor.start(with: try wkt("LINESTRING (0 0, 1 0)"))
    try editor.appendVertex(at: c(2, 0))
    try editor.undo()
    try editor.appendVertex(at: c(3, 0))
    #expect(!editor.canRedo)
    refuses(.nothingToRedo) { try editor.redo() }
    #expect(editor.geometry == (try wkt("LINESTRING (0 0, 1 0, 3 0)")))
  }

  @Test("What changes nothing is no step")
  func noStep() throws {
    try editor.start(with: try wkt("LINESTRING (0 0, 1 0)"))
    try editor.moveVertex(vertex: 1, to: c(1, 0))
    try editor.move(dx: 0, dy: 0)
    try editor.select(.vertex(part: 0, vertex: 1))
    #expect(!editor.canUndo && !editor.canSave)
    refuses(.nothingToUndo) { try editor.undo() }
    refuses(.nothingToSave) { _ = try editor.save() }
  }

  @Test("What was moved back by hand has not changed")
  func movedBack() throws {
    try editor.start(with: try wkt("LINESTRING (0 0, 1 0)"))
    try editor.moveVertex(vertex: 1, to: c(5, 5))
    try editor.moveVertex(vertex: 1, to: c(1, 0))
    #expect(editor.canUndo && !editor.canSave)
  }

  @Test("Undoing brings back the selection of then")
  func selection() throws {
    try editor.start(with: try wkt("LINESTRING (0 0, 1 0)"))
    try editor.select(.vertex(part: 0, vertex: 1))
    try editor.appendVertex(at: c(2, 0))
    #expect(editor.selection == .vertex(part: 0, vertex: 2))
    try editor.undo()
    #expect(editor.selection == .vertex(part: 0, vertex: 1))
    try editor.redo()
    #expect(editor.selection == .vertex(part: 0, vertex: 2))
    try editor.deleteVertex(vertex: 2)
    #expect(editor.selection == .vertex(part: 0, vertex: 1))
  }

  @Test("What cannot be done is refused, says why, and changes nothing")
  func refusals() throws {
    refuses(.notStarted) { try editor.appendVertex(at: c(0, 0)) }
    refuses(.notStarted) { try editor.undo() }
    refuses(.notStarted) { _ = try editor.stop() }
    refuses(.notStarted) { try editor.cancel() }
    refuses(.notStarted) { _ = try editor.save() }
    refuses(.notStarted) { try editor.pointerMoved(to: c(0, 0)) }
    refuses(.notStarted) { try editor.place() }
    refuses(.notStarted) { try editor.select(nil) }
    refuses(.unsupportedType) {
      try editor.start(with: try wkt("GEOMETRYCOLLECTION (POINT (1 1))"))
    }
    refuses(.unsupportedType) { try editor.start(drawing: .geometryCollection) }
    #expect(!editor.isStarted)

    let line = try wkt("LINESTRING (0 0, 1 0)")
    try editor.start(with: line)
    refuses(.alreadyStarted) { try editor.start(with: line) }
    refuses(.tooFewVertices) { try editor.deleteVertex(vertex: 0) }
    refuses(.noSuchVertex) { try editor.deleteVertex(vertex: 2) }
    refuses(.noSuchVertex) { try editor.moveVertex(vertex: -1, to: c(0, 0)) }
    refuses(.noSuchVertex) { try editor.insertVertex(at: c(0, 0), before: 3) }
    refuses(.noSuchPart) { try editor.moveVertex(part: 1, vertex: 0, to: c(0, 0)) }
    refuses(.noSuchPart) { try editor.appendVertex(at: c(0, 0), toPart: 4) }
    refuses(.noSuchPart) { try editor.deletePart(-1) }
    refuses(.noSuchPart) { try editor.move(dx: 1, dy: 1, part: 9) }
    refuses(.singlePart) { try editor.addPart([c(0, 0), c(1, 1)]) }
    refuses(.singlePart) { try editor.addPart() }
    refuses(.notAnArea) { try editor.addHole() }
    refuses(.nonFiniteOrdinate) { try editor.appendVertex(at: c(.nan, 0)) }
    refuses(.nonFiniteOrdinate) { try editor.appendVertex(at: c(0, 0), z: .infinity) }
    refuses(.nonFiniteOrdinate) { try editor.move(dx: .infinity, dy: 0) }
    refuses(.nonFiniteOrdinate) { try editor.pointerMoved(to: c(0, .nan)) }
    refuses(.ordinateOutOfRange) { try editor.appendVertex(at: c(1e151, 0)) }
    refuses(.noSuchVertex) { try editor.select(.vertex(part: 0, vertex: 2)) }
    refuses(.noSuchVertex) { try editor.select(.midvertex(part: 0, segment: 1)) }
    refuses(.noSuchPart) { try editor.select(.part(1)) }
    refuses(.nothingSelected) { try editor.deleteSelection() }
    refuses(.nothingSelected) { try editor.beginDrag() }
    refuses(.nothingSelected) { try editor.place() }
    refuses(.notDragging) { try editor.cancelDrag() }
    try editor.select(.vertex(part: 0, vertex: 1))
    refuses(.noPointer) { try editor.place() }
    refuses(.noPointer) { try editor.cycleSnap() }
    try editor.beginDrag()
    for work in [
      { try editor.undo() }, { try editor.appendVertex(at: c(0, 0)) }, { try editor.beginDrag() },
      { try editor.select(nil) }, { _ = try editor.save() }, { try editor.clear() },
    ] as [() throws -> Void] { refuses(.dragging, work) }
    #expect(editor.geometry == line)
    #expect(try editor.stop() == line)

    try editor.start(with: try wkt(Self.square))
    refuses(.tooFewVertices) { try editor.deleteVertex(part: 1, vertex: 0) }
    refuses(.singlePart) { try editor.addPart([c(20, 0), c(21, 1), c(20, 1)]) }
    refuses(.noSuchPart) { try editor.addHole(inPolygon: 1) }
    refuses(.tooFewVertices) { try editor.addHole([c(1, 1), c(1, 2)]) }
    try editor.addHole()
    refuses(.tooFewVertices) { try editor.addHole() }
    try editor.cancel()

    try editor.start(with: try wkt("POINT (1 1)"))
    refuses(.singlePart) { try editor.appendVertex(at: c(0, 0)) }
    refuses(.singlePart) { try editor.addPart([c(0, 0)]) }
    refuses(.tooFewVertices) { try editor.deleteVertex(vertex: 0) }
    try editor.cancel()
    try editor.start(with: try wkt("MULTIPOINT ((1 1))"))
    refuses(.tooFewVertices) { try editor.deleteVertex(vertex: 0) }
    try editor.cancel()
    try editor.start(drawing: .point)
    refuses(.singlePart) { try editor.addPart([c(0, 0), c(1, 1)]) }
    refuses(.nothingSelected) { try editor.beginDrag() }
  }

  @Test("An error is a sentence that says what to do")
  func sentence() throws {
    try editor.start(with: try wkt("LINESTRING (0 0, 1 0)"))
    do throws(GeometryEditorError) {
      try editor.deleteVertex(vertex: 0)
      Issue.record("It was deleted")
    } catch {
      #expect(
        "\(error)"
          == "A line needs 2 vertices, and part 0 has no more: delete the part instead."
      )
    }
  }

  // MARK: Heights

  @Test("A new vertex is as high as the place between its neighbours where it is")
  func heights() throws {
    try editor.start(with: try wkt("LINESTRING Z (0 0 10, 8 0 20)"))
    try editor.insertVertex(at: c(2, 0), before: 1)
    #expect(editor.geometry == (try wkt("LINESTRING Z (0 0 10, 2 0 12.5, 8 0 20)")))
    // Off the line the distances to both neighbours count: 5 and 5.
    try editor.insertVertex(at: c(5, 4), before: 2)
    #expect(editor.geometry == (try wkt("LINESTRING Z (0 0 10, 2 0 12.5, 5 4 16.25, 8 0 20)")))
    try editor.appendVertex(at: c(50, 0))
    try editor.insertVertex(at: c(-50, 0), before: 0)
    try editor.appendVertex(at: c(51, 0), z: 3)
    #expect(
      editor.geometry
        == (try wkt(
          "LINESTRING Z (-50 0 10, 0 0 10, 2 0 12.5, 5 4 16.25, 8 0 20, 50 0 20, 51 0 3)"
        ))
    )
  }

  @Test("A ring's new vertices lie between its last and first, a moved one keeps its height")
  func ringHeights() throws {
    try editor.start(with: try wkt("POLYGON Z ((0 0 0, 8 0 8, 8 8 16, 0 8 4, 0 0 0))"))
    try editor.appendVertex(at: c(0, 2))
    try editor.moveVertex(vertex: 1, to: c(9, 0))
    try editor.moveVertex(vertex: 0, to: c(-1, 0), z: 7)
    try editor.move(dx: 1, dy: 0)
    #expect(
      editor.geometry
        == (try wkt("POLYGON Z ((0 0 7, 10 0 8, 9 8 16, 1 8 4, 1 2 1, 0 0 7))"))
    )
  }

  @Test("Without neighbours a vertex is at height 0, and without heights none is kept")
  func noHeights() throws {
    try editor.start(drawing: .lineString, hasZ: true)
    try editor.appendVertex(at: c(0, 0))
    try editor.appendVertex(at: c(1, 0), z: 5)
    #expect(try editor.stop() == (try wkt("LINESTRING Z (0 0 0, 1 0 5)")))
    try editor.start(drawing: .point)
    try editor.appendVertex(at: c(0, 0), z: 5)
    #expect(try editor.stop() == (try wkt("POINT (0 0)")))
    try editor.start(with: try wkt("MULTILINESTRING Z ((0 0 1, 1 1 2))"))
    try editor.addPart([c(2, 2), c(3, 3)], heights: [4, 5])
    refuses(.tooFewVertices) { try editor.addPart([c(2, 2), c(3, 3)], heights: [4]) }
    #expect(try editor.stop() == (try wkt("MULTILINESTRING Z ((0 0 1, 1 1 2), (2 2 4, 3 3 5))")))
  }

  @Test("Measures are kept; a new vertex gets one between its neighbours', and none at an end")
  func measures() throws {
    try editor.start(with: try wkt("LINESTRING ZM (0 0 1 100, 8 0 2 200)"))
    try editor.insertVertex(at: c(2, 0), before: 1)
    try editor.moveVertex(vertex: 0, to: c(0, 1))
    #expect(
      editor.geometry == (try wkt("LINESTRING ZM (0 1 1 100, 2 0 1.25 125, 8 0 2 200)"))
    )
    try editor.appendVertex(at: c(9, 0))
    #expect(editor.geometry?.coordinates.m(at: 3)?.isNaN == true)
    #expect(editor.problems().isEmpty)
    try editor.cancel()
    try editor.start(with: try wkt("POINT M (1 2 3)"))
    try editor.moveVertex(vertex: 0, to: c(5, 5))
    #expect(try editor.stop() == (try wkt("POINT M (5 5 3)")))
    try editor.start(with: try wkt("POLYGON M ((0 0 1, 8 0 2, 8 8 3, 0 0 1))"))
    try editor.moveVertex(vertex: 0, to: c(1, 0))
    #expect(try editor.stop() == (try wkt("POLYGON M ((1 0 1, 8 0 2, 8 8 3, 1 0 1))")))
  }

  @Test("A geometry that was not changed comes back to the last bit")
  func unchanged() throws {
    let geometries = [
      // A ring that ends at another height than it begins at, and at -0 instead of 0.
      Geometry.polygon(
        try Polygon(rings: [
          CoordinateSequence(
            ordinates: [0, 0, 1, 8, 0, 2, 8, 8, 3, -0.0, 0, 9],
            dimensions: .xyz
          )
        ])
      ),
      .lineString(try LineString([c(.nan, 0), c(1, 1)])),
      try wkt("MULTIPOLYGON EMPTY"), try wkt("LINESTRING EMPTY"), try wkt("POINT EMPTY"),
      try wkt("MULTIPOINT EMPTY"),
    ]
    for geometry in geometries {
      try editor.start(with: geometry)
      try editor.move(dx: 1, dy: 0)
      if editor.canUndo { try editor.undo() }
      #expect(!editor.canSave)
      let result = try #require(try editor.stop())
      #expect(
        result.coordinates.ordinates.map(\.bitPattern)
          == geometry.coordinates.ordinates.map(\.bitPattern)
      )
      #expect(result.type == geometry.type)
    }
  }

  @Test("While a part has too few vertices there is no geometry, only its vertices")
  func incomplete() throws {
    try editor.start(drawing: .polygon)
    #expect(editor.geometry == nil && editor.selection == .part(0))
    try editor.appendVertex(at: c(0, 0))
    try editor.appendVertex(at: c(1, 0))
    #expect(editor.geometry == nil && editor.parts == [[c(0, 0), c(1, 0)]])
    #expect(!editor.canSave)
    try editor.deleteVertex(vertex: 1)
    try editor.deleteVertex(vertex: 0)
    #expect(editor.parts == [[]] && editor.selection == .part(0))
    #expect(!editor.canSave)
    for place in [c(0, 0), c(1, 0), c(1, 1)] { try editor.appendVertex(at: place) }
    #expect(editor.geometry == (try wkt("POLYGON ((0 0, 1 0, 1 1, 0 0))")))
    #expect(try editor.stop() != nil)
    try editor.start(drawing: .lineString)
    try editor.appendVertex(at: c(0, 0))
    #expect(try editor.stop() == nil)
  }

  @Test("Moving as far as no vertex can be is refused and moves nothing")
  func movedOutOfRange() throws {
    let editor = try EditorFixture().editor
    let line = try wkt("LINESTRING (0 0, 9e149 0)")
    try editor.start(with: line)
    refuses(.ordinateOutOfRange) { try editor.move(dx: 9e149, dy: 0) }
    refuses(.ordinateOutOfRange) { try editor.move(dx: 0, dy: 2e150) }
    #expect(editor.geometry == line && !editor.canUndo)
    try editor.move(dx: -9e149, dy: 0)
    #expect(editor.geometry == (try wkt("LINESTRING (-9e149 0, 0 0)")))
  }

  @Test("Every kind of step is undone and done again to the same vertices and selection")
  func steps() throws {
    let editor = try EditorFixture().editor
    editor.settings.isEnabled = false
    let area = try wkt(
      "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 9, 0 0), (2 2, 2 4, 4 4, 2 2)), ((20 0, 29 0, 29 9, 20 0)))"
    )
    try editor.start(with: area)
    let edits: [(GeometryEditor) throws -> Void] = [
      { try $0.insertVertex(at: Coordinate(x: 9, y: 5), part: 0, before: 2) },
      { try $0.insertVertex(at: Coordinate(x: 9, y: 5), part: 0, before: 2) },
      { try $0.deleteVertex(part: 0, vertex: 3) },
      { try $0.moveVertex(part: 2, vertex: 0, to: Coordinate(x: 21, y: 1)) },
      { try $0.move(dx: 1, dy: 1, part: 1) },
      { try $0.deletePart(1) },
      { try $0.addPart([40, 41, 42].map { Coordinate(x: $0, y: $0 * $0) }) },
      { try $0.addHole([5, 6, 7].map { Coordinate(x: $0, y: $0 * $0 / 9) }, inPolygon: 0) },
      { try $0.deletePart(0) },
      { try $0.move(dx: -1, dy: 0) },
      { try $0.clear() },
    ]
    var states: [(geometry: Geometry?, parts: [[Coordinate]], selection: EditSelection?)] = []
    for edit in edits {
      states.append((editor.geometry, editor.parts, editor.selection))
      try edit(editor)
    }
    for _ in 0..<2 {
      states.append((editor.geometry, editor.parts, editor.selection))
      for state in states.dropLast().reversed() {
        try editor.undo()
        #expect(editor.geometry == state.geometry && editor.parts == state.parts)
        #expect(editor.selection == state.selection)
      }
      #expect(!editor.canUndo && !editor.canSave && editor.geometry == area)
      for state in states.dropFirst() {
        try editor.redo()
        #expect(editor.geometry == state.geometry && editor.parts == state.parts)
        #expect(editor.selection == state.selection)
      }
      states.removeLast()
    }
  }
}
