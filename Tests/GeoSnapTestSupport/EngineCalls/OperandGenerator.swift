/// Operands one after the other, all that follow from a seed.
public struct OperandGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed }

  /// Operands of the next pseudo-random bytes; nil when no geometry can be made of them.
  public mutating func operands() -> EngineOperands? {
    var bytes: [UInt8] = []
    // Few: the geometries are small, and so is what a call costs.
    while bytes.count < 64 {
      // Splitmix64.
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state &>> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed &>> 31
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: mixed >> UInt64(shift)))
      }
    }
    return try? EngineOperands(bytes: bytes)
  }
}
