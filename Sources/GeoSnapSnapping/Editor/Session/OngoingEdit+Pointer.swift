enum PointerTarget: Equatable, Sendable {
  /// An existing vertex.
  case vertex(part: Int, vertex: Int)
  /// A new vertex, before the one with that index.
  case insertion(part: Int, index: Int)
  /// The whole geometry or a part of it, held by one of its vertices.
  case whole(part: Int?, heldPart: Int, heldVertex: Int)
}

struct EditorDrag: Sendable {
  let before: EditorState
  let start: EditorShape
  let target: PointerTarget
}

extension OngoingEdit {
  var pointerTarget: PointerTarget? {
    if let drag { return drag.target }
    let shape = state.shape
    if shape.isEmpty { return .insertion(part: 0, index: 0) }
    switch state.selection {
    case nil, .geometry: return nil
    case .vertex(let part, let vertex):
      if shape.type == .point { return .vertex(part: part, vertex: vertex) }
      if shape.type == .multiPoint { return .insertion(part: shape.parts.count, index: 0) }
      let continuesAtStart = vertex == 0 && shape.parts[part].count > 1 && !shape.type.isAreas
      return .insertion(part: part, index: continuesAtStart ? 0 : vertex + 1)
    case .midvertex(let part, let segment):
      return .insertion(part: part, index: segment + 1)
    case .part(let part):
      if shape.type == .point { return .vertex(part: part, vertex: 0) }
      if shape.type == .multiPoint { return .insertion(part: shape.parts.count, index: 0) }
      return .insertion(part: part, index: shape.parts[part].count)
    }
  }

  // MARK: Moving

  /// Snaps at the pointer, to nothing without a snapper, and moves the object of a drag.
  mutating func movePointer(to place: Coordinate, _ snapper: Snapper?) throws(GeometryEditorError) {
    try checkFinite([place], [])
    guard let target = pointerTarget else {
      pointer = place
      match = nil
      return
    }
    var found: SnapMatch?
    var next: SnapMatch?
    if let snapper {
      let query = snapper.query(place, nil, role(of: target), nil)
      let sketch = sketch(of: target, at: place, snapper.settings)
      if isChosen, let chosen = match {
        found = snapper.matches(for: query, sketch).first { $0.isSamePlace(as: chosen) }
      }
      next = found ?? snapper.match(for: query, sketch, match)
    }
    try dragAlong(to: destination(next, place))
    pointer = place
    match = next
    isChosen = found != nil
  }

  mutating func cycleSnap(_ snapper: Snapper) throws(GeometryEditorError) {
    guard let pointer else { throw GeometryEditorError.noPointer }
    guard let target = pointerTarget else { return }
    let matches = snapper.matches(
      for: snapper.query(pointer, nil, role(of: target), nil),
      sketch(of: target, at: pointer, snapper.settings)
    )
    guard !matches.isEmpty else { return }
    let position = match.flatMap { current in matches.firstIndex { $0.isSamePlace(as: current) } }
    let next = matches[((position ?? -1) + 1) % matches.count]
    try dragAlong(to: destination(next, pointer))
    match = next
    isChosen = true
  }

  private typealias Destination = (place: Coordinate, z: Double?)

  private func destination(_ match: SnapMatch?, _ pointer: Coordinate) -> Destination {
    (match?.place.location ?? pointer, match?.place.z)
  }

  private mutating func dragAlong(
    to destination: Destination,
    snap: Int32 = -1
  ) throws(GeometryEditorError) {
    guard let drag else { return }
    var shape = drag.start
    switch drag.target {
    case .vertex(let part, let vertex):
      try shape.move(part, vertex, to: destination.place, z: destination.z, snap: snap)
    case .whole(let part, let heldPart, let heldVertex):
      let held = shape.parts[heldPart][heldVertex].place
      try shape.translate(
        part: part,
        dx: destination.place.x - held.x,
        dy: destination.place.y - held.y
      )
      // Sums may be rounded, but the held vertex must be exactly there.
      try shape.move(heldPart, heldVertex, to: destination.place, z: destination.z, snap: snap)
    case .insertion: break
    }
    state.shape = shape
  }

