/// Leaves whose rows are the sides as they are, as `Double`: 608 bytes for 16 entries.
@safe
struct DoubleLeaves: LeafFormat, @unchecked Sendable {
  // Points to leafCount leaves, alive as long as the tree that hands this out.
  let leaves: UnsafeRawPointer

  static let rowsByteCount = 512

  init(_ leaves: UnsafeRawPointer, _ grid: Grid?) { unsafe self.leaves = unsafe leaves }

  struct Window {
    let minX: SIMD4<Double>
    let minY: SIMD4<Double>
    let maxX: SIMD4<Double>
    let maxY: SIMD4<Double>
  }

  @inline(__always)
  func window(_ envelope: Envelope) -> Window {
    Window(
      minX: SIMD4(repeating: envelope.minX),
      minY: SIMD4(repeating: envelope.minY),
      maxX: SIMD4(repeating: envelope.maxX),
      maxY: SIMD4(repeating: envelope.maxY)
    )
  }

  @inline(__always)
  func entries(of leaf: Int, in window: Window) -> UInt32 {
    LaneBits.of(
      entries(of: leaf, 0, in: window),
      entries(of: leaf, 1, in: window),
      entries(of: leaf, 2, in: window),
      entries(of: leaf, 3, in: window)
    )
  }

  @inline(__always)
  private func entries(
    of leaf: Int,
    _ quarter: Int,
    in window: Window
  ) -> SIMDMask<SIMD4<Int64>> {
    (row(leaf, 0, quarter) .<= window.maxX) .& (row(leaf, 2, quarter) .>= window.minX)
      .& (row(leaf, 1, quarter) .<= window.maxY) .& (row(leaf, 3, quarter) .>= window.minY)
  }

  struct Place {
    let x: SIMD4<Double>
    let y: SIMD4<Double>
  }

  @inline(__always)
  func place(_ point: Coordinate) -> Place {
    Place(x: SIMD4(repeating: point.x), y: SIMD4(repeating: point.y))
  }

  @inline(__always)
  func entries(of leaf: Int, within distance: Double, of place: Place) -> UInt32 {
    let limit = distance * (1 + 0x1p-50)
    let squared = SIMD4<Double>(repeating: limit * limit)
    return LaneBits.of(
      entries(of: leaf, 0, within: squared, of: place),
      entries(of: leaf, 1, within: squared, of: place),
      entries(of: leaf, 2, within: squared, of: place),
      entries(of: leaf, 3, within: squared, of: place)
    )
  }

  @inline(__always)
  private func entries(
    of leaf: Int,
    _ quarter: Int,
    within squared: SIMD4<Double>,
    of place: Place
  ) -> SIMDMask<SIMD4<Int64>> {
    let dx = outside(row(leaf, 0, quarter) - place.x, place.x - row(leaf, 2, quarter))
    let dy = outside(row(leaf, 1, quarter) - place.y, place.y - row(leaf, 3, quarter))
    return dx * dx + dy * dy .<= squared
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
    // leaf < leafCount and lane < 16: searches give only those.
    let column = unsafe leaves + (leaf &* DoubleLeaves.stride &+ lane &* 8)
    return (
      Coordinate(
        x: unsafe column.load(as: Double.self),
        y: unsafe column.load(fromByteOffset: 128, as: Double.self)
      ),
      Coordinate(
        x: unsafe column.load(fromByteOffset: 256, as: Double.self),
        y: unsafe column.load(fromByteOffset: 384, as: Double.self)
      )
    )
  }

  @inline(__always)
  private func row(_ leaf: Int, _ row: Int, _ quarter: Int) -> SIMD4<Double> {
    // As in `sides`; row and quarter are literals below 4. A leaf's address is a multiple of 32.
    unsafe leaves.load(
      fromByteOffset: leaf &* DoubleLeaves.stride &+ row &* 128 &+ quarter &* 32,
      as: SIMD4<Double>.self
    )
  }
}
