import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("The editor's pointer")
struct EditorPointerTests {
  let fixture: EditorFixture
  var editor: GeometryEditor { fixture.editor }

  init() throws { fixture = try EditorFixture() }

  private func hover(_ x: Double, _ y: Double) throws -> Coordinate? {
    try editor.pointerMoved(to: c(x, y))?.place.location
  }

  @Test("Drawing places each vertex at exactly the coordinate it snaps to")
  func drawing() throws {
    try editor.start(drawing: .lineString)
    #expect(try hover(10.3, 0.4) == c(10, 0))
    #expect(try editor.place() == .vertex(part: 0, vertex: 0))
    #expect(editor.match == nil)
    try editor.place(at: c(100, 100))
    // A place on a segment that no binary fraction holds: what the snapper said is what is placed.
    let match = try #require(try editor.pointerMoved(to: c(13.1, 3.7)))
    #expect(match.place.kind == .segment)
    try editor.place()
    #expect(editor.parts == [[c(10, 0), c(100, 100), match.place.location]])
    #expect(editor.selection == .vertex(part: 0, vertex: 2))
  }

  @Test("With the first vertex of a line selected, drawing goes on from there")
  func backwards() throws {
    try editor.start("LINESTRING (100 0, 110 0)")
    #expect(try editor.pointerMoved(to: c(10, 0)) == nil)
    refuses(.nothingSelected) { try editor.place() }
    try editor.select(.vertex(part: 0, vertex: 0))
    try editor.draw(c(90, 0), c(80, 0))
    #expect(editor.geometry?.wkt == "LINESTRING (80 0, 90 0, 100 0, 110 0)")
    try editor.select(.vertex(part: 0, vertex: 1))
    try editor.place(at: c(85, 5))
    #expect(editor.geometry?.wkt == "LINESTRING (80 0, 90 0, 85 5, 100 0, 110 0)")
    try editor.select(.midvertex(part: 0, segment: 3))
    try editor.place(at: c(105, 5))
    try editor.select(.part(0))
    try editor.place(at: c(120, 0))
    #expect(editor.geometry?.wkt == "LINESTRING (80 0, 90 0, 85 5, 100 0, 105 5, 110 0, 120 0)")
  }

  @Test("The pointer moves a point, and adds places to a multi point")
  func points() throws {
    try editor.start("POINT (1 1)")
    #expect(editor.selection == .vertex(part: 0, vertex: 0))
    #expect(try editor.place(at: c(20.2, 20.2)) == .vertex(part: 0, vertex: 0))
    #expect(editor.geometry?.wkt == "POINT (20 20)")
    try editor.cancel()
    try editor.start(drawing: .multiPoint)
    try editor.place(at: c(50, 50))
    #expect(try editor.place(at: c(51, 50)) == .vertex(part: 1, vertex: 0))
    #expect(editor.geometry?.wkt == "MULTIPOINT ((50 50), (51 50))")
  }

  @Test("A drag is one step, however often the pointer moved")
  func drag() throws {
    let line = try wkt("LINESTRING (100 0, 110 0)")
    try editor.start(with: line)
    try editor.grab(.vertex(part: 0, vertex: 1))
    #expect(editor.isDragging && !editor.canSave)
    for step in 0..<50 { try editor.pointerMoved(to: c(110 - Double(step), Double(step))) }
    try editor.pointerMoved(to: c(40.2, 0.1))
    #expect(editor.geometry?.wkt == "LINESTRING (100 0, 40 0)" && !editor.canUndo)
    #expect(try editor.place() == .vertex(part: 0, vertex: 1))
    #expect(!editor.isDragging && editor.canUndo && editor.canSave)
    try editor.undo()
    #expect(editor.geometry == line && !editor.canUndo)
  }

  @Test("A drag that is cancelled, or put down where it began, is no step")
  func cancelledDrag() throws {
    let line = try wkt("LINESTRING (100 0, 110 0)")
    try editor.start(with: line)
    try editor.grab(.midvertex(part: 0, segment: 0))
    #expect(editor.geometry?.wkt == "LINESTRING (100 0, 105 0, 110 0)")
    try editor.pointerMoved(to: c(103, 9))
    try editor.cancelDrag()
    #expect(editor.geometry == line && !editor.canUndo)
    #expect(editor.selection == .midvertex(part: 0, segment: 0))
    try editor.grab(.vertex(part: 0, vertex: 0))
    #expect(try editor.place() == .vertex(part: 0, vertex: 0))
    #expect(editor.geometry == line && !editor.canUndo && !editor.isDragging)
    try editor.grab(.midvertex(part: 0, segment: 0))
    try editor.place()
    #expect(editor.canUndo && editor.parts[0].count == 3)
  }

