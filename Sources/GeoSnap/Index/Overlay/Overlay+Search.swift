extension Overlay {
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
    let reach = units.reach(in: cell)
    var position = bucket(of: cell)
    var end = position &+ 1
    var index = Int(heads[position])
    if index < -1 {
      let positions = crowds[-2 - index].positions
      (position, end) = (positions.lowerBound, positions.upperBound)
      index = Int(heads[position])
    }
    while true {
      while index >= 0 {
        let link = links[index]
        let slot = index >> Link.countBits
        index = Int(link.next)
        guard UnitBox.meets(link.extent, reach) else { continue }
        let entry = entries[slot]
        if isFound(entry, in: cell, from: home, meeting: window) { body(entry) }
      }
      position &+= 1
      guard position < end else { return }
      index = Int(heads[position])
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
