extension EditableTree {
  /// The window around all entries that may lie within a distance of a point.
  @inline(__always)
  func window(within distance: Double, of point: Coordinate) -> Envelope {
    extent.window(within: distance, of: point)
  }

  /// Whether an entry inserted since the tree was packed may meet a window.
  ///
  /// It is called before the packed tree is searched, so that the memory of the overlay loads meanwhile.
  @inline(__always)
  func mayHaveInserted(meeting window: Envelope) -> Bool {
    overlay.count > 0 && overlay.mayMeet(window)
  }

  /// Calls `body` with each entry whose box may meet a window: packed ones in tree order, then inserted ones.
  @inline(__always)
  func forEachEntry(meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    let mayHaveInserted = mayHaveInserted(meeting: window)
    base.forEachEntry(meeting: window, body)
    if mayHaveInserted { overlay.forEachEntry(meeting: window, body) }
  }

  /// Calls `visit` with entries whose segments may lie within a distance of a point, roughly the nearest first;
  /// `visit` returns the distance to search further, which may only shrink.
  @inline(__always)
  package func forEachSegment(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    // If the window is small, the memory of the overlay loads while the packed tree is searched.
    let isSmall = base.isSmall(distance)
    var hasInserted = overlay.count > 0
    if hasInserted, isSmall {
      hasInserted = overlay.mayMeet(window(within: distance, of: point))
    }
    var interest = distance
    base.forEachSegment(near: point, within: distance) { entry in
      interest = min(interest, visit(entry))
      return interest
    }
    if hasInserted, isSmall || overlay.mayMeet(window(within: interest, of: point)) {
      overlay.forEachEntry(near: point, within: interest, visit)
    }
  }

  /// Calls `body` with each entry whose box may be within a distance of one of many points, point by point in order.
  ///
  /// Points with NaN or beyond the range of an index find nothing.
  @inline(__always)
  func forEachEntry(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    using batch: BatchMemory,
    _ body: (_ place: Int, TreeEntry) -> Void
  ) {
    guard overlay.count > 0 else {
      return base.forEachEntry(within: distance, ofEach: places, using: batch, body)
    }
    var next = 0
    func visitInserted(before end: Int) {
      while next < end {
        let place = places[next]
        if Tolerance(distance, at: place) != nil {
          let window = window(within: distance, of: place)
          if overlay.mayMeet(window) { overlay.forEachEntry(meeting: window) { body(next, $0) } }
        }
        next += 1
      }
    }
    base.forEachEntry(within: distance, ofEach: places, using: batch) { place, entry in
      visitInserted(before: place)
      body(place, entry)
    }
    visitInserted(before: places.count)
  }
}
