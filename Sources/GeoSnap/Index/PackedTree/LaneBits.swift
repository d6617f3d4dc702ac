/// Turns comparisons of SIMD lanes into bits, one for each of a node's or leaf's 16 lanes.
///
/// AND with constants, OR and one sum are cheap everywhere; wider vectors and conversions of masks
/// are not (measured: 3 to 8 times slower on plain x86-64).
enum LaneBits {
  @inline(__always)
  static func of(_ quarter: Int, _ mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<UInt32> {
    let bits = SIMD4<UInt32>(1, 2, 4, 8) &<< SIMD4(repeating: UInt32(4 &* quarter))
    return SIMD4<UInt32>(repeating: 0).replacing(with: bits, where: mask)
  }

  @inline(__always)
  static func of(_ quarter: Int, _ mask: SIMDMask<SIMD4<Int64>>) -> SIMD4<UInt64> {
    let bits = SIMD4<UInt64>(1, 2, 4, 8) &<< SIMD4(repeating: UInt64(4 &* quarter))
    return SIMD4<UInt64>(repeating: 0).replacing(with: bits, where: mask)
  }
}