  @Test("Everything is dragged by one vertex, which snaps and is exactly there")
  func wholeDrag() throws {
    try editor.start("LINESTRING (100.1 0.3, 110.7 0.9, 120 5)")
    try editor.grab(.geometry, near: c(111, 1))
    let match = try #require(try editor.pointerMoved(to: c(13.1, 3.7)))
    #expect(match.place.kind == .segment)
    #expect(try editor.place() == .geometry)
    let moved = editor.parts[0]
    #expect(moved[1] == match.place.location)
    #expect(abs(moved[0].x - moved[1].x + 10.6) < 1e-12)
    #expect(abs(moved[2].y - moved[1].y - 4.1) < 1e-12)
    try editor.undo()
    #expect(!editor.canUndo && editor.parts[0][0] == c(100.1, 0.3))
    try editor.cancel()
    // A part is dragged alone.
    try editor.start("MULTILINESTRING ((100 0, 110 0), (100 50, 110 50))")
    try editor.grab(.part(1), near: c(110, 49))
    try editor.pointerMoved(to: c(210, 60))
    #expect(try editor.place() == .part(1))
    #expect(editor.geometry?.wkt == "MULTILINESTRING ((100 0, 110 0), (200 60, 210 60))")
  }

  @Test("The role follows the vertex: ends of lines, inner vertices, points")
  func roles() throws {
    // A service may end at the tap; an inner vertex of one may not be there.
    try editor.start(editing: try fixture.feature("pipe/1"))
    try editor.grab(.vertex(part: 0, vertex: 0))
    #expect(try hover(20.2, 10.1) == c(20, 10))
    try editor.cancelDrag()
    try editor.grab(.vertex(part: 0, vertex: 1))
    #expect(try hover(20.2, 10.1) == nil)
    let refused = try #require(try editor.explain(at: c(20.2, 10.1))).refused
    #expect(refused.contains { $0.reason == .innerVertex })
    try editor.cancelDrag()
    // A vertex inserted in the middle is an inner one, appended an end.
    try editor.select(.midvertex(part: 0, segment: 0))
    #expect(try hover(20.2, 10.1) == nil)
    try editor.select(.vertex(part: 0, vertex: 2))
    #expect(try hover(20.2, 10.1) != nil)
    try editor.cancel()
    // A meter snaps to the service's end only, and the outline of a station to no line.
    try editor.start(editing: try fixture.feature("sink/0"))
    #expect(try hover(20, 10.2) == c(20, 10))
    #expect(try hover(20.1, 14.9) == nil)
    let main = try fixture.feature("pipe/0")
    #expect(try editor.pointerMoved(to: c(5, 0.2))?.place.feature != main)
    try editor.cancel()
    try editor.start(editing: try fixture.feature("station/0"))
    try editor.select(.vertex(part: 0, vertex: 0))
    #expect(try hover(40, 0.1) == nil)
  }

  @Test("The sketch's own guides are offered, and the moving vertex is not")
  func guides() throws {
    editor.settings.snapsToGeometryGuides = true
    try editor.start(drawing: .lineString)
    try editor.draw(c(100, 0), c(110, 0))
    #expect(try editor.pointerMoved(to: c(110.4, 7))?.text == "perpendicular 110.0 7.0")
    #expect(try editor.pointerMoved(to: c(130, 0.4))?.place.kind == .extend)
    try editor.place()
    #expect(editor.parts[0][2] == c(130, 0))
    try editor.grab(.vertex(part: 0, vertex: 1))
    #expect(try hover(115, 30) == nil)
  }

  @Test("What the pointer was on before is passed on, so that it does not flicker")
  func hysteresis() throws {
    try editor.start(drawing: .point)
    // Two places of one rank: the ends of the valve and the regulator are 2 apart.
    editor.settings.tolerance = .mapUnits(2)
    let places = try [60.8, 61.05, 61.2, 60.95, 60.7].map { try hover($0, 0)?.x }
    #expect(places == [60, 60, 62, 62, 60])
  }

