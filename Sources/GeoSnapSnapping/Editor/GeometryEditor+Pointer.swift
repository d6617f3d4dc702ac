// What follows the pointer: while dragging, what is dragged. Otherwise a point's only vertex; the first
// vertex of what is still to be drawn; with a vertex selected, a new one after it, or before the first
// of a line; with a midvertex selected, a new one on its segment; with a part selected, a new one at
// its end. With nothing or everything selected, nothing follows.
//
// A vertex is placed at exactly the coordinate it snaps to and takes the height there, if there is
// one.

extension GeometryEditor {
  /// Snaps what follows the pointer, and takes along what is dragged.
  ///
  /// - Parameter place: Where the pointer is.
  /// - Returns: What it snaps to; nil when it does not, or nothing follows the pointer.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `missingView`, `nonFiniteOrdinate` or
  ///   `ordinateOutOfRange`.
  /// - Complexity: As ``Snapper/snap(at:tolerance:role:editing:sketch:previous:)``; linear in the
  ///   geometry's vertices while it is dragged or offers guides.
  @discardableResult
  public func pointerMoved(to place: Coordinate) throws(GeometryEditorError) -> SnapMatch? {
    _ = try current()
    let snapper = try currentSnapper()
    return try change { session throws(GeometryEditorError) in
      try session.movePointer(to: place, snapper)
      return session.match
    }
  }

  /// Goes on to the next of the places that the pointer could snap to, the first after the last.
  ///
  /// It stays chosen until the pointer is farther from it than its tolerance, or something else is
  /// done.
  ///
  /// - Returns: The place; nil when there is none.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `missingView`, or `noPointer` before the
  ///   pointer has moved.
  @discardableResult
  public func cycleSnap() throws(GeometryEditorError) -> SnapMatch? {
    _ = try current()
    let snapper = try currentSnapper()
    return try change { session throws(GeometryEditorError) in
      try session.cycleSnap(snapper)
      return session.match
    }
  }

  /// Explains what following the pointer to a place would snap to, and what is refused there and why.
  ///
  /// - Returns: nil when nothing follows the pointer.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `missingView` or `nonFiniteOrdinate`.
  public func explain(at place: Coordinate) throws(GeometryEditorError) -> SnapExplanation? {
    let session = try current()
    try checkFinite([place], [])
    guard let target = session.pointerTarget else { return nil }
    let snapper = try currentSnapper()
    let query = snapper.query(place, nil, session.role(of: target), nil)
    return snapper.explanation(for: query, session.sketch(of: target, at: place, settings))
  }

  /// Picks up what is selected, so that it follows the pointer until it is placed: a vertex, a new one
  /// in the middle of a segment, a part or everything.
  ///
  /// A part and everything are held by one vertex, which snaps.
  ///
  /// - Parameter place: Where they are picked up: the nearest vertex holds them; nil for the first.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `nothingSelected`.
  public func beginDrag(near place: Coordinate? = nil) throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in try session.beginDrag(near: place) }
  }

  /// Lets go of what is dragged where it was picked up.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted` or `notDragging`.
  public func cancelDrag() throws(GeometryEditorError) {
    try change { session throws(GeometryEditorError) in try session.cancelDrag() }
  }

  /// Puts down what follows the pointer: one step to undo, however far it was dragged.
  ///
  /// At its first vertex a ring that is being drawn is closed instead, with snapping on or off.
  ///
  /// - Returns: What was done.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `nothingSelected` when nothing follows
  ///   the pointer, `noPointer` when it has not moved since, `missingView`, or `snapRequired` when
  ///   ``requiresSnap`` is on and it does not snap: what is dragged is still dragged then.
  @discardableResult
  public func place() throws(GeometryEditorError) -> EditPlacement {
    _ = try current()
    let tolerance = try closingTolerance()
    return try change { [requiresSnap] session throws(GeometryEditorError) in
      try session.place(requiresSnap: requiresSnap, closingTolerance: tolerance)
    }
  }

  /// Moves the pointer and places what follows it.
  ///
  /// - Throws: As ``pointerMoved(to:)`` and ``place()``; the pointer stays where it was then.
  @discardableResult
  public func place(at place: Coordinate) throws(GeometryEditorError) -> EditPlacement {
    // Tried on a copy, so that a pointer that snaps to nothing where it must takes nothing along.
    var trial = try current()
    let snapper = try currentSnapper()
    try trial.movePointer(to: place, snapper)
    _ = try trial.place(requiresSnap: requiresSnap, closingTolerance: closingTolerance())
    try pointerMoved(to: place)
    return try self.place()
  }

  /// Whether placing now would close the ring that is being drawn.
  public var closesRing: Bool {
    guard let session, let tolerance = try? closingTolerance() else { return false }
    return session.ringToClose(within: tolerance) != nil
  }

  /// What of the geometry is under a place, to be selected: the nearest vertex within the tolerance,
  /// else the nearest middle of a segment, else the part of the nearest segment.
  ///
  /// - Returns: nil when there is nothing.
  /// - Throws: ``GeometryEditorError`` with code `notStarted` or `missingView`.
  /// - Complexity: Linear in the vertices.
  public func selection(at place: Coordinate) throws(GeometryEditorError) -> EditSelection? {
    try current().selection(at: place, within: closingTolerance())
  }

  private func closingTolerance() throws(GeometryEditorError) -> Double {
    _ = try currentSnapper()
    return settings.tolerance.mapUnits(in: view)
  }
}

extension SnapSettings {
  /// Whether any tolerance is in pixels, so that a view is needed.
  var usesPixels: Bool { tolerance.isInPixels || hasOwnTolerancesInPixels }

  /// Whether that of a kind or a source is.
  var hasOwnTolerancesInPixels: Bool {
    let sources = sourceSettings + sourceSettings.flatMap(\.childSourceSettings)
    return kindTolerances.values.contains(where: \.isInPixels)
      || sources.contains { source in
        source.tolerance?.isInPixels == true
          || source.kindTolerances.values.contains(where: \.isInPixels)
      }
  }
}