  // MARK: Dragging and placing

  mutating func beginDrag(near place: Coordinate?) throws(GeometryEditorError) {
    try checkNotDragging()
    if let place { try checkFinite([place], []) }
    let before = state
    let target: PointerTarget
    switch state.selection {
    case .vertex(let part, let vertex): target = .vertex(part: part, vertex: vertex)
    case .midvertex(let part, let segment):
      let middle = state.shape.middle(part, segment)
      let vertex = state.shape.newVertex(at: middle, z: nil, part: part, index: segment + 1)
      try state.shape.insert(vertex, part: part, at: segment + 1)
      state.selection = .vertex(part: part, vertex: segment + 1)
      target = .vertex(part: part, vertex: segment + 1)
    case .part(let part): target = try whole(part, near: place)
    case .geometry: target = try whole(nil, near: place)
    case nil: throw GeometryEditorError.nothingSelected
    }
    drag = EditorDrag(before: before, start: state.shape, target: target)
    leavePointer()
  }

  private func whole(
    _ part: Int?,
    near place: Coordinate?
  ) throws(GeometryEditorError) -> PointerTarget {
    var held: (part: Int, vertex: Int)?
    var least = Double.infinity
    for number in state.shape.parts.indices where part == nil || part == number {
      for (index, vertex) in state.shape.parts[number].enumerated() {
        let distance = place.map { $0.squaredDistance(to: vertex.place) } ?? 0
        if held == nil || distance < least { (held, least) = ((number, index), distance) }
      }
    }
    guard let held else { throw GeometryEditorError.nothingSelected }
    return .whole(part: part, heldPart: held.part, heldVertex: held.vertex)
  }

  mutating func cancelDrag() throws(GeometryEditorError) {
    guard let drag else { throw GeometryEditorError(.notDragging, "Nothing is being dragged.") }
    state = drag.before
    self.drag = nil
    leavePointer()
  }

  mutating func place(
    requiresSnap: Bool,
    closingTolerance: Double
  ) throws(GeometryEditorError) -> EditPlacement {
    guard let target = pointerTarget else { throw GeometryEditorError.nothingSelected }
    guard let pointer else {
      guard let drag else { throw GeometryEditorError.noPointer }
      // Picked up and placed without a move; a vertex that a drag inserted stays in the middle.
      guard !requiresSnap || state.shape.hasSameVertices(as: drag.before.shape) else {
        throw GeometryEditorError.snapRequired
      }
      self.drag = nil
      finishStep(from: drag.before, to: state)
      return placement(of: target)
    }
    if let part = ringToClose(within: closingTolerance) {
      state.selection = nil
      leavePointer()
      return .closedRing(part: part)
    }
    guard match != nil || !requiresSnap else { throw GeometryEditorError.snapRequired }
    let destination = destination(match, pointer)
    var snap: Int32 = -1
    if let match {
      snap = Int32(snaps.count)
      snaps.append(match)
    }
    if let drag {
      try dragAlong(to: destination, snap: snap)
      self.drag = nil
      finishStep(from: drag.before, to: state)
      return placement(of: target)
    }
    switch target {
    case .vertex(let part, let vertex):
      try moveVertex(
        part: part,
        vertex: vertex,
        to: destination.place,
        z: destination.z,
        snap: snap
      )
    case .insertion(let part, let index):
      try insertVertex(
        at: destination.place,
        z: destination.z,
        part: part,
        before: index,
        snap: snap
      )
    case .whole: break
    }
    return placement(of: target)
  }

  private func placement(of target: PointerTarget) -> EditPlacement {
    switch target {
    case .vertex(let part, let vertex): .vertex(part: part, vertex: vertex)
    case .insertion(let part, let index): .vertex(part: part, vertex: index)
    case .whole(let part?, _, _): .part(part)
    case .whole(nil, _, _): .geometry
    }
  }

