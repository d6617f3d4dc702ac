/// A cell of a grid.
struct Cell: Equatable {
  var level: Int
  var column: Int
  var row: Int

  /// A number for its chain, evenly spread.
  ///
  /// Sixteen neighbours share all but the last four bits, so that their chains begin on one line of
  /// memory, and the cells of one box, two or so in a row, never share a chain.
  @inline(__always)
  var hash: UInt64 {
    let column = UInt64(truncatingIfNeeded: self.column)
    let row = UInt64(truncatingIfNeeded: self.row)
    var mixed = (column &>> 2) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed &>> 32) ^ (row &>> 2) ^ UInt64(level) &<< 56) &* 0xBF58_476D_1CE4_E5B9
    mixed ^= mixed &>> 32
    return mixed &<< 4 | (row & 3) &<< 2 | (column & 3)
  }

  /// How many steps another cell of the level is away, along or across.
  @inline(__always)
  func steps(to other: Cell) -> Int {
    Int(max((column - other.column).magnitude, (row - other.row).magnitude))
  }
}

/// A rectangle of cells of one level.
struct CellRange {
  var level: Int
  var minColumn = 0
  var minRow = 0
  var maxColumn = 0
  var maxRow = 0

  /// The number of cells; no side has more than 2^52, so that their product may be rounded.
  @inline(__always)
  var cellCount: Double { Double(maxColumn - minColumn + 1) * Double(maxRow - minRow + 1) }

  /// The cell nearest to another one of the level.
  @inline(__always)
  func cell(nearestTo home: Cell) -> Cell {
    Cell(
      level: level,
      column: max(minColumn, min(maxColumn, home.column)),
      row: max(minRow, min(maxRow, home.row))
    )
  }

  /// The cell of its least corner.
  @inline(__always)
  var leastCell: Cell { Cell(level: level, column: minColumn, row: minRow) }

  @inline(__always)
  func forEachCell(_ body: (Cell) -> Void) {
    var row = minRow
    while row <= maxRow {
      var column = minColumn
      while column <= maxColumn {
        body(Cell(level: level, column: column, row: row))
        column &+= 1
      }
      row &+= 1
    }
  }

  /// Whether any cell lies so many steps, along or across, from a home within the range.
  @inline(__always)
  func reaches(ring: Int, around home: Cell) -> Bool {
    ring
      <= max(
        max(home.column - minColumn, maxColumn - home.column),
        max(home.row - minRow, maxRow - home.row)
      )
  }

  /// Calls `body` for the cells that lie so many steps, along or across, from a home within it.
  @inline(__always)
  func forEachCell(ring: Int, around home: Cell, _ body: (Cell) -> Void) {
    let left = home.column &- ring
    let right = home.column &+ ring
    let lastColumn = right < maxColumn ? right : maxColumn
    let lastRow = home.row &+ ring < maxRow ? home.row &+ ring : maxRow
    var row = home.row &- ring > minRow ? home.row &- ring : minRow
    while row <= lastRow {
      // The first and the last row in full, of the others the two ends.
      let isFull = (row &- home.row).magnitude == ring
      var column = left >= minColumn ? left : isFull ? minColumn : right
      while column <= lastColumn {
        body(Cell(level: level, column: column, row: row))
        column &+= isFull ? 1 : 2 &* ring
      }
      row &+= 1
    }
  }
}
