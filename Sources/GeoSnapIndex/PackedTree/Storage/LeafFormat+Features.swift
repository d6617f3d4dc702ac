extension LeafFormat {
  /// One bit for each lane of a leaf with a feature; bits of lanes without an entry may be set.
  @inline(__always)
  func entries(of leaf: Int, ofFeature feature: Int32) -> UInt32 {
    let wanted = SIMD4(repeating: feature)
    return LaneBits.of(
      features(leaf, 0) .== wanted,
      features(leaf, 1) .== wanted,
      features(leaf, 2) .== wanted,
      features(leaf, 3) .== wanted
    )
  }

  @inline(__always)
  private func features(_ leaf: Int, _ quarter: Int) -> SIMD4<Int32> {
    // leaf < leafCount: searches return only those. Quarter is a literal below 4. Features begin at a multiple of 16
    // bytes.
    unsafe leaves.value(
      at: leaf &* Self.stride &+ Self.rowsByteCount &+ quarter &* 16,
      as: SIMD4<Int32>.self
    )
  }
}
