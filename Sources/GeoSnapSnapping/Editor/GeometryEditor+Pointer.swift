// The pointer moves: the object of a drag; otherwise a point's only vertex; the first vertex of a geometry to draw;
// for a selected vertex, a new one after it, or before the first of a line; for a selected midvertex, a new one on
// its segment; for a selected part, a new one at its end. Without a selection, or with everything selected, it moves
// nothing.
//
// A vertex is placed at exactly the coordinate of its snap, with the height there, if any.

extension GeometryEditor {
  /// Moves the pointer, snaps the vertex that follows it and moves the object of a drag.
  ///
  /// - Returns: The snap; nil when there is none, or nothing follows the pointer.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `missingView`, `nonFiniteOrdinate` or
  ///   `ordinateOutOfRange`.
  /// - Complexity: A snap, and linear in the geometry's vertices during a drag and with guides.
  @discardableResult
  public func pointerMoved(to place: Coordinate) throws(GeometryEditorError) -> SnapMatch? {
    _ = try current()
    let snapper = try currentSnapper()
    return try change { ongoing throws(GeometryEditorError) in
      try ongoing.movePointer(to: place, snapper)
      return ongoing.match
    }
  }

  /// Changes to the next place to snap to, to the first after the last.
  ///
  /// The choice lasts until the pointer leaves the tolerance or another operation starts.
  ///
  /// - Returns: The place; nil when there is none.
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `missingView`, or `noPointer` before a move.
  @discardableResult
  public func cycleSnap() throws(GeometryEditorError) -> SnapMatch? {
    _ = try current()
    let snapper = try currentSnapper()
    return try change { ongoing throws(GeometryEditorError) in
      try ongoing.cycleSnap(snapper)
      return ongoing.match
    }
  }

  /// Explains a snap at a place, with the refused places and their reasons; nil when nothing follows the pointer.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `missingView` or `nonFiniteOrdinate`.
  public func explain(at place: Coordinate) throws(GeometryEditorError) -> SnapExplanation? {
    let ongoing = try current()
    try checkFinite([place], [])
    guard let target = ongoing.pointerTarget else { return nil }
    let snapper = try currentSnapper()
    let query = snapper.query(place, nil, ongoing.role(of: target), nil)
    return snapper.explanation(for: query, ongoing.sketch(of: target, at: place, settings))
  }

  /// Starts a drag of the selection: a vertex, a new one in the middle of a segment, a part or everything.
  ///
  /// It follows the pointer until it is placed, held at the vertex nearest to `place`, or the first one for nil.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `dragging` or `nothingSelected`.
  public func beginDrag(near place: Coordinate? = nil) throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in try ongoing.beginDrag(near: place) }
  }

  /// Ends a drag and restores the state before it.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted` or `notDragging`.
  public func cancelDrag() throws(GeometryEditorError) {
    try change { ongoing throws(GeometryEditorError) in try ongoing.cancelDrag() }
  }

  /// Places the object that follows the pointer, as one step of undo for a whole drag; with a place, moves the pointer
  /// there first.
  ///
  /// At the first vertex of a ring being drawn, it closes the ring instead, also without snapping.
  ///
  /// - Throws: ``GeometryEditorError`` with code `notStarted`, `nothingSelected` when nothing follows the pointer,
  ///   `noPointer` when it has not moved since, `missingView`, or `snapRequired` when ``requiresSnap`` is on without
  ///   a snap; a drag then continues. With a place also those of ``pointerMoved(to:)``; the pointer then stays
  ///   unchanged.
  @discardableResult
  public func place(at place: Coordinate? = nil) throws(GeometryEditorError) -> EditPlacement {
    _ = try current()
    if let place {
      // Tried on a copy, so that a missing required snap moves nothing.
      var trial = try current()
      try trial.movePointer(to: place, currentSnapper())
      _ = try trial.place(requiresSnap: requiresSnap, closingTolerance: closingTolerance())
      try pointerMoved(to: place)
    }
    let tolerance = try closingTolerance()
    return try change { [requiresSnap] ongoing throws(GeometryEditorError) in
      try ongoing.place(requiresSnap: requiresSnap, closingTolerance: tolerance)
    }
  }

  /// Whether placing now would close the ring being drawn.
  public var closesRing: Bool {
    guard let ongoing, let tolerance = try? closingTolerance() else { return false }
    return ongoing.ringToClose(within: tolerance) != nil
  }

  /// The part of the geometry to select at a place: the nearest vertex within the tolerance, or else the nearest
  /// middle of a segment, or else the part with the nearest segment; nil when there is none.
  ///
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
  var usesPixels: Bool { tolerance.isInPixels || hasOwnTolerancesInPixels }

  /// Whether the tolerance of a kind or a source is in pixels.
  var hasOwnTolerancesInPixels: Bool {
    let sources = sourceSettings + sourceSettings.flatMap(\.childSourceSettings)
    return kindTolerances.values.contains(where: \.isInPixels)
      || sources.contains { source in
        source.tolerance?.isInPixels == true
          || source.kindTolerances.values.contains(where: \.isInPixels)
      }
  }
}
