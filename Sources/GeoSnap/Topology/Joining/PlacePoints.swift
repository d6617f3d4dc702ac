/// Vertices that may coincide with others, column by column.
struct PlacePoints: Sendable {
  /// The first ordinates.
  var xs: [Double] = []
  /// The second ordinates.
  var ys: [Double] = []
  /// The heights; not a number where there is none.
  var zs: [Double] = []
  /// The classes of the features.
  var types: [Int32] = []
  /// The ordinals of the features.
  var features: [Int32] = []
  /// The cells they stand in, hashed.
  var hashes: [UInt64] = []

  var count: Int { xs.count }

  mutating func reserve(_ count: Int) {
    xs.reserveCapacity(count)
    ys.reserveCapacity(count)
    zs.reserveCapacity(count)
    types.reserveCapacity(count)
    features.reserveCapacity(count)
    hashes.reserveCapacity(count)
  }

  @inline(__always)
  mutating func append(
    _ x: Double,
    _ y: Double,
    _ z: Double?,
    type: Int32,
    feature: Int32,
    cells: PlaceCells
  ) {
    xs.append(x)
    ys.append(y)
    zs.append(z ?? .nan)
    types.append(type)
    features.append(feature)
    hashes.append(cells.hash(x, y))
  }

  mutating func append(_ other: PlacePoints) {
    xs.append(contentsOf: other.xs)
    ys.append(contentsOf: other.ys)
    zs.append(contentsOf: other.zs)
    types.append(contentsOf: other.types)
    features.append(contentsOf: other.features)
    hashes.append(contentsOf: other.hashes)
  }

  /// Whether two vertices are the same to the last bit, and of features of one class.
  @inline(__always)
  func areSame(_ one: Int, _ other: Int) -> Bool {
    xs[one] == xs[other] && ys[one] == ys[other] && types[one] == types[other]
      && (zs[one] == zs[other] || (zs[one].isNaN && zs[other].isNaN))
  }
}

/// The plane in square cells that are some tolerances wide: what is near stands in the same cell or
/// in the one next to it.
struct PlaceCells: Sendable {
  private let perUnit: Double
  /// The share of a cell within which the neighbouring one must be looked into.
  private let reach = 1.0 / 16 + 1.0 / 64

  init(_ tolerance: CoincidenceTolerance) {
    // Without a tolerance only equal places meet, and any cells will do.
    perUnit = 1 / max(tolerance.xy * 16, 1e-9)
  }

  @inline(__always)
  func hash(_ x: Double, _ y: Double) -> UInt64 {
    PlaceCells.mix(cell(x).number, cell(y).number)
  }

  /// The number of the cell along one axis, and the step to the neighbour that is near: -1, 0 or 1.
  @inline(__always)
  private func cell(_ ordinate: Double) -> (number: Int64, step: Int64) {
    let scaled = ordinate * perUnit
    // So far out that doubles are wider apart than cells: equal or not near.
    guard scaled.magnitude < 0x1p45 else {
      return (Int64(bitPattern: scaled.bitPattern), 0)
    }
    var number = Int64(scaled)
    if Double(number) > scaled { number -= 1 }
    let share = scaled - Double(number)
    return (number, share < reach ? -1 : share > 1 - reach ? 1 : 0)
  }

  /// Calls `body` with the hash of each cell that may hold a place near this one: one to four.
  @inline(__always)
  func forEachHash(near x: Double, _ y: Double, _ body: (UInt64) -> Void) {
    let (column, row) = (cell(x), cell(y))
    body(PlaceCells.mix(column.number, row.number))
    if column.step == 0 && row.step == 0 { return }
    if column.step != 0 { body(PlaceCells.mix(column.number &+ column.step, row.number)) }
    if row.step != 0 { body(PlaceCells.mix(column.number, row.number &+ row.step)) }
    if column.step != 0 && row.step != 0 {
      body(PlaceCells.mix(column.number &+ column.step, row.number &+ row.step))
    }
  }

  /// Two numbers made one, whose every bit depends on all of theirs (after Steele and others'
  /// SplitMix).
  @inline(__always)
  private static func mix(_ column: Int64, _ row: Int64) -> UInt64 {
    var word =
      UInt64(bitPattern: column) &* 0x9E37_79B9_7F4A_7C15
      &+ UInt64(bitPattern: row) &* 0xC2B2_AE3D_27D4_EB4F
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
