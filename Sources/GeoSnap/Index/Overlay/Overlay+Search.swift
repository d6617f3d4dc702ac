extension Overlay {
  /// Whether an entry may meet a window; often false where there is none, at a small part of the
  /// cost of a search.
  ///
  /// Asks for the memory that the search will need.
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

  /// Calls `body` once for each entry whose box meets the closed window; none when the window has a
  /// NaN or a least side greater than its greatest.
  ///
  /// - Complexity: O(cells of the window), and at most O(entries).
  @inline(__always)
  func forEachEntry(meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    guard count > 0, window.minX <= window.maxX, window.minY <= window.maxY else { return }
    let units = grid.units(of: window)
    var budget = Double(count &+ 16)
    var wide: UInt64 = 0
    var rest = levels.inUse
    while rest != 0 {
      let level = rest.trailingZeroBitCount
      rest &= rest &- 1
      let cells = units.cells(level: level)
      budget -= cells.cellCount
      // More cells than entries: look at the entries instead.
      guard budget >= 0 else {
        wide |= 1 &<< UInt64(level)
        continue
      }
      let home = cells.leastCell
      cells.forEachCell { cell in
        forEachEntry(of: cell, from: home, meeting: window, units, body)
      }
    }
    guard wide != 0 else { return }
    forEachEntry { entry in
      let box = entry.envelope
      guard box.intersects(window) else { return }
      if wide & 1 &<< UInt64(grid.level(of: box, grid.units(of: box))) != 0 { body(entry) }
    }
  }

  /// Calls `body` for the entries that meet the window and of whose cells this one is the nearest to
  /// a home, so that each is found in one cell only.
  @inline(__always)
  func forEachEntry(
    of cell: Cell,
    from home: Cell,
    meeting window: Envelope,
    _ units: UnitBox,
    _ body: (TreeEntry) -> Void
  ) {
    let hash = cell.hash
    guard filter.mayContain(hash) else { return }
    let reach = units.reach(in: cell)
    links.forEachLink(of: bucket(of: hash)) { link in
      guard UnitBox.meets(link.extent, reach) else { return }
      let entry = entries[Int(link.slot)]
      if isFound(entry, in: cell, from: home, meeting: window) { body(entry) }
    }
  }

  @inline(__always)
  private func isFound(
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
