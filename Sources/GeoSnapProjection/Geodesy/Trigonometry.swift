#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The sine and cosine of an angle in degrees.
package func sineAndCosine(degrees: Double) -> (sine: Double, cosine: Double) {
  let radians = degrees * .pi / 180
  return (sin(radians), cos(radians))
}

/// The angle, clockwise from north in degrees, of a step to the east and to the north.
func azimuth(east: Double, north: Double) -> Double { atan2(east, north) * 180 / .pi }

/// The angle in radians whose cosine is given.
func angle(cosine: Double) -> Double { acos(min(max(cosine, -1), 1)) }

/// The angle in radians of a right triangle's leg beside and opposite.
func angle(opposite: Double, adjacent: Double) -> Double { atan2(opposite, adjacent) }

/// An angle in degrees as one from -180 to 180.
func folded(degrees: Double) -> Double { remainder(degrees, 360) }
