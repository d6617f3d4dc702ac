/// Leaves whose rows are steps of a grid, as `Int32`: 352 bytes for 16 entries.
@safe struct GridLeaves: LeafFormat, @unchecked Sendable {
  typealias LaneScalar = Int32

  // Points to leafCount leaves, alive as long as the tree that creates this.
  let leaves: UnsafeRawPointer
  private let grid: Grid

  static let rowsByteCount = 256

  /// The least side of a missing entry, above every step; its greatest side is the negative.
  static let missing = Int32.max

  init(_ leaves: UnsafeRawPointer, _ grid: Grid?) {
    unsafe self.leaves = unsafe leaves
    self.grid = grid ?? Grid(perUnit: 1, base: Coordinate(x: 0, y: 0))
  }

  @inline(__always) func sides(of envelope: Envelope) -> SIMD4<Int32> {
    SIMD4(
      grid.step(x: envelope.minX),
      grid.step(y: envelope.minY),
      grid.step(x: envelope.maxX),
      grid.step(y: envelope.maxY)
    )
  }

  @inline(__always) func entries(of leaf: Int, in window: Window) -> UInt32 {
    ~LaneBits.of(
      entries(of: leaf, 0, outside: window),
      entries(of: leaf, 1, outside: window),
      entries(of: leaf, 2, outside: window),
      entries(of: leaf, 3, outside: window)
    ) & 0xffff
  }

  /// For integers only the comparison for greater is one instruction.
  @inline(__always) private func entries(
    of leaf: Int,
    _ quarter: Int,
    outside window: Window
  ) -> SIMDMask<SIMD4<Int32>> {
    (row(leaf, 0, quarter) .> window.maxX) .| (window.minX .> row(leaf, 2, quarter))
      .| (row(leaf, 1, quarter) .> window.maxY) .| (window.minY .> row(leaf, 3, quarter))
  }

  /// A point in pairs of steps, so that no difference overflows.
  @inline(__always) func place(_ point: Coordinate) -> Place {
    Place(
      x: SIMD4(repeating: grid.step(x: point.x) &>> 1),
      y: SIMD4(repeating: grid.step(y: point.y) &>> 1)
    )
  }

  @inline(__always) func entries(of leaf: Int, within distance: Double, of place: Place) -> UInt32 {
    // Rounding moves sides and point by less than 3 pairs of steps together.
    let limit = Float(distance * grid.perUnit * 0.5 * (1 + 0x1p-20) + 3)
    let squared = SIMD4<Float>(repeating: limit * limit)
    return LaneBits.of(
      entries(of: leaf, 0, within: squared, of: place),
      entries(of: leaf, 1, within: squared, of: place),
      entries(of: leaf, 2, within: squared, of: place),
      entries(of: leaf, 3, within: squared, of: place)
    )
  }

  @inline(__always) private func entries(
    of leaf: Int,
    _ quarter: Int,
    within squared: SIMD4<Float>,
    of place: Place
  ) -> SIMDMask<SIMD4<Int32>> {
    let one = SIMD4<Int32>(repeating: 1)
    let beforeX = (row(leaf, 0, quarter) &>> one) &- place.x
    let afterX = place.x &- (row(leaf, 2, quarter) &>> one)
    let beforeY = (row(leaf, 1, quarter) &>> one) &- place.y
    let afterY = place.y &- (row(leaf, 3, quarter) &>> one)
    let dx = SIMD4<Float>(outside(beforeX, afterX))
    let dy = SIMD4<Float>(outside(beforeY, afterY))
    let isThere = row(leaf, 0, quarter) .<= row(leaf, 2, quarter)
    return (dx * dx + dy * dy .<= squared) .& isThere
  }

  @inline(__always) func segmentDistances(of leaf: Int, from place: Place) -> SIMD16<Float> {
    segmentBounds(of: leaf, from: place).least
  }