  @Test("Cycling goes through all candidates, and keeps the one chosen until it is left")
  func cycling() throws {
    try editor.start(drawing: .point)
    let place = c(20.1, 10.1)
    let all = try fixture.snapper.matches(at: place)
    // The tap, the main's bend, the service's end, and segments of both.
    #expect(all.count >= 4)
    try editor.pointerMoved(to: place)
    #expect(editor.match == all.first)
    for round in 1...all.count * 2 { #expect(try editor.cycleSnap() == all[round % all.count]) }
    try editor.cycleSnap()
    try editor.cycleSnap()
    let chosen = try #require(editor.match)
    let kept = try #require(try editor.pointerMoved(to: c(20.2, 10.2)))
    #expect(kept.isSamePlace(as: chosen) && !kept.isSamePlace(as: all[0]))
    #expect(try hover(80, 80) == nil && editor.match == nil)
    #expect(try editor.pointerMoved(to: place) == all.first)
    #expect(try hover(80, 80) == nil)
    #expect(try editor.cycleSnap() == nil)
  }

  @Test("The chosen candidate is what is placed, and cycling moves what is dragged")
  func placingChosen() throws {
    try editor.start("LINESTRING (100 0, 110 0)")
    try editor.grab(.vertex(part: 0, vertex: 0))
    try editor.pointerMoved(to: c(61, -2))
    editor.settings.tolerance = .mapUnits(1.5)
    try editor.pointerMoved(to: c(60.6, -0.5))
    #expect(editor.parts[0][0] == c(60, 0))
    while editor.match?.place.location != c(62, 0) { try editor.cycleSnap() }
    #expect(editor.parts[0][0] == c(62, 0))
    try editor.place()
    #expect(editor.parts[0][0] == c(62, 0))
  }

  @Test("Where a snap is required nothing else is placed, and a drag goes on")
  func requiresSnap() throws {
    editor.requiresSnap = true
    try editor.start(drawing: .lineString)
    refuses(.snapRequired) { try editor.place(at: c(80, 80)) }
    #expect(editor.parts == [[]] && !editor.canUndo)
    try editor.draw(c(10.1, 0), c(40.1, 0))
    try editor.grab(.vertex(part: 0, vertex: 1))
    try editor.pointerMoved(to: c(80, 80))
    refuses(.snapRequired) { try editor.place() }
    #expect(editor.isDragging)
    // It moves neither vertex nor pointer, which is still where it snapped.
    try editor.pointerMoved(to: c(20.1, 19.9))
    let (match, parts) = (editor.match, editor.parts)
    refuses(.snapRequired) { try editor.place(at: c(70, 70)) }
    #expect(editor.isDragging && editor.parts == parts && editor.match == match)
    try editor.place()
    #expect(editor.geometry?.wkt == "LINESTRING (10 0, 20 20)")
    try editor.grab(.midvertex(part: 0, segment: 0))
    refuses(.snapRequired) { try editor.place() }
  }

  @Test(
    "A ring is closed at its first vertex, with guides, without, and with snapping off",
    arguments: [true, false, nil] as [Bool?]
  )
  func closing(hasGuides: Bool?) throws {
    editor.settings.snapsToGeometryGuides = hasGuides == true
    editor.settings.isEnabled = hasGuides != nil
    editor.requiresSnap = hasGuides == false
    try editor.start(drawing: .polygon)
    editor.requiresSnap = false
    try editor.draw(c(100, 0), c(110, 0))
    // Two vertices make no ring yet.
    try editor.pointerMoved(to: c(100.2, 0.1))
    #expect(!editor.closesRing)
    try editor.append(c(113, 14), c(101, 12))
    try editor.pointerMoved(to: c(105, 5))
    #expect(!editor.closesRing)
    editor.requiresSnap = true
    try editor.pointerMoved(to: c(100.2, 0.1))
    #expect(editor.closesRing)
    #expect(try editor.place() == .closedRing(part: 0))
    #expect(editor.selection == nil && editor.match == nil)
    #expect(editor.geometry?.wkt == "POLYGON ((100 0, 110 0, 113 14, 101 12, 100 0))")
    refuses(.nothingSelected) { try editor.place(at: c(150, 150)) }
  }

  @Test("A ring whose first vertex is on a feature is closed there too")
  func closingOnFeature() throws {
    try editor.start(drawing: .polygon)
    try editor.draw(c(40, 0), c(50, 0), c(50, 10))
    #expect(try editor.pointerMoved(to: c(40.1, 0.1))?.place.location == c(40, 0))
    #expect(try editor.place() == .closedRing(part: 0))
    // Another feature near the first vertex is a separate place.
    try editor.clear()
    try editor.draw(c(39.7, -0.8), c(50, 0), c(50, 10))
    try editor.pointerMoved(to: c(39.9, -0.3))
    #expect(editor.match?.place.location == editor.parts[0][0] || !editor.closesRing)
  }

  @Test("A snapped vertex takes the height of the place; one placed freely keeps or interpolates")
  func heights() throws {
    let lines = try FeatureTable("high", ["LINESTRING Z (200 0 50, 210 0 70)"])
    let editor = try EditorFixture(tables: [lines]).editor
    try editor.start(drawing: .lineString, hasZ: true)
    try editor.draw(c(205, 0.5), c(205, 30))
    // A flat feature has no height to give.
    try editor.place(at: c(40.1, 0))
    #expect(editor.geometry?.wkt == "LINESTRING Z (205 0 60, 205 30 60, 40 0 60)")
    try editor.grab(.vertex(part: 0, vertex: 1))
    try editor.place(at: c(210.1, 0.1))
    try editor.beginDrag()
    try editor.place(at: c(205, 30))
    #expect(editor.geometry?.wkt == "LINESTRING Z (205 0 60, 205 30 70, 40 0 60)")
    try editor.cancel()
    try editor.start("POINT Z (5 5 5)")
    try editor.place(at: c(202.5, 0.1))
    #expect(try editor.stop()?.wkt == "POINT Z (202.5 0 55)")
  }

  @Test("What is under the pointer: vertices before midvertices before segments")
  func picking() throws {
    try editor.start("POLYGON ((100 0, 120 0, 120 20, 100 20, 100 0))")
    let places = [c(100.4, 0.4), c(110.4, 0.4), c(100.4, 10), c(105, 0.9), c(105, 5), c(.nan, 5)]
    #expect(
      try places.map { try editor.selection(at: $0) } == [
        .vertex(part: 0, vertex: 0), .midvertex(part: 0, segment: 0),
        .midvertex(part: 0, segment: 3), .part(0), nil, nil,
      ]
    )
  }

