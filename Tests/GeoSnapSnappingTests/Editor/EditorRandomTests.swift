import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Random sequences of edits")
struct EditorRandomTests {
  static let geometries = [
    "POINT Z (1 2 3)", "LINESTRING (0 0, 10 0, 20 10)", "LINESTRING Z (0 0 1, 10 0 2)",
    "POLYGON ((0 0, 30 0, 30 30, 0 30, 0 0), (5 5, 5 9, 9 9, 5 5))", "MULTIPOINT ((1 1), (4 4))",
    "MULTILINESTRING ((0 0, 10 0), (20 0, 30 5, 40 0))",
    "MULTIPOLYGON Z (((0 0 1, 9 0 2, 9 9 3, 0 0 1)), ((20 0 1, 29 0 2, 29 9 3, 20 0 1)))",
    "MULTILINESTRING EMPTY",
  ]

  private static let editCount = Extent.count(1_000, long: 10_000)

  @Test(
    "Thousands of edits keep rings closed and parts complete, and undo to the first geometry",
    arguments: geometries
  )
  func sequence(_ text: String) throws {
    let seed: UInt64 = 20_261_122
    var generator = SeededGenerator(seed: seed)
    let editor = try EditorFixture(tolerance: 3).editor
    editor.settings.snapsToGeometryGuides = true
    let first = try wkt(text)
    try editor.start(with: first)
    var steps = 0
    var refused: [GeometryEditorError.Code: Int] = [:]
    var number = 0
    while steps < Self.editCount, number < 10 * Self.editCount {
      number += 1
      let before = editor.parts
      let hadUndo = editor.canUndo
      do throws(GeometryEditorError) {
        try edit(editor, &generator)
        steps += 1
      } catch {
        refused[error.code, default: 0] += 1
        #expect(editor.parts == before && editor.canUndo == hadUndo, "seed \(seed), edit \(number)")
      }
      try check(editor, first.type, "seed \(seed), edit \(number)")
    }
    if editor.isDragging { try editor.cancelDrag() }
    // Every kind of edit was done, and some that cannot be.
    #expect(steps == Self.editCount && !refused.isEmpty, "seed \(seed): \(steps), \(refused)")
    let last = editor.geometry
    let lastParts = editor.parts
    var undone = 0
    while editor.canUndo {
      try editor.undo()
      undone += 1
    }
    #expect(undone > Self.editCount / 20, "seed \(seed): \(undone)")
    #expect(editor.geometry == first, "seed \(seed)")
    #expect(!editor.canSave)
    for _ in 0..<undone { try editor.redo() }
    #expect(editor.geometry == last && editor.parts == lastParts, "seed \(seed)")
  }

  private func edit(
    _ editor: GeometryEditor,
    _ generator: inout SeededGenerator
  ) throws(GeometryEditorError) {
    // Now and then one that is not there.
    let part = generator.int(0...editor.parts.count)
    let count = editor.parts.indices.contains(part) ? editor.parts[part].count : 1
    let vertex = generator.int(0...count)
    let place = Coordinate(x: generator.double(-5...45), y: generator.double(-5...25))
    // So that drags do not stand in the way of all else for long.
    if editor.isDragging, generator.oneIn(2) {
      if generator.oneIn(4) { return try editor.cancelDrag() }
      try editor.pointerMoved(to: place)
      try editor.place()
      return
    }
    switch generator.int(0...21) {
    case 0: try editor.appendVertex(at: place, toPart: part)
    case 1: try editor.insertVertex(at: place, part: part, before: vertex)
    case 2, 3: try editor.moveVertex(part: part, vertex: vertex, to: place)
    case 4, 5: try editor.deleteVertex(part: part, vertex: vertex)
    case 6: try editor.addPart(corners(around: place))
    case 7: try editor.addPart(corners(around: place), holeIn: part)
    case 8: try editor.deletePart(part)
    case 9:
      try editor.move(dx: place.x / 10, dy: place.y / 10, part: generator.oneIn(2) ? part : nil)
    case 10: try editor.undo()
    case 11: try editor.redo()
    case 12: try editor.select(.vertex(part: part, vertex: vertex))
    case 13: try editor.select(.midvertex(part: part, segment: vertex))
    case 14: try editor.select(generator.oneIn(2) ? .part(part) : .geometry)
    case 15: try editor.beginDrag(near: place)
    case 16: try editor.cycleSnap()
    case 17: try editor.addPart()
    case 18: if generator.oneIn(20) { try editor.clear() } else { try editor.select(nil) }
    case 19: try editor.place()
    default:
      try editor.pointerMoved(to: place)
      try editor.place()
    }
  }

  private func corners(around place: Coordinate) -> [Coordinate] {
    [place, c(place.x + 1, place.y), c(place.x, place.y + 1)]
  }

  private func check(_ editor: GeometryEditor, _ type: GeometryType, _ comment: Comment) throws {
    guard let geometry = editor.geometry else { return }
    #expect(geometry.type == type, comment)
    let drawn = editor.parts.filter { !$0.isEmpty }
    #expect(geometry.paths.count == drawn.count, comment)
    for (path, vertices) in zip(geometry.paths, drawn) {
      let isRing = path.kind == .ring
      #expect(path.count == vertices.count + (isRing ? 1 : 0), comment)
      #expect(path.count >= (isRing ? 4 : path.kind == .line ? 2 : 1), comment)
      if isRing { #expect(path[0] == path[path.count - 1], comment) }
    }
  }
}
