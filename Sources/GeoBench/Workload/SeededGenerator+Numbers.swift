import Foundation
import GeoSnapTestSupport

// The random numbers of workloads, the same in every language.
extension SeededGenerator {
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