  @Test("A tolerance in pixels needs a view, which may change at any time")
  func view() throws {
    editor.settings.tolerance = .pixels(10)
    try editor.start(drawing: .point)
    refuses(.missingView) { try editor.pointerMoved(to: c(10, 1)) }
    refuses(.missingView) { try editor.place() }
    refuses(.missingView) { _ = try editor.selection(at: c(10, 1)) }
    #expect(!editor.closesRing)
    editor.view = SnapView(unitsPerPixel: 0.01)
    #expect(try hover(10, 1) == nil)
    editor.view = SnapView(unitsPerPixel: 1)
    #expect(try hover(10, 1) != nil)
    editor.settings.sourceSettings[0].kindTolerances[.point] = .pixels(4)
    editor.settings.tolerance = .mapUnits(1)
    editor.view = nil
    refuses(.missingView) { try editor.pointerMoved(to: c(10, 1)) }
  }

  @Test("While snapping rests nothing is placed where the pointer snapped before")
  func suspendedHover() throws {
    try editor.start(drawing: .lineString)
    #expect(try hover(0.3, 0.2) == c(0, 0))
    editor.settings.isSuspended = true
    #expect(editor.match == nil)
    try editor.place()
    #expect(editor.parts == [[c(0.3, 0.2)]])
    // And the other way round: the pointer need not move for snapping to begin.
    try editor.pointerMoved(to: c(10.3, 0.2))
    editor.settings.isSuspended = false
    #expect(editor.match?.place.location == c(10, 0))
    try editor.place()
    #expect(editor.parts == [[c(0.3, 0.2), c(10, 0)]])
    editor.settings.isSuspended = true
    #expect(try hover(20.1, 10.1) == nil)
    try editor.place(at: c(20.1, 10.1))
    #expect(editor.parts[0][2] == c(20.1, 10.1))
  }

  @Test("What is dragged follows when the map, the view or the settings change what it snaps to")
  func changedUnderDrag() throws {
    try editor.start("LINESTRING (100 0, 110 0)")
    try editor.grab(.vertex(part: 0, vertex: 1))
    try editor.pointerMoved(to: c(10.3, 0.2))
    #expect(editor.parts[0][1] == c(10, 0))
    let map = editor.scene.map
    var empty = map
    empty.layers = []
    try editor.show(empty)
    #expect(editor.match == nil && editor.parts[0][1] == c(10.3, 0.2))
    try editor.show(map)
    #expect(editor.parts[0][1] == c(10, 0))
    // Without a view there are no pixels, and nothing can be snapped to.
    editor.settings.tolerance = .pixels(10)
    #expect(editor.match == nil && editor.parts[0][1] == c(10.3, 0.2))
    editor.view = SnapView(unitsPerPixel: 0.1)
    #expect(editor.parts[0][1] == c(10, 0))
    editor.view = SnapView(unitsPerPixel: 0.001)
    #expect(editor.parts[0][1] == c(10.3, 0.2))
    try editor.place()
    #expect(editor.geometry?.wkt == "LINESTRING (100 0, 10.3 0.2)")
  }

  @Test("What is dragged as a whole stays where one of its vertices would go beyond all bounds")
  func dragOutOfRange() throws {
    try editor.start("LINESTRING (0 0, 9e149 0)")
    try editor.grab(.geometry, near: c(0, 0))
    refuses(.ordinateOutOfRange) { try editor.pointerMoved(to: c(9e149, 0)) }
    #expect(editor.parts == [[c(0, 0), c(9e149, 0)]] && editor.isDragging)
    try editor.place()
    #expect(!editor.canUndo)
  }
}
