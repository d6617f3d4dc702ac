internal import GeoSnapSupport

extension Overlay {
  /// Prefetches the memory for a search, and returns whether an entry may meet the window; often false without one.
  @inline(never)
  func mayMeet(_ window: Envelope) -> Bool {
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
  ///
  /// - Complexity: O(cells of the window), and at most O(entries).
  @inline(__always)
  package borrowing func forEachEntry(meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    guard count > 0, window.minX <= window.maxX, window.minY <= window.maxY else { return }
    var search = OverlaySearch(self, meeting: window)
    while let slot = search.next(in: self) { body(entries[slot]) }
  }

  /// Whether an entry meets the window, and this is its cell nearest to a home, so that it is found in one cell only.
  @inline(__always)
  func isFound(
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

  @inline(never)
  mutating func next(in overlay: borrowing Overlay) -> Int? {
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
