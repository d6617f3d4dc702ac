/// Leaves whose rows are sides as `Double`: 608 bytes for 16 entries.
@safe struct DoubleLeaves: LeafFormat, @unchecked Sendable {
  typealias LaneScalar = Double

  // Points to leafCount leaves, alive as long as the tree that creates this.
  let leaves: UnsafeRawPointer

  static let rowsByteCount = 512

  init(_ leaves: UnsafeRawPointer, _ grid: Grid?) { unsafe self.leaves = unsafe leaves }

  @inline(__always) func sides(of envelope: Envelope) -> SIMD4<Double> {
    SIMD4(envelope.minX, envelope.minY, envelope.maxX, envelope.maxY)
  }

  @inline(__always) func entries(of leaf: Int, in window: Window) -> UInt32 {
    LaneBits.of(
      entries(of: leaf, 0, in: window),
      entries(of: leaf, 1, in: window),
      entries(of: leaf, 2, in: window),
      entries(of: leaf, 3, in: window)
    )
  }

  @inline(__always) private func entries(
    of leaf: Int,
    _ quarter: Int,
    in window: Window
  ) -> SIMDMask<SIMD4<Int64>> {
    (row(leaf, 0, quarter) .<= window.maxX) .& (row(leaf, 2, quarter) .>= window.minX)
      .& (row(leaf, 1, quarter) .<= window.maxY) .& (row(leaf, 3, quarter) .>= window.minY)
  }

  @inline(__always) func place(_ point: Coordinate) -> Place {
    Place(x: SIMD4(repeating: point.x), y: SIMD4(repeating: point.y))
  }

  @inline(__always) func entries(of leaf: Int, within distance: Double, of place: Place) -> UInt32 {
    let limit = distance * (1 + 0x1p-50)
    let squared = SIMD4<Double>(repeating: limit * limit)
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
    within squared: SIMD4<Double>,
    of place: Place
  ) -> SIMDMask<SIMD4<Int64>> {
    let dx = outside(row(leaf, 0, quarter) - place.x, place.x - row(leaf, 2, quarter))
    let dy = outside(row(leaf, 1, quarter) - place.y, place.y - row(leaf, 3, quarter))
    return dx * dx + dy * dy .<= squared
  }

  @inline(__always) func segmentDistances(of leaf: Int, from place: Place) -> SIMD16<Double> {
    let (first, second, third, fourth) = falls(leaf)
    return SIMD16(
      lowHalf: SIMD8(
        lowHalf: segmentDistances(of: leaf, 0, first, from: place),
        highHalf: segmentDistances(of: leaf, 1, second, from: place)
      ),
      highHalf: SIMD8(
        lowHalf: segmentDistances(of: leaf, 2, third, from: place),
        highHalf: segmentDistances(of: leaf, 3, fourth, from: place)
      )
    )
  }

  @inline(__always) func lanes(of distances: SIMD16<Double>, within distance: Double) -> UInt32 {
    // The last term is for squares that underflow.
    let squared = SIMD4<Double>(repeating: distance * distance * (1 + 0x1p-44) + 0x1p-900)
    return LaneBits.of(
      distances.lowHalf.lowHalf .<= squared,
      distances.lowHalf.highHalf .<= squared,
      distances.highHalf.lowHalf .<= squared,
      distances.highHalf.highHalf .<= squared
    )
  }

  /// As for grids, with u = 2^-53: the computed square is at most `d d (1 + 2^-47) + e e 2^-48`, and `e e 2^-45` is
  /// subtracted.
  ///
  /// Segments shorter than 2^-480 count as their ends, for which `lanes` allows.
  @inline(__always) private func segmentDistances(
    of leaf: Int,
    _ quarter: Int,
    _ falls: SIMD4<Int32>,
    from place: Place
  ) -> SIMD4<Double> {
    let (minY, maxY) = (row(leaf, 1, quarter), row(leaf, 3, quarter))
    let isFalling = SIMD4<Int64>(truncatingIfNeeded: falls) .< SIMD4(repeating: 0)
    let startY = minY.replacing(with: maxY, where: isFalling)
    let endY = maxY.replacing(with: minY, where: isFalling)
    let ax = row(leaf, 0, quarter) - place.x
    let ay = startY - place.y
    let ex = row(leaf, 2, quarter) - row(leaf, 0, quarter)
    let ey = endY - startY
    let squaredLength = ex * ex + ey * ey
    let least = SIMD4<Double>(repeating: 0x1p-960)
    let divisor = squaredLength.replacing(with: least, where: squaredLength .< least)
    // -t, which saves a negation.
    var fraction = (ax * ex + ay * ey) / divisor
    let (start, end) = (SIMD4<Double>(repeating: 0), SIMD4<Double>(repeating: -1))
    fraction.replace(with: start, where: fraction .> start)
    fraction.replace(with: end, where: fraction .< end)
    let dx = ax - fraction * ex
    let dy = ay - fraction * ey
    return dx * dx + dy * dy - squaredLength * SIMD4(repeating: 0x1p-45)
  }

