extension LeafFormat {
  /// One bit for each lane of a leaf that has a feature.
  ///
  /// Bits of lanes without an entry may be set.
  @inline(__always)
  func entries(of leaf: Int, ofFeature feature: Int32) -> UInt32 {
    let features = SIMD4(repeating: feature)
    let bits =
      (LaneBits.of(0, self.features(leaf, 0) .== features)
        | LaneBits.of(1, self.features(leaf, 1) .== features))
      | (LaneBits.of(2, self.features(leaf, 2) .== features)
        | LaneBits.of(3, self.features(leaf, 3) .== features))
    return bits.wrappedSum()
  }

  @inline(__always)
  private func features(_ leaf: Int, _ quarter: Int) -> SIMD4<Int32> {
    // leaf < leafCount: searches give only those. Quarter is a literal below 4. Features begin at a
    // multiple of 16 bytes.
    unsafe leaves.load(
      fromByteOffset: leaf &* Self.stride &+ Self.rowsByteCount &+ quarter &* 16,
      as: SIMD4<Int32>.self
    )
  }
}
