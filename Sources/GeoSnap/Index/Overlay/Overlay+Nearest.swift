extension Overlay {
  /// Calls `visit` once for each entry whose box may lie within a distance of a place, roughly near
  /// ones first; `visit` returns the distance that is still of interest, which only shrinks.
  ///
  /// None for a NaN, a negative distance or a place that is not finite. The distance, in coordinate
  /// units, may be infinite.
  /// - Complexity: O(cells within the distance), and at most O(entries).
  @inline(__always)
  func forEachEntry(
    near place: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    guard count > 0, distance >= 0, place.isFinite else { return }
    var interest = distance
    // The levels that would have more cells within the distance than entries, each with the ring
    // of cells from which on it has not been looked at.
    var deferred: UInt64 = 0
    var firstRings = InlineArray<64, Int32>(repeating: 0)
    var rest = levels.inUse
    while rest != 0 {
      let level = rest.trailingZeroBitCount
      rest &= rest &- 1
      let home = grid.units(of: Envelope(place)).cells(level: level).leastCell
      var budget = levels[level] * 2 + 32
      var ring = 0
      while true {
        let window = grid.window(level: level, within: interest, of: place)
        let units = grid.units(of: window)
        let range = units.cells(level: level)
        guard range.reaches(ring: ring, around: home) else { break }
        guard budget > 0 else {
          deferred |= 1 &<< UInt64(level)
          firstRings[level] = Int32(truncatingIfNeeded: ring)
          break
        }
        range.forEachCell(ring: ring, around: home) { cell in
          budget -= 1
          forEachEntry(of: cell, from: home, meeting: window, units) {
            interest = min(interest, visit($0))
          }
        }
        ring += 1
      }
    }
    guard deferred != 0 else { return }
    forEachEntry { entry in
      let box = entry.envelope
      let units = grid.units(of: box)
      let level = grid.level(of: box, units)
      guard deferred & 1 &<< UInt64(level) != 0 else { return }
      let home = grid.units(of: Envelope(place)).cells(level: level).leastCell
      let cell = units.cells(level: level).cell(nearestTo: home)
      guard
        cell.steps(to: home) >= Int(firstRings[level]),
        box.intersects(grid.window(level: level, within: interest, of: place))
      else { return }
      interest = min(interest, visit(entry))
    }
  }
}
