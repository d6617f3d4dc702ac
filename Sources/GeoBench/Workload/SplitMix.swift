import Foundation

/// The random numbers of workloads: splitmix64, the same in every language.
struct SplitMix {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A uniform number from 0 up to but not including 1.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A uniform integer from 0 up to but not including `bound`.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A normal number with mean 0 and deviation 1 (Box and Muller).
  mutating func gaussian() -> Double {
    let radius = 1 - uniform()
    let turn = uniform()
    return (-2 * log(radius)).squareRoot() * cos(2 * Double.pi * turn)
  }
}
