extension LeafFormat {
  /// The bytes of a leaf: the rows, 16 features, 16 codes.
  @inline(__always)
  static var stride: Int { rowsByteCount &+ 96 }

  @inline(__always)
  func feature(_ leaf: Int, _ lane: Int) -> Int32 {
    // leaf < leafCount and lane < 16: searches return only those.
    unsafe leaves.value(
      at: leaf &* Self.stride &+ Self.rowsByteCount &+ lane &* 4,
      as: Int32.self
    )
  }

  @inline(__always)
  func code(_ leaf: Int, _ lane: Int) -> EntryCode {
    // As in `feature`.
    EntryCode(
      bits: unsafe leaves.value(
        at: leaf &* Self.stride &+ Self.rowsByteCount &+ 64 &+ lane &* 2,
        as: UInt16.self
      )
    )
  }

  @inline(__always)
  func exceptions(of leaf: Int) -> UInt32 {
    // As in `feature`. Codes begin at a multiple of 32 bytes, as leaves and the features before them do.
    let codes = unsafe leaves.value(
      at: leaf &* Self.stride &+ Self.rowsByteCount &+ 64,
      as: SIMD16<UInt16>.self
    )
    return LaneBits.of(codes .== SIMD16(repeating: EntryCode.exception.bits))
  }

  /// Four times four lanes, all ones where the segment falls, that is, where its end with the least x has the
  /// greatest y; otherwise zeros.
  @inline(__always)
  func falls(
    _ leaf: Int
  ) -> (SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>, SIMD4<Int32>) {
    let (lower, upper) = (falls(leaf, half: 0), falls(leaf, half: 1))
    return (
      SIMD4(lower.even.x, lower.odd.x, lower.even.y, lower.odd.y),
      SIMD4(lower.even.z, lower.odd.z, lower.even.w, lower.odd.w),
      SIMD4(upper.even.x, upper.odd.x, upper.even.y, upper.odd.y),
      SIMD4(upper.even.z, upper.odd.z, upper.even.w, upper.odd.w)
    )
  }

  /// The same for eight lanes, even and odd ones separately.
  @inline(__always)
  private func falls(_ leaf: Int, half: Int) -> (even: SIMD4<Int32>, odd: SIMD4<Int32>) {
    // As in `feature`; half is 0 or 1. Codes are 16-byte aligned, as leaves and rows are. Words are
    // little-endian wherever Swift runs.
    let codes = unsafe leaves.value(
      at: leaf &* Self.stride &+ Self.rowsByteCount &+ 64 &+ half &* 16,
      as: SIMD4<Int32>.self
    )
    // Bits 4 and 5 of a code differ where the segment falls.
    let falls = codes ^ (codes &<< SIMD4(repeating: 1))
    let last = SIMD4<Int32>(repeating: 31)
    return (
      even: (falls &<< SIMD4(repeating: 26)) &>> last,
      odd: (falls &<< SIMD4(repeating: 10)) &>> last
    )
  }

  /// The lane of `bits` with the least distance.
  @inline(__always)
  func nearest(among bits: UInt32, _ distances: Distances) -> Int {
    var nearest = bits.trailingZeroBitCount
    var least = distances[nearest]
    var rest = bits & (bits &- 1)
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      let distance = distances[lane]
      nearest = distance < least ? lane : nearest
      least = distance < least ? distance : least
      rest &= rest &- 1
    }
    return nearest
  }
}
