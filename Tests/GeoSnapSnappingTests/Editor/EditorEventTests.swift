import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Events of the geometry editor")
struct EditorEventTests {
  private func events(_ work: (EditorFixture) throws -> Void) async throws -> [GeometryEditorEvent]
  {
    let stream = try {
      let fixture = try EditorFixture()
      let stream = fixture.editor.events()
      try work(fixture)
      return stream
    }()
    var events: [GeometryEditorEvent] = []
    for await event in stream { events.append(event) }
    return events
  }

  @Test("A walk along the main tells of each new place once, and of none twice")
  func snapChanges() async throws {
    let told = try await events { fixture in
      try fixture.editor.start(drawing: .point)
      // Along the first segment from its middle to its end, round the corner and away.
      for step in 0...40 { try fixture.editor.pointerMoved(to: c(7 + Double(step) / 16, 0.2)) }
      for step in 0...20 { try fixture.editor.pointerMoved(to: c(9 + Double(step) / 10, 0.2)) }
      try fixture.editor.pointerMoved(to: c(70, 70))
      try fixture.editor.pointerMoved(to: c(71, 70))
    }
    let places = told.compactMap { event -> String? in
      guard case .snapChanged(let match) = event else { return nil }
      guard let place = match?.place else { return "nothing" }
      return "\(place.kind.name) \(place.vertex)"
    }
    #expect(places.first == "segment 0" && places.last == "nothing")
    #expect(places.contains("vertex 1"))
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 != $1 })
    #expect(places.count <= 6, "\(places)")
    // Nothing else happened.
    #expect(told.count == places.count + 1)
  }

  @Test("A snap that ends because snapping rests is told")
  func suspendedSnap() async throws {
    let told = try await events { fixture in
      try fixture.editor.start(drawing: .point)
      try fixture.editor.pointerMoved(to: c(0.3, 0.2))
      fixture.editor.settings.isSuspended = true
      fixture.editor.settings.isSuspended = false
    }
    let places = told.compactMap { event -> Coordinate?? in
      if case .snapChanged(let match) = event { .some(match?.place.location) } else { nil }
    }
    #expect(places == [c(0, 0), nil, c(0, 0)])
  }

  @Test("The details of a snap come with the event")
  func snapDetails() async throws {
    let told = try await events { fixture in
      try fixture.editor.start(creating: GasFixture.tap)
      try fixture.editor.pointerMoved(to: c(7, 0.5))
    }
    guard case .snapChanged(let match?) = told.last else {
      Issue.record("\(told)")
      return
    }
    #expect(match.place.source == "PipelineLine" && match.place.location == c(7, 0))
    #expect(match.permission == .rule(1) && match.insertsVertex && match.place.feature != nil)
  }

  @Test("Each step tells what it changed and nothing else")
  func steps() async throws {
    let line = try wkt("LINESTRING (100 0, 110 0)")
    let longer = try wkt("LINESTRING (100 0, 110 0, 120 0)")
    let told = try await events { fixture in
      let editor = fixture.editor
      try editor.start(with: line)
      try editor.appendVertex(at: c(120, 0))
      try editor.moveVertex(vertex: 2, to: c(120, 0))
      try editor.select(.vertex(part: 0, vertex: 2))
      try editor.select(nil)
      try editor.select(nil)
      try editor.undo()
      try editor.redo()
      _ = try editor.stop()
    }
    #expect(
      told == [
        .started(.sketch, line), .geometryChanged(longer),
        .selectionChanged(.vertex(part: 0, vertex: 2)),
        .undoStateChanged(canUndo: true, canRedo: false), .selectionChanged(nil),
        .geometryChanged(line), .undoStateChanged(canUndo: false, canRedo: true),
        .geometryChanged(longer), .undoStateChanged(canUndo: true, canRedo: false),
        .undoStateChanged(canUndo: false, canRedo: false), .stopped(longer),
      ]
    )
  }

  @Test("A drag tells of each position, and of one step at its end")
  func drag() async throws {
    let told = try await events { fixture in
      let editor = fixture.editor
      try editor.start("LINESTRING (100 0, 110 0)")
      try editor.grab(.vertex(part: 0, vertex: 1))
      for step in 1...9 { try editor.pointerMoved(to: c(110 + Double(step), 0)) }
      // Not a new position.
      try editor.pointerMoved(to: c(119, 0))
      try editor.place()
    }
    let changes = told.filter { if case .geometryChanged = $0 { true } else { false } }
    #expect(changes.count == 9 && told.count == 9 + 3)
    #expect(told.last == .undoStateChanged(canUndo: true, canRedo: false))
  }

  @Test("A refused step tells nothing")
  func refused() async throws {
    let told = try await events { fixture in
      try fixture.editor.start("LINESTRING (100 0, 110 0)")
      refuses(.tooFewVertices) { try fixture.editor.deleteVertex(vertex: 0) }
      refuses(.noSuchPart) { try fixture.editor.select(.part(3)) }
      refuses(.nothingToSave) { _ = try fixture.editor.save() }
    }
    #expect(told.count == 1)
  }

  @Test("Cancelling and saving are told last")
  func endings() async throws {
    let told = try await events { fixture in
      let editor = fixture.editor
      try editor.start(editing: try fixture.feature("junction/2"))
      try editor.place(at: c(10, 0))
      try editor.cancel()
      try editor.start(editing: try fixture.feature("junction/2"))
      try editor.place(at: c(10, 0))
      _ = try editor.save()
    }
    let cancelled = try #require(told.firstIndex(of: .cancelled))
    guard case .started = told[cancelled + 1], case .saved(let edit) = told.last else {
      Issue.record("\(told)")
      return
    }
    #expect(edit.geometry.wkt == "POINT (10 0)")
  }

  private actor Desk {
    let editor: GeometryEditor

    init() throws { editor = try EditorFixture().editor }

    func events() -> AsyncStream<GeometryEditorEvent> { editor.events() }

    func draw(_ places: [Coordinate]) throws -> Geometry? {
      try editor.start(drawing: .lineString)
      for place in places { try editor.place(at: place) }
      return try editor.stop()
    }
  }

  @Test("An actor may own an editor while tasks elsewhere listen")
  func isolation() async throws {
    let desk = try Desk()
    var listeners: [Task<Geometry?, Never>] = []
    for _ in 0..<4 {
      let events = await desk.events()
      listeners.append(
        Task {
          for await event in events { if case .stopped(let geometry) = event { return geometry } }
          return nil
        }
      )
    }
    let drawn = try await desk.draw([c(70, 70), c(80, 80)])
    #expect(drawn?.wkt == "LINESTRING (70 70, 80 80)")
    for listener in listeners { #expect(await listener.value == drawn) }
  }

  @Test("A listener hears everything from when it began to listen; one that left disturbs no one")
  func listeners() async throws {
    let streams = try {
      let editor = try EditorFixture().editor
      let early = editor.events()
      let newest = editor.events(bufferingPolicy: .bufferingNewest(1))
      _ = editor.events()
      try editor.start(drawing: .point)
      let late = editor.events()
      try editor.place(at: c(100, 100))
      try editor.cancel()
      return [early, newest, late]
    }()
    var counts: [Int] = []
    for stream in streams {
      var count = 0
      for await event in stream {
        count += 1
        if counts.count == 1 { #expect(event == .cancelled) }
      }
      counts.append(count)
    }
    #expect(counts[0] == counts[2] + 1 && counts[1] == 1 && counts[2] > 3)
  }
}
