extension PackedTree {
  /// Calls `visit` with the slots whose boxes may lie within a distance of a place, roughly the
  /// near ones first; `visit` returns the distance that is still of interest.
  ///
  /// A distance that is small beside the tree has few entries within it: then a plain walk through
  /// the window is quicker than one that ranks boxes by distance.
  @inlinable
  @inline(__always)
  func forEachSlot(
    near point: Coordinate,
    within distance: Double,
    _ visit: (_ slot: Int) -> Double
  ) {
    if distance < reach * 0x1p-8 {
      var cursor = WindowCursor(Window(within: distance, of: point, in: self), in: self)
      while let slot = cursor.next(in: self) { _ = visit(slot) }
      return
    }
    let place = Place(point, in: self)
    var interest = distance
    var limit = place.limit(interest)
    var cursor = NearestCursor(place, in: self, limit: limit)
    while let slot = cursor.next(in: self, limit: limit) {
      let distance = visit(slot)
      if distance < interest {
        interest = distance
        limit = place.limit(interest)
      }
    }
  }
}
