/// Square cells in levels, those of each level four times as wide as those of the level below.
///
/// A box belongs to the finest level at which it spans at most two columns and two rows of cells, and to each of
/// those cells. Ordinates are converted to units, whole numbers in the same order, so boxes that meet in space meet
/// in a cell.
struct CellGrid: Sendable {
  /// The width of a finest cell in units, as a power of two.
  static let unitBits = 7
  /// The growth of sides from level to level, as a power of two.
  static let levelBits = 2
  /// The most cells that a box spans in addition to its first.
  static let greatestSpan = 1
  /// The level of boxes too far out to be counted: one unbounded cell.
  static let beyond = 63

  private let unitsPerLength: Double
  private static var greatestCount: Double { 0x1p50 }

  init(cellSide: Double) {
    let ratio = Double(1 << Self.unitBits) / cellSide
    unitsPerLength = min(max(ratio, .leastNormalMagnitude), .greatestFiniteMagnitude)
  }

  /// The unit of an ordinate, by rounding; the outermost one for ordinates beyond.
  ///
  /// The lowest bits of the sum are the count, rounded by the addition itself.
  @inline(__always) private func unit(_ ordinate: Double) -> Int {
    let count = min(max(ordinate * unitsPerLength, -Self.greatestCount), Self.greatestCount)
    return Int(truncatingIfNeeded: (count + 0x1.8p52).bitPattern & (1 << 52 - 1))
  }

  @inline(__always) func units(of box: Envelope) -> UnitBox {
    UnitBox(minX: unit(box.minX), minY: unit(box.minY), maxX: unit(box.maxX), maxY: unit(box.maxY))
  }

  @inline(__always) func level(of box: Envelope, _ units: UnitBox) -> Int {
    let limit = Self.greatestCount
    guard
      box.minX * unitsPerLength > -limit, box.maxX * unitsPerLength < limit,
      box.minY * unitsPerLength > -limit, box.maxY * unitsPerLength < limit
    else { return Self.beyond }
    var level = 0
    while true {
      let cells = units.cells(level: level)
      let span = max(cells.maxColumn - cells.minColumn, cells.maxRow - cells.minRow)
      if span <= Self.greatestSpan { return level }
      level += 1
    }
  }

  /// The window around all boxes of a level that may lie within a distance of a point.
  ///
  /// It exceeds the distance by more than the rounding error of computed distances, which is proportional to the
  /// distance and the sides of the box, or below 2^-500 for denormal squares.
  @inline(__always)
  func window(level: Int, within distance: Double, of place: Coordinate) -> Envelope {
    let cellSide =
      level == Self.beyond
      ? .infinity
      : Double(sign: .plus, exponent: level * Self.levelBits + Self.unitBits, significand: 1)
        / unitsPerLength
    let magnitude = max(place.x.magnitude, place.y.magnitude)
    let margin = (distance + 4 * cellSide + magnitude) * 0x1p-48 + 0x1p-500
    return Envelope(around: place, radius: distance + margin)
  }
}

struct UnitBox {
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int

  @inline(__always) func cells(level: Int) -> CellRange {
    guard level != CellGrid.beyond else { return CellRange(level: level) }
    let shift = level * CellGrid.levelBits + CellGrid.unitBits
    return CellRange(
      level: level,
      minColumn: minX >> shift,
      minRow: minY >> shift,
      maxColumn: maxX >> shift,
      maxRow: maxY >> shift
    )
  }

  /// The offsets in the cell, in 128ths, of its least corner from the start and of its greatest corner from the end:
  /// one byte each, at most 127.
  @inline(__always) func extent(in cell: Cell) -> UInt32 {
    guard cell.level != CellGrid.beyond else { return 0 }
    let (lowX, lowY) = (cell.column << 7, cell.row << 7)
    let shift = cell.level * CellGrid.levelBits
    return Self.lane((minX >> shift) - lowX) | Self.lane((minY >> shift) - lowY) &<< 8
      | Self.lane(127 + lowX - (maxX >> shift)) &<< 16
      | Self.lane(127 + lowY - (maxY >> shift)) &<< 24
  }

  /// The greatest bytes of ``extent(in:)`` for boxes that meet this one in the cell.
  @inline(__always) func reach(in cell: Cell) -> UInt32 {
    guard cell.level != CellGrid.beyond else { return 0x7F7F_7F7F }
    let (lowX, lowY) = (cell.column << 7, cell.row << 7)
    let shift = cell.level * CellGrid.levelBits
    return Self.lane((maxX >> shift) - lowX) | Self.lane((maxY >> shift) - lowY) &<< 8
      | Self.lane(127 + lowX - (minX >> shift)) &<< 16
      | Self.lane(127 + lowY - (minY >> shift)) &<< 24
  }

  /// Whether a box of some extent may meet a window of some reach: no byte is greater.
  @inline(__always) static func meets(_ extent: UInt32, _ reach: UInt32) -> Bool {
    ((reach | 0x8080_8080) &- extent) & 0x8080_8080 == 0x8080_8080
  }

  @inline(__always) private static func lane(_ value: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: max(0, min(127, value)))
  }
}

struct Cell: Equatable {
  var level: Int
  package var column: Int
  var row: Int

  /// A well-distributed hash for its chain.
  ///
  /// Sixteen neighbours share all but the last four bits, so their chains begin on one line of memory, and the few
  /// cells of one box never share a chain.
  @inline(__always) var hash: UInt64 {
    let column = UInt64(truncatingIfNeeded: self.column)
    let row = UInt64(truncatingIfNeeded: self.row)
    var mixed = (column &>> 2) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed &>> 32) ^ (row &>> 2) ^ UInt64(level) &<< 56) &* 0xBF58_476D_1CE4_E5B9
    mixed ^= mixed &>> 32
    return mixed &<< 4 | (row & 3) &<< 2 | (column & 3)
  }

  /// The distance to another cell of the level, in steps along or across.
  @inline(__always) func steps(to other: Cell) -> Int {
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

  @inline(__always) func cell(nearestTo home: Cell) -> Cell {
    Cell(
      level: level,
      column: max(minColumn, min(maxColumn, home.column)),
      row: max(minRow, min(maxRow, home.row))
    )
  }

  @inline(__always) var leastCell: Cell { Cell(level: level, column: minColumn, row: minRow) }

  @inline(__always) func forEachCell(_ body: (Cell) -> Void) {
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
  @inline(__always) func reaches(ring: Int, around home: Cell) -> Bool {
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