  /// Whether squared distances fit in single precision.
  @inline(__always) func reaches(_ place: Coordinate, in extent: Envelope) -> Bool {
    let ordinates = SIMD4(extent.minX, extent.minY, extent.maxX, extent.maxY)
    let greatest = max(ordinates.max(), -ordinates.min(), place.x.magnitude, place.y.magnitude)
    return greatest <= 0x1p50
  }

  /// In coordinate units.
  @inline(__always) func segmentBounds(
    of leaf: Int,
    _ quarter: Int,
    _ falls: SIMD4<Int32>,
    from place: Place
  ) -> SegmentBounds {
    let (minY, maxY) = (row(leaf, 1, quarter), row(leaf, 3, quarter))
    let isFalling = SIMD4<Int64>(truncatingIfNeeded: falls) .< SIMD4(repeating: 0)
    let startY = minY.replacing(with: maxY, where: isFalling)
    let endY = maxY.replacing(with: minY, where: isFalling)
    // `cut` and `reach` add 2^-40, more than the length of a segment that counts as its start, and than the loss
    // where squares underflow.
    return SegmentBounds(
      startingAt: (SIMD4<Float>(row(leaf, 0, quarter) - place.x), SIMD4<Float>(startY - place.y)),
      along: (
        SIMD4<Float>(row(leaf, 2, quarter) - row(leaf, 0, quarter)), SIMD4<Float>(endY - startY)
      ),
      leastSquaredLength: 0x1p-90
    )
  }

  @inline(__always)
  func bounds(ofSquaredDistance squared: Double) -> (least: Float, greatest: Float) {
    (Float(squared * (1 - 0x1p-20)), Float(squared * (1 + 0x1p-20)))
  }

  @inline(__always) func cut(_ distance: Double) -> Float {
    let limit = Float(distance * (1 + 0x1p-20) + 0x1p-40)
    return limit * limit * (1 + 0x1p-15)
  }

  @inline(__always) func reach(_ greatest: Float) -> Double {
    Double(greatest.squareRoot()) * (1 + 0x1p-20) + 0x1p-40
  }

  /// The greater of the two, or 0 when both are negative; NaN stays NaN.
  @inline(__always)
  private func outside(_ before: SIMD4<Double>, _ after: SIMD4<Double>) -> SIMD4<Double> {
    let greater = before.replacing(with: after, where: after .> before)
    let zero = SIMD4<Double>(repeating: 0)
    return greater.replacing(with: zero, where: greater .< zero)
  }

  @inline(__always)
  func sides(_ leaf: Int, _ lane: Int) -> (least: Coordinate, greatest: Coordinate) {
    // leaf < leafCount and lane < 16: searches return only those.
    let column = unsafe leaves + (leaf &* DoubleLeaves.stride &+ lane &* 8)
    return (
      Coordinate(
        x: unsafe column.value(at: 0, as: Double.self),
        y: unsafe column.value(at: 128, as: Double.self)
      ),
      Coordinate(
        x: unsafe column.value(at: 256, as: Double.self),
        y: unsafe column.value(at: 384, as: Double.self)
      )
    )
  }

  @inline(__always) private func row(_ leaf: Int, _ row: Int, _ quarter: Int) -> SIMD4<Double> {
    // As in `sides`; row and quarter are literals below 4. A leaf's address is a multiple of 32.
    unsafe leaves.value(
      at: leaf &* DoubleLeaves.stride &+ row &* 128 &+ quarter &* 32,
      as: SIMD4<Double>.self
    )
  }
}
