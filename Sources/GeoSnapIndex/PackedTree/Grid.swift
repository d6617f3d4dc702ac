/// The grid of a tree's ordinates: whole numbers divided by a power of ten.
///
/// Decoding divides, because multiplying by 0.001 gives other doubles than reading "1.234".
package struct Grid: Equatable, Sendable {
  /// Steps per coordinate unit.
  let perUnit: Double
  /// The origin, in steps: a whole number of at most 2^52 in magnitude.
  let base: Coordinate

  /// The greatest magnitude of a step from the base; steps beyond are clamped.
  static let limit = Double(Int32.max - 1)

  /// The nearest step from the base; monotonic.
  @inline(__always) func step(x: Double) -> Int32 { Grid.rounded(x * perUnit - base.x) }

  /// The nearest step from the base; monotonic.
  @inline(__always) func step(y: Double) -> Int32 { Grid.rounded(y * perUnit - base.y) }

  @inline(__always) func x(_ step: Int32) -> Double { (base.x + Double(step)) / perUnit }

  @inline(__always) func y(_ step: Int32) -> Double { (base.y + Double(step)) / perUnit }

  /// Whether neither step of a coordinate is clamped.
  @inline(__always) func reaches(_ place: Coordinate) -> Bool {
    (place.x * perUnit - base.x).magnitude <= Grid.limit
      && (place.y * perUnit - base.y).magnitude <= Grid.limit
  }

  /// Whether both ordinates of a coordinate are restored from their steps bit for bit.
  @inline(__always) func holds(_ place: Coordinate) -> Bool {
    x(step(x: place.x)).bitPattern == place.x.bitPattern
      && y(step(y: place.y)).bitPattern == place.y.bitPattern
  }

  /// The nearest steps of two coordinates, and whether all four ordinates are restored from them bit for bit.
  @inline(__always)
  func steps(_ first: Coordinate, _ second: Coordinate) -> (SIMD4<Int32>, areExact: Bool) {
    let ordinates = SIMD4(first.x, first.y, second.x, second.y)
    let bases = SIMD4(base.x, base.y, base.x, base.y)
    let (least, greatest) = (SIMD4(repeating: -Grid.limit), SIMD4(repeating: Grid.limit))
    var steps = ordinates * SIMD4(repeating: perUnit) - bases
    steps.replace(with: least, where: steps .< least)
    steps.replace(with: greatest, where: steps .> greatest)
    let shifted = steps + SIMD4(repeating: 0x1.8p52)
    let decoded = (bases + (shifted - SIMD4(repeating: 0x1.8p52))) / SIMD4(repeating: perUnit)
    var differences: UInt64 = 0
    var rounded = SIMD4<Int32>(repeating: 0)
    for lane in 0..<4 {
      rounded[lane] = Int32(truncatingIfNeeded: shifted[lane].bitPattern)
      differences |= decoded[lane].bitPattern ^ ordinates[lane].bitPattern
    }
    return (rounded, differences == 0)
  }

  /// Adding 1.5 x 2^52 leaves the nearest whole number in the low bits, without a call.
  @inline(__always) private static func rounded(_ steps: Double) -> Int32 {
    let shifted = min(max(steps, -limit), limit) + 0x1.8p52
    return Int32(truncatingIfNeeded: shifted.bitPattern)
  }

  /// The coarsest grid that restores most of some sample entries; nil when none does.
  static func found(in sample: [TreeEntry], around extent: Envelope) -> Grid? {
    guard !sample.isEmpty else { return nil }
    var perUnit = 1.0
    for _ in 0...9 {
      let base = Coordinate(
        x: (extent.center.x * perUnit).rounded(),
        y: (extent.center.y * perUnit).rounded()
      )
      guard max(base.x.magnitude, base.y.magnitude) <= 0x1p52 else { return nil }
      let grid = Grid(perUnit: perUnit, base: base)
      let held = sample.count { grid.holds($0.first) && grid.holds($0.second) }
      if held * 16 >= sample.count * 15 { return grid }
      perUnit *= 10
    }
    return nil
  }
}
