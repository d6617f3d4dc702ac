import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Operations of the geometry editor")
struct EditorOperationsTests {
  let editor: GeometryEditor

  init() throws { editor = try EditorFixture().editor }

  /// What an operation is done to, what it gives, and the operation.
  struct Case: Sendable, CustomTestStringConvertible {
    let before: String
    let after: String?
    let change: @Sendable (GeometryEditor) throws -> Void

    init(
      _ before: String,
      _ after: String?,
      _ change: @escaping @Sendable (GeometryEditor) throws -> Void
    ) { (self.before, self.after, self.change) = (before, after, change) }

    var testDescription: String { "\(before) becomes \(after ?? "nothing")" }
  }

  static let square = "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (2 2, 2 3, 3 3, 2 2))"
  static let bare = "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0))"
  static let twoLines = "MULTILINESTRING ((0 0, 1 0), (5 5, 6 6))"
  static let twoPoints = "MULTIPOINT ((1 1), (2 2))"
  static let twoPolygons =
    "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (5 1, 6 2, 6 1, 5 1)), ((5 15, 6 16, 5 16, 5 15)))"

  static let cases: [Case] = [
    Case("LINESTRING (0 0, 1 0)", "LINESTRING (0 0, 1 0, 2 5)") { try $0.append(c(2, 5)) },
    Case(twoLines, "MULTILINESTRING ((0 0, 1 0, 2 5), (5 5, 6 6))") {
      try $0.appendVertex(at: c(2, 5), toPart: 0)
    },
    // Without a part the last one gets it.
    Case(twoLines, "MULTILINESTRING ((0 0, 1 0), (5 5, 6 6, 2 5))") { try $0.append(c(2, 5)) },
    Case("POLYGON ((0 0, 8 0, 8 8, 0 0))", bare) { try $0.append(c(0, 8)) },
    Case(twoPoints, "MULTIPOINT ((1 1), (2 2), (3 3))") { try $0.append(c(3, 3)) },
    Case("POINT EMPTY", "POINT (3 3)") { try $0.append(c(3, 3)) },
    Case("LINESTRING (0 0, 4 0)", "LINESTRING (0 0, 1 1, 4 0)") {
      try $0.insertVertex(at: c(1, 1), before: 1)
    },
    Case("LINESTRING (0 0, 4 0)", "LINESTRING (1 1, 0 0, 4 0)") {
      try $0.insertVertex(at: c(1, 1), before: 0)
    },
    Case(square, "POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (2 2, 2 3, 2.5 4, 3 3, 2 2))") {
      try $0.insertVertex(at: c(2.5, 4), part: 1, before: 2)
    },
    // The first vertex of a ring closes it.
    Case(square, "POLYGON ((-1 -1, 8 0, 8 8, 0 8, -1 -1), (2 2, 2 3, 3 3, 2 2))") {
      try $0.moveVertex(vertex: 0, to: c(-1, -1))
    },
    Case(bare, "POLYGON ((8 0, 8 8, 0 8, 8 0))") { try $0.deleteVertex(vertex: 0) },
    Case("POINT (1 2)", "POINT (3 4)") { try $0.moveVertex(vertex: 0, to: c(3, 4)) },
    Case(twoPoints, "MULTIPOINT ((1 1), (3 3))") {
      try $0.moveVertex(part: 1, vertex: 0, to: c(3, 3))
    },
    Case("LINESTRING (0 0, 1 1, 4 0)", "LINESTRING (0 0, 4 0)") { try $0.deleteVertex(vertex: 1) },
    Case(twoPoints, "MULTIPOINT ((2 2))") { try $0.deleteVertex(part: 0, vertex: 0) },
    Case("LINESTRING (0 0, 1 1, 4 0)", "LINESTRING (1 1, 4 0)") {
      try $0.select(.vertex(part: 0, vertex: 0))
      try $0.deleteSelection()
    },
    Case("MULTILINESTRING ((0 0, 1 0))", twoLines) { try $0.addPart([c(5, 5), c(6, 6)]) },
    Case(
      "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)))",
      "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 6, 5 6, 5 5)))"
    ) { try $0.addPart([c(5, 5), c(6, 6), c(5, 6)]) },
    // Of two polygons the first gets the hole, before or after the second in the order of parts.
    Case("MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0)), ((5 15, 6 16, 5 16, 5 15)))", twoPolygons) {
      try $0.addPart([c(5, 1), c(6, 2), c(6, 1)], holeIn: 0)
    },
    Case(square, bare) { try $0.deletePart(1) },
    // An outside goes with its holes.
    Case(twoPolygons, "MULTIPOLYGON (((5 15, 6 16, 5 16, 5 15)))") { try $0.deletePart(0) },
    Case(twoPolygons, "MULTIPOLYGON (((0 0, 9 0, 9 9, 0 0), (5 1, 6 2, 6 1, 5 1)))") {
      try $0.deletePart(2)
    },
    Case("LINESTRING (0 0, 1 0)", nil) { try $0.deletePart(0) },
    Case(square, "POLYGON ((1 1, 2 1, 2 2, 1 1))") {
      try $0.clear()
      try $0.append(c(1, 1), c(2, 1), c(2, 2))
    },
    Case(square, "POLYGON ((1 -2, 9 -2, 9 6, 1 6, 1 -2), (3 0, 3 1, 4 1, 3 0))") {
      try $0.move(dx: 1, dy: -2)
    },
    Case(twoLines, "MULTILINESTRING ((0 0, 1 0), (6 4, 7 5))") {
      try $0.move(dx: 1, dy: -1, part: 1)
    },
    Case(twoPolygons, "MULTIPOLYGON (((-1 0, 8 0, 8 9, -1 0)))") {
      try $0.insertVertex(at: c(9, 5), part: 0, before: 2)
      try $0.insertVertex(at: c(9, 5), part: 0, before: 2)
      try $0.deleteVertex(part: 0, vertex: 3)
      try $0.deletePart(1)
      try $0.move(dx: 1, dy: 1, part: 1)
      try $0.deleteVertex(part: 0, vertex: 2)
      try $0.addPart([c(40, 40), c(41, 41), c(42, 40)])
      try $0.deletePart(1)
      try $0.deletePart(1)
      try $0.move(dx: -1, dy: 0)
    },
  ]

