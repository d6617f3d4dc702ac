#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

package func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let radians = degrees * .pi / 180
  return (sin(radians), cos(radians))
}

/// The azimuth, in degrees clockwise from north, of a vector to the east and north.
func azimuth(east: Double, north: Double) -> Double { atan2(east, north) * 180 / .pi }

/// The angle in radians with a cosine, which is clamped to -1...1.
func angle(cosine: Double) -> Double { acos(min(max(cosine, -1), 1)) }

/// The angle in radians of a right triangle with an opposite and an adjacent leg.
func angle(opposite: Double, adjacent: Double) -> Double { atan2(opposite, adjacent) }

/// The angle in degrees from -180 to 180 that is equal to an angle.
func folded(degrees: Double) -> Double { remainder(degrees, 360) }