  /// The ring being drawn that placing would close: its first vertex is the snap or, without one, near enough.
  func ringToClose(within tolerance: Double) -> Int? {
    guard let pointer, drag == nil, state.shape.type.isAreas,
      case .insertion(let part, let index) = pointerTarget,
      index == state.shape.parts[part].count, index >= state.shape.type.fewestVertices
    else { return nil }
    let first = state.shape.parts[part][0].place
    let isThere = match.map { $0.place.location == first }
    return isThere ?? (pointer.distance(to: first) <= tolerance) ? part : nil
  }

  /// The part of the feature that follows the pointer, for rules.
  func role(of target: PointerTarget) -> SnapRole {
    let shape = state.shape
    if isJunction { return .point }
    // A table of lines may declare points, but its rules have no such role.
    if shape.type.isPoints { return rules == nil ? .point : .lineEnd }
    switch target {
    case .vertex(let part, let vertex), .whole(_, let part, let vertex):
      return shape.isLineEnd(part, vertex) ? .lineEnd : .innerVertex
    case .insertion(let part, let index):
      let count = shape.parts[part].count
      return shape.type.dimension == 1 && (index == 0 || index == count) ? .lineEnd : .innerVertex
    }
  }

  /// The geometry for its guides, in time linear in its vertices; nil while it moves as a whole.
  func sketch(
    of target: PointerTarget,
    at place: Coordinate,
    _ settings: SnapSettings
  ) -> SnapSketch? {
    let shape = state.shape
    guard !shape.type.isPoints, settings.snapsToGeometryGuides,
      !settings.kinds.isDisjoint(with: .guides)
    else { return nil }
    var parts = shape.parts.map { $0.map(\.place) }
    switch target {
    case .whole: return nil
    case .vertex(let part, let vertex):
      return SnapSketch(parts: parts, isRing: shape.type.isAreas, part: part, vertex: vertex)
    case .insertion(let part, let index):
      if index < parts[part].count { parts[part].insert(place, at: index) }
      return SnapSketch(parts: parts, isRing: shape.type.isAreas, part: part, vertex: index)
    }
  }

  /// The part of the geometry at a place: the nearest vertex within a tolerance, or else the nearest middle of a
  /// segment, or else the part with the nearest segment, or else nil.
  ///
  /// Of vertices at one place, the selected one comes first, then the last.
  func selection(at place: Coordinate, within tolerance: Double) -> EditSelection? {
    var best: (rank: Int, distance: Double, selection: EditSelection)?
    func consider(_ rank: Int, _ distance: Double, _ selection: EditSelection) {
      guard distance <= tolerance else { return }
      if let best {
        guard (rank, distance) <= (best.rank, best.distance) else { return }
        let isTie = rank == best.rank && distance == best.distance
        if isTie, best.selection == state.selection { return }
      }
      best = (rank, distance, selection)
    }
    let shape = state.shape
    for (part, vertices) in shape.parts.enumerated() {
      for (number, vertex) in vertices.enumerated() {
        consider(0, vertex.place.distance(to: place), .vertex(part: part, vertex: number))
      }
      for segment in 0..<shape.segmentCount(part) {
        let end = vertices[(segment + 1) % vertices.count].place
        let line = Segment(vertices[segment].place, end)
        consider(1, line.middle.distance(to: place), .midvertex(part: part, segment: segment))
        consider(2, line.squaredDistance(to: place).squareRoot(), .part(part))
      }
    }
    return best?.selection
  }
}

extension GeometryEditorError {
  static let nothingSelected = GeometryEditorError(
    .nothingSelected,
    "Nothing follows the pointer: select a vertex, a midvertex, a part or the whole geometry."
  )
  static let snapRequired = GeometryEditorError(
    .snapRequired,
    "There is nothing to snap to: move the pointer to a place that snaps."
  )
  static let noPointer = GeometryEditorError(
    .noPointer,
    "The pointer has not moved since the last operation: move it to a place first."
  )
}
