/// The grid that a tree's ordinates lie on: whole numbers divided by a power of ten.
///
/// Decoding divides, because multiplying by 0.001 gives other doubles than reading "1.234" does.
struct Grid: Equatable, Sendable {
  /// Steps of the grid in one unit of the coordinates.
  let perUnit: Double
  /// Where counting begins, in steps: a whole number of at most 2^52 in magnitude.
  let base: Coordinate

  /// The greatest magnitude of a step counted from the base: what lies beyond is moved there.
  static let limit = Double(Int32.max - 1)

  /// The nearest step, counted from the base; never decreases as the ordinate grows.
  @inline(__always)
  func step(x: Double) -> Int32 { Grid.rounded(x * perUnit - base.x) }

  /// The nearest step, counted from the base; never decreases as the ordinate grows.
  @inline(__always)
  func step(y: Double) -> Int32 { Grid.rounded(y * perUnit - base.y) }

  /// The x of a step.
  @inline(__always)
  func x(_ step: Int32) -> Double { (base.x + Double(step)) / perUnit }

  /// The y of a step.
  @inline(__always)
  func y(_ step: Int32) -> Double { (base.y + Double(step)) / perUnit }

  /// Whether both ordinates of a place come back from their steps bit for bit.
  @inline(__always)
  func holds(_ place: Coordinate) -> Bool {
    x(step(x: place.x)).bitPattern == place.x.bitPattern
      && y(step(y: place.y)).bitPattern == place.y.bitPattern
  }

  /// Adding 1.5 x 2^52 leaves the nearest whole number in the low bits, without a call.
  @inline(__always)
  private static func rounded(_ steps: Double) -> Int32 {
    let shifted = min(max(steps, -limit), limit) + 0x1.8p52
    return Int32(truncatingIfNeeded: shifted.bitPattern)
  }

  /// The coarsest grid that holds most of some sample entries; nil when none does.
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
