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
  @inline(__always)
  private func unit(_ ordinate: Double) -> Int {
    let count = min(max(ordinate * unitsPerLength, -Self.greatestCount), Self.greatestCount)
    return Int(truncatingIfNeeded: (count + 0x1.8p52).bitPattern & (1 << 52 - 1))
  }

  @inline(__always)
  func units(of box: Envelope) -> UnitBox {
    UnitBox(minX: unit(box.minX), minY: unit(box.minY), maxX: unit(box.maxX), maxY: unit(box.maxY))
  }

  @inline(__always)
  func level(of box: Envelope, _ units: UnitBox) -> Int {
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

  @inline(__always)
  func cells(level: Int) -> CellRange {
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
  @inline(__always)
  func extent(in cell: Cell) -> UInt32 {
    guard cell.level != CellGrid.beyond else { return 0 }
    let (lowX, lowY) = (cell.column << 7, cell.row << 7)
    let shift = cell.level * CellGrid.levelBits
    return Self.lane((minX >> shift) - lowX) | Self.lane((minY >> shift) - lowY) &<< 8
      | Self.lane(127 + lowX - (maxX >> shift)) &<< 16
      | Self.lane(127 + lowY - (maxY >> shift)) &<< 24
  }

  /// The greatest bytes of ``extent(in:)`` for boxes that meet this one in the cell.
  @inline(__always)
  func reach(in cell: Cell) -> UInt32 {
    guard cell.level != CellGrid.beyond else { return 0x7F7F_7F7F }
    let (lowX, lowY) = (cell.column << 7, cell.row << 7)
    let shift = cell.level * CellGrid.levelBits
    return Self.lane((maxX >> shift) - lowX) | Self.lane((maxY >> shift) - lowY) &<< 8
      | Self.lane(127 + lowX - (minX >> shift)) &<< 16
      | Self.lane(127 + lowY - (minY >> shift)) &<< 24
  }

  /// Whether a box of some extent may meet a window of some reach: no byte is greater.
  @inline(__always)
  static func meets(_ extent: UInt32, _ reach: UInt32) -> Bool {
    ((reach | 0x8080_8080) &- extent) & 0x8080_8080 == 0x8080_8080
  }

  @inline(__always)
  private static func lane(_ value: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: max(0, min(127, value)))
  }
}