  private struct State: Equatable {
    let geometry: Geometry?
    let parts: [[Coordinate]]
    let selection: EditSelection?

    init(_ editor: GeometryEditor) {
      (geometry, parts, selection) = (editor.geometry, editor.parts, editor.selection)
    }
  }

  @Test(
    "Each operation gives the geometry expected; it is undone and done again, step by step",
    arguments: cases
  )
  func operation(_ example: Case) throws {
    let after = try example.after.map { try wkt($0) }
    try editor.start(example.before)
    let first = State(editor)
    #expect(!editor.canSave && !editor.canUndo)
    try example.change(editor)
    #expect(editor.geometry == after)
    #expect(editor.canUndo && !editor.canRedo)
    #expect(editor.canSave == !editor.problems().contains { $0.severity == .error })
    var states = [State(editor)]
    while editor.canUndo {
      try editor.undo()
      states.append(State(editor))
    }
    #expect(states.last?.geometry == first.geometry && states.last?.parts == first.parts)
    #expect(!editor.canSave && editor.canRedo)
    for state in states.dropLast().reversed() {
      try editor.redo()
      #expect(State(editor) == state)
    }
    for state in states.dropFirst() {
      try editor.undo()
      #expect(State(editor) == state)
    }
    while editor.canRedo { try editor.redo() }
    #expect(try editor.stop() == after)
    #expect(!editor.isStarted && editor.geometry == nil && editor.parts.isEmpty)
  }

  @Test("A new step forgets what was undone")
  func newStep() throws {
    try editor.start("LINESTRING (0 0, 1 0)")
    try editor.append(c(2, 0))
    try editor.undo()
    try editor.append(c(3, 0))
    #expect(!editor.canRedo)
    refuses(.nothingToRedo) { try editor.redo() }
    #expect(editor.geometry?.wkt == "LINESTRING (0 0, 1 0, 3 0)")
  }

  @Test("What changes nothing is no step, and what was moved back by hand has not changed")
  func noStep() throws {
    try editor.start("LINESTRING (0 0, 1 0)")
    try editor.moveVertex(vertex: 1, to: c(1, 0))
    try editor.move(dx: 0, dy: 0)
    try editor.select(.vertex(part: 0, vertex: 1))
    #expect(!editor.canUndo && !editor.canSave)
    refuses(.nothingToUndo) { try editor.undo() }
    refuses(.nothingToSave) { _ = try editor.save() }
    try editor.moveVertex(vertex: 1, to: c(5, 5))
    try editor.moveVertex(vertex: 1, to: c(1, 0))
    #expect(editor.canUndo && !editor.canSave)
  }

