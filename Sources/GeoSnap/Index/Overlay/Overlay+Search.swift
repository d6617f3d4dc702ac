extension Overlay {
  /// Calls `body` for every entry, in no order.
  @inline(__always)
  func forEachEntry(_ body: (TreeEntry) -> Void) {
    taken.forEach { body(entries[$0]) }
  }

  /// Calls `body` once for each entry whose box meets the closed window; none when the window has a
  /// NaN or a least side greater than its greatest.
  ///
  /// - Complexity: O(cells of the window), and at most O(entries).
  @inline(__always)
  func forEachEntry(meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    guard count > 0, window.minX <= window.maxX, window.minY <= window.maxY else { return }
    var budget = Double(count + 16)
    var wide: UInt64 = 0
    var rest = levels.inUse
    while rest != 0 {
      let level = rest.trailingZeroBitCount
      rest &= rest &- 1
      let cells = grid.cells(level: level, meeting: window)
      budget -= cells.cellCount
      // More cells than entries: look at the entries instead.
      guard budget >= 0 else {
        wide |= 1 << UInt64(level)
        continue
      }
      for row in cells.minRow...cells.maxRow {
        for column in cells.minColumn...cells.maxColumn {
          forEachEntry(of: Cell(level: level, column: column, row: row), meeting: window, body)
        }
      }
    }
    guard wide != 0 else { return }
    forEachEntry { entry in
      let box = entry.envelope
      if box.intersects(window), wide & 1 << UInt64(grid.cell(of: box).level) != 0 { body(entry) }
    }
  }

  /// Calls `body` for the entries of a cell that meet the window.
  @inline(__always)
  func forEachEntry(of cell: Cell, meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    let head = heads[bucket(of: cell)]
    if head >= -1 {
      forEachEntry(chainedTo: head, of: cell, meeting: window, body)
    } else {
      for position in crowds[Int(-2 - head)].positions {
        forEachEntry(chainedTo: heads[position], of: cell, meeting: window, body)
      }
    }
  }

  @inline(__always)
  private func forEachEntry(
    chainedTo head: Int32,
    of cell: Cell,
    meeting window: Envelope,
    _ body: (TreeEntry) -> Void
  ) {
    var slot = Int(head)
    while slot >= 0 {
      let entry = entries[slot]
      let box = entry.envelope
      // Cells may share a chain: the entry says which one it lives in.
      if box.intersects(window), grid.cell(of: box) == cell { body(entry) }
      slot = Int(next[slot])
    }
  }
}
