internal import GeoSnapSupport

extension Overlay {
  /// Prefetches the memory for a search, and returns whether an entry may meet the window; often false without one.
  @inline(never) func mayMeet(_ window: Envelope) -> Bool {
    let units = grid.units(of: window)
    var isPossible = false
    var rest = levels.inUse
    while rest != 0 {
      let cells = units.cells(level: rest.trailingZeroBitCount)
      rest &= rest &- 1
      guard cells.maxColumn &- cells.minColumn <= 2, cells.maxRow &- cells.minRow <= 2 else {
        isPossible = true
        continue
      }
      cells.forEachCell { cell in
        let hash = cell.hash
        guard filter.mayContain(hash) else { return }
        links.fetch(bucket(of: hash))
        isPossible = true
      }
    }
    return isPossible
  }

  /// Calls `body` once for each entry whose box meets the closed window; never for a window with NaN or inverted.
  @inline(__always)
  package borrowing func forEachEntry(meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    guard count > 0, window.minX <= window.maxX, window.minY <= window.maxY else { return }
    var search = OverlaySearch(self, meeting: window)
    while let slot = search.next(in: self) { body(entries[slot]) }
  }

  /// Whether an entry meets the window, and this is its cell nearest to a home, so that it is found in one cell only.
  @inline(__always) func isFound(
    _ entry: TreeEntry,
    in cell: Cell,
    from home: Cell,
    meeting window: Envelope
  ) -> Bool {
    let box = entry.envelope
    guard box.intersects(window) else { return false }
    let units = grid.units(of: box)
    return units.cells(level: grid.level(of: box, units)).cell(nearestTo: home) == cell
  }

  /// Calls `visit` once for each entry whose box may lie within a distance of a point, roughly the nearest first;
  /// `visit` returns the distance to search further, which may only shrink.
  ///
  /// A NaN, a negative distance or a point that is not finite finds nothing. The distance, in coordinate units, may
  /// be infinite.
  @inline(__always) package borrowing func forEachEntry(
    near place: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    guard count > 0, distance >= 0, place.isFinite else { return }
    var interest = distance
    var search = OverlayNearest(self, near: place)
    while let slot = search.next(within: interest, in: self) {
      interest = min(interest, visit(entries[slot]))
    }
  }
}

/// A search through an overlay for the entries whose boxes meet a window, level by level and cell by cell.
private struct OverlaySearch {
  private let window: Envelope
  private let units: UnitBox
  /// The levels still to search; `wideLevels` have more cells in the window than there are entries.
  private var levels: UInt64
  private var wideLevels: UInt64 = 0
  private var budget: Double
  private var cells = CellRange(level: 0)
  private var cell = Cell(level: 0, column: 1, row: 1)
  private var links = LinkWalk()
  private var reach: UInt32 = 0
  /// The next slot when searching all entries.
  private var slot = 0

  init(_ overlay: borrowing Overlay, meeting window: Envelope) {
    self.window = window
    units = overlay.grid.units(of: window)
    levels = overlay.levels.inUse
    budget = Double(overlay.count &+ 16)
  }

  @inline(never) mutating func next(in overlay: borrowing Overlay) -> Int? {
    repeat {
      while let link = links.next(in: overlay.links) {
        guard UnitBox.meets(link.extent, reach) else { continue }
        let slot = Int(link.slot)
        if overlay.isFound(overlay.entries[slot], in: cell, from: cells.leastCell, meeting: window)
        {
          return slot
        }
      }
    } while openCell(of: overlay)
    return wideLevels == 0 ? nil : nextOfWideLevels(in: overlay)
  }

  /// Continues with the next cell that may have entries.
  private mutating func openCell(of overlay: borrowing Overlay) -> Bool {
    while true {
      cell.column &+= 1
      if cell.column > cells.maxColumn {
        cell.column = cells.minColumn
        cell.row &+= 1
      }
      if cell.row > cells.maxRow {
        guard openLevel() else { return false }
      }
      let hash = cell.hash
      guard overlay.filter.mayContain(hash) else { continue }
      reach = units.reach(in: cell)
      links = LinkWalk(overlay.bucket(of: hash), in: overlay.links)
      return true
    }
  }

  /// Continues with the first cell of the next level that has fewer cells than there are entries.
  private mutating func openLevel() -> Bool {
    while levels != 0 {
      let level = levels.trailingZeroBitCount
      levels &= levels &- 1
      cells = units.cells(level: level)
      budget -= cells.cellCount
      if budget >= 0 {
        cell = cells.leastCell
        return true
      }
      wideLevels |= 1 &<< UInt64(level)
    }
    // No level has a cell left.
    cells = CellRange(level: 0)
    cell = Cell(level: 0, column: 0, row: 1)
    return false
  }