  @Test("Undoing brings back the selection of then")
  func selection() throws {
    try editor.start("LINESTRING (0 0, 1 0)")
    try editor.select(.vertex(part: 0, vertex: 1))
    try editor.append(c(2, 0))
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
    for work in [
      { try editor.append(c(0, 0)) }, { try editor.undo() }, { _ = try editor.stop() },
      { try editor.cancel() }, { _ = try editor.save() }, { try editor.pointerMoved(to: c(0, 0)) },
      { try editor.place() }, { try editor.select(nil) },
    ] as [() throws -> Void] { refuses(.notStarted, work) }
    refuses(.unsupportedType) { try editor.start("GEOMETRYCOLLECTION (POINT (1 1))") }
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
    refuses(.notAnArea) { try editor.addPart(holeIn: 0) }
    refuses(.nonFiniteOrdinate) { try editor.append(c(.nan, 0)) }
    refuses(.nonFiniteOrdinate) { try editor.appendVertex(at: c(0, 0), z: .infinity) }
    refuses(.nonFiniteOrdinate) { try editor.move(dx: .infinity, dy: 0) }
    refuses(.nonFiniteOrdinate) { try editor.pointerMoved(to: c(0, .nan)) }
    refuses(.ordinateOutOfRange) { try editor.append(c(1e151, 0)) }
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
      { try editor.undo() }, { try editor.append(c(0, 0)) }, { try editor.beginDrag() },
      { try editor.select(nil) }, { _ = try editor.save() }, { try editor.clear() },
    ] as [() throws -> Void] { refuses(.dragging, work) }
    #expect(editor.geometry == line)
    #expect(try editor.stop() == line)

    try editor.start(Self.square)
    refuses(.tooFewVertices) { try editor.deleteVertex(part: 1, vertex: 0) }
    refuses(.singlePart) { try editor.addPart([c(20, 0), c(21, 1), c(20, 1)]) }
    refuses(.noSuchPart) { try editor.addPart(holeIn: 1) }
    refuses(.tooFewVertices) { try editor.addPart([c(1, 1), c(1, 2)], holeIn: 0) }
    try editor.addPart(holeIn: 0)
    refuses(.tooFewVertices) { try editor.addPart(holeIn: 0) }
    try editor.cancel()

