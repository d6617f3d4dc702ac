extension TreeFrame {
  /// An envelope of all points whose units lie between sides: least x, least y, greatest x, greatest y.
  ///
  /// The unit of an ordinate x is `Float(t)`, where t is `(x - origin) * scale` in doubles. Subtraction and
  /// multiplication move t by at most 2^-52 of its magnitude, and rounding to `Float` by 2^-24 of it, or by less than
  /// 2^-149 near zero. So when the unit is at least u, the exact value of (x - origin) * scale is at least u - |u|
  /// 2^-23 - 2^-149, and x at least that divided by the scale, plus the origin. Below, twice the first term is
  /// subtracted, and more of the second, which covers this division; 2^-51 of the summands covers addition. The same
  /// holds for the greatest sides. Ordinates that were clamped to the limit lie anywhere beyond it.
  @inline(__always)
  func envelope(holding sides: SIMD4<Double>) -> Envelope {
    Envelope(
      minX: TreeFrame.ordinate(sides.x, -1, origin.x, scale),
      minY: TreeFrame.ordinate(sides.y, -1, origin.y, scale),
      maxX: TreeFrame.ordinate(sides.z, 1, origin.x, scale),
      maxY: TreeFrame.ordinate(sides.w, 1, origin.y, scale)
    )
  }

  /// The ordinate of a side in units, moved outwards: down for direction -1, up for 1.
  @inline(__always)
  private static func ordinate(
    _ side: Double,
    _ direction: Double,
    _ origin: Double,
    _ scale: Double
  ) -> Double {
    if side * direction >= limit { return direction * .infinity }
    let away = (side + direction * (side.magnitude * 0x1p-22 + 0x1p-140)) / scale
    let ordinate = origin + away
    return ordinate + direction * (origin.magnitude + away.magnitude) * 0x1p-51
  }
}
