struct Cell: Equatable {
  var level: Int
  package var column: Int
  var row: Int

  /// A well-distributed hash for its chain.
  ///
  /// Sixteen neighbours share all but the last four bits, so their chains begin on one line of memory, and the few
  /// cells of one box never share a chain.
  @inline(__always)
  var hash: UInt64 {
    let column = UInt64(truncatingIfNeeded: self.column)
    let row = UInt64(truncatingIfNeeded: self.row)
    var mixed = (column &>> 2) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed &>> 32) ^ (row &>> 2) ^ UInt64(level) &<< 56) &* 0xBF58_476D_1CE4_E5B9
    mixed ^= mixed &>> 32
    return mixed &<< 4 | (row & 3) &<< 2 | (column & 3)
  }

  /// The distance to another cell of the level, in steps along or across.
  @inline(__always)
  func steps(to other: Cell) -> Int {
    Int(max((column - other.column).magnitude, (row - other.row).magnitude))
  }
}

struct CellRange {
  var level: Int
  var minColumn = 0
  var minRow = 0
  var maxColumn = 0
  var maxRow = 0

  /// The number of cells, which is rounded beyond 2^53.
  @inline(__always)
  var cellCount: Double { Double(maxColumn - minColumn + 1) * Double(maxRow - minRow + 1) }

  @inline(__always)
  func cell(nearestTo home: Cell) -> Cell {
    Cell(
      level: level,
      column: max(minColumn, min(maxColumn, home.column)),
      row: max(minRow, min(maxRow, home.row))
    )
  }

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

  /// Whether any cell is some steps, along or across, from a home within the range.
  @inline(__always)
  func reaches(ring: Int, around home: Cell) -> Bool {
    ring
      <= max(
        max(home.column - minColumn, maxColumn - home.column),
        max(home.row - minRow, maxRow - home.row)
      )
  }
}

/// The cells of a range that are some steps, along or across, from a home within it.
struct RingCells {
  private let range: CellRange
  private let home: Cell
  private let ring: Int
  private var row: Int
  private var column: Int
  private var lastRow: Int
  private var lastColumn: Int

  init() {
    range = CellRange(level: 0)
    home = Cell(level: 0, column: 0, row: 0)
    (ring, row, column, lastRow, lastColumn) = (0, 0, 0, -1, -1)
  }

  init(_ ring: Int, around home: Cell, in range: CellRange) {
    self.range = range
    self.home = home
    self.ring = ring
    lastColumn = min(home.column &+ ring, range.maxColumn)
    lastRow = min(home.row &+ ring, range.maxRow)
    row = max(home.row &- ring, range.minRow)
    column = 0
    column = firstColumn
  }

  /// Whether the row belongs to the ring in full, as the first and last rows do, instead of with its two ends.
  private var isFull: Bool { (row &- home.row).magnitude == ring }

  private var firstColumn: Int {
    let left = home.column &- ring
    return left >= range.minColumn ? left : isFull ? range.minColumn : home.column &+ ring
  }

  mutating func next() -> Cell? {
    while row <= lastRow {
      if column <= lastColumn {
        defer { column &+= isFull ? 1 : 2 &* ring }
        return Cell(level: range.level, column: column, row: row)
      }
      row &+= 1
      column = firstColumn
    }
    return nil
  }
}