    try editor.start("POINT (1 1)")
    refuses(.singlePart) { try editor.append(c(0, 0)) }
    refuses(.singlePart) { try editor.addPart([c(0, 0)]) }
    refuses(.tooFewVertices) { try editor.deleteVertex(vertex: 0) }
    try editor.cancel()
    try editor.start("MULTIPOINT ((1 1))")
    refuses(.tooFewVertices) { try editor.deleteVertex(vertex: 0) }
    try editor.cancel()
    try editor.start(drawing: .point)
    refuses(.singlePart) { try editor.addPart([c(0, 0), c(1, 1)]) }
    refuses(.nothingSelected) { try editor.beginDrag() }
  }

  @Test("An error is a sentence that says what to do")
  func sentence() throws {
    try editor.start("LINESTRING (0 0, 1 0)")
    let error = #expect(throws: GeometryEditorError.self) { try editor.deleteVertex(vertex: 0) }
    let sentence = "A line needs 2 vertices, and part 0 has no more: delete the part instead."
    #expect(error?.description == sentence)
  }

  @Test("A new vertex is as high as the place between its neighbours where it is")
  func heights() throws {
    try editor.start("LINESTRING Z (0 0 10, 8 0 20)")
    try editor.insertVertex(at: c(2, 0), before: 1)
    #expect(editor.geometry?.wkt == "LINESTRING Z (0 0 10, 2 0 12.5, 8 0 20)")
    // Off the line the distances to both neighbours count: 5 and 5.
    try editor.insertVertex(at: c(5, 4), before: 2)
    #expect(editor.geometry?.wkt == "LINESTRING Z (0 0 10, 2 0 12.5, 5 4 16.25, 8 0 20)")
    try editor.append(c(50, 0))
    try editor.insertVertex(at: c(-50, 0), before: 0)
    try editor.appendVertex(at: c(51, 0), z: 3)
    let line = "LINESTRING Z (-50 0 10, 0 0 10, 2 0 12.5, 5 4 16.25, 8 0 20, 50 0 20, 51 0 3)"
    #expect(editor.geometry?.wkt == line)
  }

  @Test("A ring's new vertices lie between its last and first, a moved one keeps its height")
  func ringHeights() throws {
    try editor.start("POLYGON Z ((0 0 0, 8 0 8, 8 8 16, 0 8 4, 0 0 0))")
    try editor.append(c(0, 2))
    try editor.moveVertex(vertex: 1, to: c(9, 0))
    try editor.moveVertex(vertex: 0, to: c(-1, 0), z: 7)
    try editor.move(dx: 1, dy: 0)
    #expect(editor.geometry?.wkt == "POLYGON Z ((0 0 7, 10 0 8, 9 8 16, 1 8 4, 1 2 1, 0 0 7))")
  }

  @Test("Without neighbours a vertex is at height 0, and without heights none is kept")
  func noHeights() throws {
    try editor.start(drawing: .lineString, hasZ: true)
    try editor.append(c(0, 0))
    try editor.appendVertex(at: c(1, 0), z: 5)
    #expect(try editor.stop()?.wkt == "LINESTRING Z (0 0 0, 1 0 5)")
    try editor.start(drawing: .point)
    try editor.appendVertex(at: c(0, 0), z: 5)
    #expect(try editor.stop()?.wkt == "POINT (0 0)")
    try editor.start("MULTILINESTRING Z ((0 0 1, 1 1 2))")
    try editor.addPart([c(2, 2), c(3, 3)], heights: [4, 5])
    refuses(.tooFewVertices) { try editor.addPart([c(2, 2), c(3, 3)], heights: [4]) }
    #expect(try editor.stop()?.wkt == "MULTILINESTRING Z ((0 0 1, 1 1 2), (2 2 4, 3 3 5))")
  }

  @Test("Measures are kept; a new vertex gets one between its neighbours', and none at an end")
  func measures() throws {
    try editor.start("LINESTRING ZM (0 0 1 100, 8 0 2 200)")
    try editor.insertVertex(at: c(2, 0), before: 1)
    try editor.moveVertex(vertex: 0, to: c(0, 1))
    #expect(editor.geometry?.wkt == "LINESTRING ZM (0 1 1 100, 2 0 1.25 125, 8 0 2 200)")
    try editor.append(c(9, 0))
    #expect(editor.geometry?.coordinates.m(at: 3)?.isNaN == true)
    #expect(editor.problems().isEmpty)
    try editor.cancel()
    try editor.start("POINT M (1 2 3)")
    try editor.moveVertex(vertex: 0, to: c(5, 5))
    #expect(try editor.stop()?.wkt == "POINT M (5 5 3)")
    try editor.start("POLYGON M ((0 0 1, 8 0 2, 8 8 3, 0 0 1))")
    try editor.moveVertex(vertex: 0, to: c(1, 0))
    #expect(try editor.stop()?.wkt == "POLYGON M ((1 0 1, 8 0 2, 8 8 3, 1 0 1))")
  }

  @Test("A geometry that was not changed comes back to the last bit")
  func unchanged() throws {
    // A ring that ends at another height than it begins at, and at -0 instead of 0.
    let ring = CoordinateSequence(
      trusted: [0, 0, 1, 8, 0, 2, 8, 8, 3, -0.0, 0, 9],
      dimensions: .xyz
    )
    for geometry in [
      .polygon(try Polygon(rings: [ring])), .lineString(try LineString([c(.nan, 0), c(1, 1)])),
      try wkt("MULTIPOLYGON EMPTY"), try wkt("LINESTRING EMPTY"), try wkt("POINT EMPTY"),
      try wkt("MULTIPOINT EMPTY"),
    ] as [Geometry] {
      try editor.start(with: geometry)
      try editor.move(dx: 1, dy: 0)
      if editor.canUndo { try editor.undo() }
      #expect(!editor.canSave)
      let result = try #require(try editor.stop())
      func bits(_ geometry: Geometry) -> [UInt64] {
        geometry.coordinates.ordinates.map(\.bitPattern)
      }
      #expect(bits(result) == bits(geometry) && result.type == geometry.type)
    }
  }

  @Test("While a part has too few vertices there is no geometry, only its vertices")
  func incomplete() throws {
    try editor.start(drawing: .polygon)
    #expect(editor.geometry == nil && editor.selection == .part(0))
    try editor.append(c(0, 0), c(1, 0))
    #expect(editor.geometry == nil && editor.parts == [[c(0, 0), c(1, 0)]])
    #expect(!editor.canSave)
    try editor.deleteVertex(vertex: 1)
    try editor.deleteVertex(vertex: 0)
    #expect(editor.parts == [[]] && editor.selection == .part(0) && !editor.canSave)
    try editor.append(c(0, 0), c(1, 0), c(1, 1))
    #expect(try editor.stop()?.wkt == "POLYGON ((0 0, 1 0, 1 1, 0 0))")
    try editor.start(drawing: .lineString)
    try editor.append(c(0, 0))
    #expect(try editor.stop() == nil)
  }

  @Test("Moving as far as no vertex can be is refused and moves nothing")
  func movedOutOfRange() throws {
    let line = try wkt("LINESTRING (0 0, 9e149 0)")
    try editor.start(with: line)
    refuses(.ordinateOutOfRange) { try editor.move(dx: 9e149, dy: 0) }
    refuses(.ordinateOutOfRange) { try editor.move(dx: 0, dy: 2e150) }
    #expect(editor.geometry == line && !editor.canUndo)
    try editor.move(dx: -9e149, dy: 0)
    #expect(editor.geometry?.wkt == "LINESTRING (-9e+149 0, 0 0)")
  }
}
