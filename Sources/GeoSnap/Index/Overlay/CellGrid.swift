/// Square cells in levels, each level's twice (or more) the size of the one below.
///
/// Ordinates are counted in units, whole numbers whose order is that of the ordinates; a cell of
/// level l is 2^looseness units of 2^l each. A box lives in the cell of its least corner, at the
/// finest level at which it begins and ends in the same or in neighbouring units. So what meets a
/// window lives in a cell of the window, grown by one unit towards the least sides.
struct CellGrid: Sendable {
  /// Cells are so many bits wider than their units.
  static let looseness = 1
  /// Sides grow by so many bits from level to level.
  static let levelStep = 1
  /// The level of what lies too far out to be counted: one cell without bounds.
  static let beyond = 63

  private let unitsPerLength: Double
  private static var greatestCount: Double { 0x1p50 }

  /// A grid whose finest cells have sides of some length.
  init(cellSide: Double) {
    let ratio = Double(1 << Self.looseness) / cellSide
    unitsPerLength = min(max(ratio, .leastNormalMagnitude), .greatestFiniteMagnitude)
  }

  /// The unit that holds an ordinate, by rounding; the outermost one for what lies beyond.
  ///
  /// The sum's lowest bits are the count, rounded by the addition itself.
  @inline(__always)
  func unit(_ ordinate: Double) -> Int {
    let count = max(-Self.greatestCount, min(Self.greatestCount, ordinate * unitsPerLength))
    return Int(truncatingIfNeeded: (count + 0x1.8p52).bitPattern & (1 << 52 - 1))
  }

  /// Whether no ordinate of a box is clamped.
  @inline(__always)
  private func counts(_ box: Envelope) -> Bool {
    let limit = Self.greatestCount
    return box.minX * unitsPerLength > -limit && box.maxX * unitsPerLength < limit
      && box.minY * unitsPerLength > -limit && box.maxY * unitsPerLength < limit
  }

  /// The cell in which a box lives.
  @inline(__always)
  func cell(of box: Envelope) -> Cell {
    guard counts(box) else { return Cell(level: Self.beyond, column: 0, row: 0) }
    let column = unit(box.minX)
    let row = unit(box.minY)
    let span = max(unit(box.maxX) - column, unit(box.maxY) - row)
    let bits = span <= 1 ? 0 : Int.bitWidth - (span - 1).leadingZeroBitCount
    let level = (bits + Self.levelStep - 1) / Self.levelStep
    let shift = level * Self.levelStep + Self.looseness
    return Cell(level: level, column: column >> shift, row: row >> shift)
  }

  /// The cells of a level in which boxes that meet the window may live.
  @inline(__always)
  func cells(level: Int, meeting window: Envelope) -> CellRange {
    guard level != Self.beyond else {
      return CellRange(minColumn: 0, minRow: 0, maxColumn: 0, maxRow: 0)
    }
    let shift = level * Self.levelStep
    return CellRange(
      minColumn: ((unit(window.minX) >> shift) - 1) >> Self.looseness,
      minRow: ((unit(window.minY) >> shift) - 1) >> Self.looseness,
      maxColumn: unit(window.maxX) >> (shift + Self.looseness),
      maxRow: unit(window.maxY) >> (shift + Self.looseness)
    )
  }

  /// The cell of a level around a place.
  @inline(__always)
  func cell(level: Int, at place: Coordinate) -> Cell {
    guard level != Self.beyond else { return Cell(level: level, column: 0, row: 0) }
    let shift = level * Self.levelStep + Self.looseness
    return Cell(level: level, column: unit(place.x) >> shift, row: unit(place.y) >> shift)
  }

  /// The window around all boxes of a level that may lie within a distance of a place.
  ///
  /// It is wider than the distance by more than a computed distance to what is in the box may be
  /// below the true one: an error in proportion to the distance and the sides of the box, or, of
  /// distances with denormal squares, below 2^-500.
  @inline(__always)
  func window(level: Int, within distance: Double, of place: Coordinate) -> Envelope {
    let greatestSide =
      level == Self.beyond
      ? .infinity
      : Double(sign: .plus, exponent: level * Self.levelStep + 1, significand: 1) / unitsPerLength
    let magnitude = max(place.x.magnitude, place.y.magnitude)
    let margin = (distance + greatestSide + magnitude) * 0x1p-48 + 0x1p-500
    return Envelope(around: place, radius: distance + margin)
  }
}

/// A cell of a grid.
struct Cell: Equatable {
  var level: Int
  var column: Int
  var row: Int

  /// A number for its chain, evenly spread; sixteen neighbours share all but the last four bits, so
  /// that their chains begin on one line of memory.
  @inline(__always)
  var hash: UInt64 {
    let column = UInt64(truncatingIfNeeded: self.column)
    let row = UInt64(truncatingIfNeeded: self.row)
    var mixed = (column &>> 2) &* 0x9E37_79B9_7F4A_7C15
    mixed = (mixed ^ (mixed &>> 32) ^ (row &>> 2) ^ UInt64(level) &<< 56) &* 0xBF58_476D_1CE4_E5B9
    mixed ^= mixed &>> 32
    return mixed &<< 4 | (row & 3) &<< 2 | (column & 3)
  }
}

/// A rectangle of cells of one level.
struct CellRange: Equatable {
  var minColumn: Int
  var minRow: Int
  var maxColumn: Int
  var maxRow: Int

  /// The number of cells; no side has more than 2^52, so their product may be rounded.
  @inline(__always)
  var cellCount: Double { Double(maxColumn - minColumn + 1) * Double(maxRow - minRow + 1) }

  /// Whether any cell lies so many steps, along or across, from a home within the range.
  @inline(__always)
  func reaches(ring: Int, around home: Cell) -> Bool {
    ring <= max(
      max(home.column - minColumn, maxColumn - home.column),
      max(home.row - minRow, maxRow - home.row)
    )
  }

  /// Calls `body` for the cells that lie so many steps, along or across, from a home within it.
  @inline(__always)
  func forEachCell(ring: Int, around home: Cell, _ body: (Cell) -> Void) {
    for row in max(minRow, home.row - ring)...min(maxRow, home.row + ring) {
      if (row - home.row).magnitude == ring {
        for column in max(minColumn, home.column - ring)...min(maxColumn, home.column + ring) {
          body(Cell(level: home.level, column: column, row: row))
        }
      } else {
        let (left, right) = (home.column - ring, home.column + ring)
        if left >= minColumn { body(Cell(level: home.level, column: left, row: row)) }
        if right <= maxColumn { body(Cell(level: home.level, column: right, row: row)) }
      }
    }
  }
}

extension Cell {
  /// How many steps another cell of the level is away, along or across.
  @inline(__always)
  func steps(to other: Cell) -> Int {
    Int(max((column - other.column).magnitude, (row - other.row).magnitude))
  }
}