  @inline(__always) func lanes(of distances: SIMD16<Float>, within distance: Double) -> UInt32 {
    LaneBits.of(distances, within: cut(distance))
  }

  @inline(__always)
  func reaches(_ place: Coordinate, in extent: Envelope) -> Bool { grid.reaches(place) }

  @inline(__always) func cut(_ distance: Double) -> Float {
    // As for boxes: each end moves by less than 3 pairs of steps relative to the point.
    let limit = Float(distance * grid.perUnit * 0.5 * (1 + 0x1p-20) + 3)
    return limit * limit * (1 + 0x1p-15)
  }

  @inline(__always)
  func bounds(ofSquaredDistance squared: Double) -> (least: Float, greatest: Float) {
    // `cut` and `reach` add 3 pairs of steps, which covers squares that underflow.
    let pairs = squared * (grid.perUnit * grid.perUnit * 0.25)
    return (Float(pairs * (1 - 0x1p-20)), Float(pairs * (1 + 0x1p-20)))
  }

  @inline(__always) func reach(_ greatest: Float) -> Double {
    // The same 3 pairs of steps, in the opposite direction.
    (Double(greatest.squareRoot()) * (1 + 0x1p-20) + 3) * (2 * (1 + 0x1p-40)) / grid.perUnit
  }

  @inline(__always) func segmentBounds(
    of leaf: Int,
    _ quarter: Int,
    _ falls: SIMD4<Int32>,
    from place: Place
  ) -> SegmentBounds {
    let one = SIMD4<Int32>(repeating: 1)
    let (minX, minY) = (row(leaf, 0, quarter) &>> one, row(leaf, 1, quarter) &>> one)
    let (maxX, maxY) = (row(leaf, 2, quarter) &>> one, row(leaf, 3, quarter) &>> one)
    let turn = (minY ^ maxY) & falls
    let (startY, endY) = (minY ^ turn, maxY ^ turn)
    // A length is 0 or at least 1.
    return SegmentBounds(
      startingAt: (SIMD4<Float>(minX &- place.x), SIMD4<Float>(startY &- place.y)),
      along: (SIMD4<Float>(maxX &- minX), SIMD4<Float>(endY &- startY)),
      leastSquaredLength: 1
    )
  }

  /// The greater of the two, or 0 when both are negative.
  @inline(__always)
  private func outside(_ before: SIMD4<Int32>, _ after: SIMD4<Int32>) -> SIMD4<Int32> {
    let greater = before.replacing(with: after, where: after .> before)
    let zero = SIMD4<Int32>(repeating: 0)
    return greater.replacing(with: zero, where: greater .< zero)
  }

  @inline(__always)
  func sides(_ leaf: Int, _ lane: Int) -> (least: Coordinate, greatest: Coordinate) {
    // leaf < leafCount and lane < 16: searches return only those.
    let column = unsafe leaves + (leaf &* GridLeaves.stride &+ lane &* 4)
    let steps = SIMD4<Double>(
      Double(unsafe column.value(at: 0, as: Int32.self)),
      Double(unsafe column.value(at: 64, as: Int32.self)),
      Double(unsafe column.value(at: 128, as: Int32.self)),
      Double(unsafe column.value(at: 192, as: Int32.self))
    )
    let base = SIMD4(grid.base.x, grid.base.y, grid.base.x, grid.base.y)
    let sides = (base + steps) / SIMD4(repeating: grid.perUnit)
    return (Coordinate(x: sides.x, y: sides.y), Coordinate(x: sides.z, y: sides.w))
  }

  @inline(__always) private func row(_ leaf: Int, _ row: Int, _ quarter: Int) -> SIMD4<Int32> {
    // As in `sides`; row and quarter are literals below 4. A leaf's address is a multiple of 32.
    unsafe leaves.value(
      at: leaf &* GridLeaves.stride &+ row &* 64 &+ quarter &* 16,
      as: SIMD4<Int32>.self
    )
  }
}