  /// Searches all entries instead of a greater number of cells.
  private mutating func nextOfWideLevels(in overlay: borrowing Overlay) -> Int? {
    while let next = overlay.slots.next(from: slot) {
      slot = next + 1
      let box = overlay.entries[next].envelope
      guard box.intersects(window) else { continue }
      let level = overlay.grid.level(of: box, overlay.grid.units(of: box))
      if wideLevels & 1 &<< UInt64(level) != 0 { return next }
    }
    return nil
  }
}

/// A search through an overlay for the entries near a point, level by level, and within a level by rings of cells
/// around it.
private struct OverlayNearest {
  private let place: Coordinate
  private var levels: UInt64
  /// The levels with more cells within the distance than entries; `firstRings` has the first ring of each that was
  /// not searched.
  private var deferred: UInt64 = 0
  private var firstRings = InlineArray<64, Int32>(repeating: 0)
  /// The current level; -1 before the first.
  private var level = -1
  private var budget = 0
  private var home = Cell(level: 0, column: 0, row: 0)
  private var ring = 0
  private var cells = RingCells()
  private var window = Envelope(minX: 0, minY: 0, maxX: 0, maxY: 0)
  private var units = UnitBox(minX: 0, minY: 0, maxX: 0, maxY: 0)
  private var cell = Cell(level: 0, column: 0, row: 0)
  private var links = LinkWalk()
  private var reach: UInt32 = 0
  /// The next slot when searching all entries.
  private var slot = 0

  init(_ overlay: borrowing Overlay, near place: Coordinate) {
    self.place = place
    levels = overlay.levels.inUse
  }

  /// The slot of the next entry; nil at the end.
  @inline(never)
  mutating func next(within distance: Double, in overlay: borrowing Overlay) -> Int? {
    repeat {
      while let link = links.next(in: overlay.links) {
        guard UnitBox.meets(link.extent, reach) else { continue }
        let slot = Int(link.slot)
        if overlay.isFound(overlay.entries[slot], in: cell, from: home, meeting: window) {
          return slot
        }
      }
    } while openCell(of: overlay, within: distance)
    return deferred == 0 ? nil : nextOfDeferred(in: overlay, within: distance)
  }

  /// Continues with the next cell that may have entries.
  private mutating func openCell(of overlay: borrowing Overlay, within distance: Double) -> Bool {
    while true {
      guard let next = cells.next() else {
        guard openRing(of: overlay, within: distance) else { return false }
        continue
      }
      budget -= 1
      let hash = next.hash
      guard overlay.filter.mayContain(hash) else { continue }
      cell = next
      reach = units.reach(in: cell)
      links = LinkWalk(overlay.bucket(of: hash), in: overlay.links)
      return true
    }
  }

  /// Continues with the next ring of cells, or with the next level when no ring is left within the distance.
  private mutating func openRing(of overlay: borrowing Overlay, within distance: Double) -> Bool {
    let grid = overlay.grid
    while true {
      if level >= 0 {
        window = grid.window(level: level, within: distance, of: place)
        units = grid.units(of: window)
        let range = units.cells(level: level)
        if range.reaches(ring: ring, around: home) {
          if budget > 0 {
            cells = RingCells(ring, around: home, in: range)
            ring += 1
            return true
          }
          deferred |= 1 &<< UInt64(level)
          firstRings[level] = Int32(truncatingIfNeeded: ring)
        }
        level = -1
      }
      guard levels != 0 else { return false }
      level = levels.trailingZeroBitCount
      levels &= levels &- 1
      home = grid.units(of: Envelope(place)).cells(level: level).leastCell
      budget = overlay.levels[level] * 2 + 32
      ring = 0
    }
  }

  /// Searches all entries instead of a greater number of cells.
  private mutating func nextOfDeferred(in overlay: Overlay, within distance: Double) -> Int? {
    let grid = overlay.grid
    while let next = overlay.slots.next(from: slot) {
      slot = next + 1
      let box = overlay.entries[next].envelope
      let units = grid.units(of: box)
      let level = grid.level(of: box, units)
      guard deferred & 1 &<< UInt64(level) != 0 else { continue }
      let home = grid.units(of: Envelope(place)).cells(level: level).leastCell
      let cell = units.cells(level: level).cell(nearestTo: home)
      if cell.steps(to: home) >= Int(firstRings[level]),
        box.intersects(grid.window(level: level, within: distance, of: place))
      {
        return next
      }
    }
    return nil
  }
}
