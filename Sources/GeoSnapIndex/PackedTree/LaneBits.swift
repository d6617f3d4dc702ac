internal import CHints

/// Converts comparisons of SIMD lanes to bits, one for each of the 16 lanes of a node or leaf.
///
/// Swift has no instruction for it, and its alternative takes 10 times as many on plain x86-64.
enum LaneBits {
  /// One bit for each lane that is not above a limit.
  @inline(__always)
  static func of(_ numbers: SIMD16<Float>, within limit: Float) -> UInt32 {
    let limits = SIMD4<Float>(repeating: limit)
    return of(
      numbers.lowHalf.lowHalf .<= limits,
      numbers.lowHalf.highHalf .<= limits,
      numbers.highHalf.lowHalf .<= limits,
      numbers.highHalf.highHalf .<= limits
    )
  }

  @inline(__always)
  static func of(
    _ first: SIMDMask<SIMD4<Int32>>,
    _ second: SIMDMask<SIMD4<Int32>>,
    _ third: SIMDMask<SIMD4<Int32>>,
    _ fourth: SIMDMask<SIMD4<Int32>>
  ) -> UInt32 {
    chints_signs(signs(first), signs(second), signs(third), signs(fourth))
  }

  @inline(__always)
  static func of(
    _ first: SIMDMask<SIMD4<Int64>>,
    _ second: SIMDMask<SIMD4<Int64>>,
    _ third: SIMDMask<SIMD4<Int64>>,
    _ fourth: SIMDMask<SIMD4<Int64>>
  ) -> UInt32 {
    chints_signs(signs(first), signs(second), signs(third), signs(fourth))
  }

  @inline(__always)
  static func of(_ lanes: SIMDMask<SIMD16<Int8>>) -> UInt32 {
    chints_signs_of_bytes(
      SIMD16<Int8>(repeating: 0).replacing(with: SIMD16(repeating: -1), where: lanes)
    )
  }

  @inline(__always)
  static func of(_ lanes: SIMDMask<SIMD16<Int16>>) -> UInt32 {
    chints_signs_of_bytes(
      SIMD16<Int8>(
        truncatingIfNeeded: SIMD16<Int16>(repeating: 0)
          .replacing(with: SIMD16(repeating: -1), where: lanes)
      )
    )
  }

  @inline(__always)
  private static func signs(_ mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<Int32> {
    SIMD4<Int32>(repeating: 0).replacing(with: SIMD4(repeating: -1), where: mask)
  }

  @inline(__always)
  private static func signs(_ mask: SIMDMask<SIMD4<Int64>>) -> SIMD4<Int32> {
    SIMD4<Int32>(
      truncatingIfNeeded: SIMD4<Int64>(repeating: 0)
        .replacing(with: SIMD4(repeating: -1), where: mask)
    )
  }
}
