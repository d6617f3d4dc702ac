/// Square cells in levels, each level's twice (or more) as wide as those of the level below.
///
/// A box lives at the finest level at which it lies in two columns and two rows of cells at most,
/// and in each of those cells. Ordinates are counted in units, whole numbers whose order is that of
/// the ordinates, so that nothing meets in space without meeting in cells.
struct CellGrid: Sendable {
  /// A finest cell is so many units wide, as a power of two.
  static let unitBits = 7
  /// Sides grow by so much from level to level, as a power of two.
  static let levelBits = 2
  /// A box spans so many cells beside its first one, at most.
  static let greatestSpan = 1
  /// The level of what lies too far out to be counted: one cell without bounds.
  static let beyond = 63

  private let unitsPerLength: Double
  private static var greatestCount: Double { 0x1p50 }

  /// A grid whose finest cells have sides of some length.
  init(cellSide: Double) {
    let ratio = Double(1 << Self.unitBits) / cellSide
    unitsPerLength = min(max(ratio, .leastNormalMagnitude), .greatestFiniteMagnitude)
  }

  /// The unit that holds an ordinate, by rounding; the outermost one for what lies beyond.
  ///
  /// The sum's lowest bits are the count, rounded by the addition itself.
  @inline(__always)
  private func unit(_ ordinate: Double) -> Int {
    let count = min(max(ordinate * unitsPerLength, -Self.greatestCount), Self.greatestCount)
    return Int(truncatingIfNeeded: (count + 0x1.8p52).bitPattern & (1 << 52 - 1))
  }

  /// The units that a box or window covers.
  @inline(__always)
  func units(of box: Envelope) -> UnitBox {
    UnitBox(minX: unit(box.minX), minY: unit(box.minY), maxX: unit(box.maxX), maxY: unit(box.maxY))
  }

  /// The level at which a box lives.
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

  /// The window around all boxes of a level that may lie within a distance of a place.
  ///
  /// It is wider than the distance by more than a computed distance to what is in the box may be
  /// below the true one: an error in proportion to the distance and the sides of the box, or, of
  /// distances with denormal squares, below 2^-500.
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

/// A box in units.
struct UnitBox {
  var minX: Int
  var minY: Int
  var maxX: Int
  var maxY: Int

  /// The cells of a level in which it lies.
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

  /// Its least corner's places, and its greatest corner's from the far end, in a cell's 128ths: one
  /// byte each, and at most 127.
  @inline(__always)
  func extent(in cell: Cell) -> UInt32 {
    guard cell.level != CellGrid.beyond else { return 0 }
    let (lowX, lowY) = (cell.column << 7, cell.row << 7)
    let shift = cell.level * CellGrid.levelBits
    return Self.lane((minX >> shift) - lowX) | Self.lane((minY >> shift) - lowY) &<< 8
      | Self.lane(127 + lowX - (maxX >> shift)) &<< 16
      | Self.lane(127 + lowY - (maxY >> shift)) &<< 24
  }

  /// The greatest bytes that ``extent(in:)`` may have of a box that meets this one in the cell.
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
