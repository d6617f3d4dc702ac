internal import CHints

/// The format of a packed tree's leaves, whose sides are steps of a grid or doubles.
///
/// A leaf is four rows of 16 numbers (least x, least y, greatest x, greatest y of its entries), then 16 features,
/// then 16 codes. So the data of an entry is contiguous, and one instruction tests several entries. Lanes without an
/// entry fail every test.
protocol LeafFormat: Sendable {
  /// A number of a row.
  associatedtype LaneScalar: SIMDScalar
  /// A rectangle's least x, least y, greatest x and greatest y.
  typealias Sides = SIMD4<LaneScalar>
  typealias Window = LaneWindow<LaneScalar>
  typealias Place = LanePlace<LaneScalar>
  associatedtype Distances: SIMD where Distances.Scalar: BinaryFloatingPoint

  static var rowsByteCount: Int { get }

  init(_ leaves: UnsafeRawPointer, _ grid: Grid?)

  var leaves: UnsafeRawPointer { get }

  func sides(of envelope: Envelope) -> Sides
  func place(_ point: Coordinate) -> Place

  /// One bit for each entry of a leaf whose box meets the window.
  func entries(of leaf: Int, in window: Window) -> UInt32

  /// One bit for each entry of a leaf whose box may be within a distance, in coordinate units, of a point.
  func entries(of leaf: Int, within distance: Double, of place: Place) -> UInt32

  /// Lower bounds of the squared distances of a leaf's segments from a point, in units of the rows; undefined for
  /// exceptions and lanes without an entry.
  func segmentDistances(of leaf: Int, from place: Place) -> Distances

  /// One bit for each lane whose distance may be within one in coordinate units.
  func lanes(of distances: Distances, within distance: Double) -> UInt32

  /// Whether ``segmentBounds(of:_:_:from:)`` is valid for a point, in a tree of an extent.
  func reaches(_ place: Coordinate, in extent: Envelope) -> Bool

  /// Bounds of the squared distances of four segments of a leaf from a point, in the format's units, given
  /// ``falls(_:)``.
  func segmentBounds(
    of leaf: Int,
    _ quarter: Int,
    _ falls: SIMD4<Int32>,
    from place: Place
  ) -> SegmentBounds

  /// The bounds of a segment whose exact squared distance is known, for exceptions.
  func bounds(ofSquaredDistance squared: Double) -> (least: Float, greatest: Float)

  /// The greatest lower bound of a segment within a distance in coordinate units.
  func cut(_ distance: Double) -> Float

  /// A distance in coordinate units that a segment with a given upper bound does not exceed.
  func reach(_ greatest: Float) -> Double

  /// The least and the greatest corner of an entry, exactly.
  func sides(_ leaf: Int, _ lane: Int) -> (least: Coordinate, greatest: Coordinate)
}

extension LeafFormat {
  /// One bit for each lane of a leaf with a feature; bits of lanes without an entry may be set.
  @inline(__always) func entries(of leaf: Int, ofFeature feature: Int32) -> UInt32 {
    let wanted = SIMD4(repeating: feature)
    return LaneBits.of(
      features(leaf, 0) .== wanted,
      features(leaf, 1) .== wanted,
      features(leaf, 2) .== wanted,
      features(leaf, 3) .== wanted
    )
  }

  @inline(__always) private func features(_ leaf: Int, _ quarter: Int) -> SIMD4<Int32> {
    // leaf < leafCount: searches return only those. Quarter is a literal below 4. Features begin at a multiple of 16
    // bytes.
    unsafe leaves.value(
      at: leaf &* Self.stride &+ Self.rowsByteCount &+ quarter &* 16,
      as: SIMD4<Int32>.self
    )
  }

  /// The bytes of a leaf: the rows, 16 features, 16 codes.
  @inline(__always) static var stride: Int { rowsByteCount &+ 96 }

  @inline(__always) func feature(_ leaf: Int, _ lane: Int) -> Int32 {
    // leaf < leafCount and lane < 16: searches return only those.
    unsafe leaves.value(at: leaf &* Self.stride &+ Self.rowsByteCount &+ lane &* 4, as: Int32.self)
  }

  @inline(__always) func code(_ leaf: Int, _ lane: Int) -> EntryCode {
    // As in `feature`.
    EntryCode(
      bits: unsafe leaves.value(
        at: leaf &* Self.stride &+ Self.rowsByteCount &+ 64 &+ lane &* 2,
        as: UInt16.self
      )
    )
  }

  @inline(__always) func exceptions(of leaf: Int) -> UInt32 {
    // As in `feature`. Codes begin at a multiple of 32 bytes, as leaves and the features before them do.
    let codes = unsafe leaves.value(
      at: leaf &* Self.stride &+ Self.rowsByteCount &+ 64,
      as: SIMD16<UInt16>.self
    )
    return LaneBits.of(codes .== SIMD16(repeating: EntryCode.exception.bits))
  }

  /// Four times four lanes, all ones where the segment falls, that is, where its end with the least x has the
  /// greatest y; otherwise zeros.
  @inline(__always) func falls(
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
  @inline(__always) func nearest(among bits: UInt32, _ distances: Distances) -> Int {
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

  /// The bounds of all lanes of a leaf; undefined for exceptions and lanes without an entry.
  @inline(__always) func segmentBounds(
    of leaf: Int,
    from place: Place
  ) -> (least: SIMD16<Float>, greatest: SIMD16<Float>) {
    let falls = falls(leaf)
    let first = segmentBounds(of: leaf, 0, falls.0, from: place)
    let second = segmentBounds(of: leaf, 1, falls.1, from: place)
    let third = segmentBounds(of: leaf, 2, falls.2, from: place)
    let fourth = segmentBounds(of: leaf, 3, falls.3, from: place)
    return (
      SIMD16(
        lowHalf: SIMD8(lowHalf: first.least, highHalf: second.least),
        highHalf: SIMD8(lowHalf: third.least, highHalf: fourth.least)
      ),
      SIMD16(
        lowHalf: SIMD8(lowHalf: first.greatest, highHalf: second.greatest),
        highHalf: SIMD8(lowHalf: third.greatest, highHalf: fourth.greatest)
      )
    )
  }
}

/// A rectangle for comparison with rows of sides, four lanes at a time.
struct LaneWindow<LaneScalar: SIMDScalar> {
  let minX: SIMD4<LaneScalar>
  let minY: SIMD4<LaneScalar>
  let maxX: SIMD4<LaneScalar>
  let maxY: SIMD4<LaneScalar>

  @inline(__always) init(_ sides: SIMD4<LaneScalar>) {
    minX = SIMD4(repeating: sides.x)
    minY = SIMD4(repeating: sides.y)
    maxX = SIMD4(repeating: sides.z)
    maxY = SIMD4(repeating: sides.w)
  }
}

/// A point for distances from rows of sides, four lanes at a time.
struct LanePlace<LaneScalar: SIMDScalar> {
  let x: SIMD4<LaneScalar>
  let y: SIMD4<LaneScalar>
}

/// A lower and an upper bound of the squared distances of four segments from a point.
///
/// With `a` from the point to one end and `e` along the segment, the closest point of the segment is `a + t e` for
/// `t = -(a.e) / (e.e)` clamped to 0...1. Single precision moves `t` by at most 9 u |a| / |e| for u = 2^-24, which
/// lengthens a distance `d` by at most 9 u |a|, and `a + t e` by 2 u |a| + 3 u |e|. As `|a| <= d + |e|`, the computed
/// distance is at most `d (1 + 16 u) + 16 u |e|`, and its square at most `d d (1 + 2^-18) + e e 2^-19`. The lower
/// bound subtracts `e e 2^-16`, and comparisons with it (``LeafFormat/cut(_:)``) allow for a factor of `1 + 2^-15`.
///
/// Conversely, the computed `t`, clamped to 0...1, belongs to some point of the segment, so `d` is at most the length
/// of `a + t e`, and the computed distance is less than that by at most 2 u |a| + 3 u |e| and rounding. So
/// `d (1 - 2 u)` is at most the computed distance times `1 + 2 u`, plus 5 u |e|, and `d d` at most its square times
/// `1 + 2^-17`, plus `e e 2^-24`. The upper bound adds `e e 2^-16`, and takes a factor of `1 + 2^-16`.
struct SegmentBounds {
  let least: SIMD4<Float>
  let greatest: SIMD4<Float>

  /// Bounds of segments by their starts, relative to the point, and their vectors; segments shorter than the root of
  /// `leastSquaredLength` count as their start.
  @inline(__always) init(
    startingAt start: (x: SIMD4<Float>, y: SIMD4<Float>),
    along course: (x: SIMD4<Float>, y: SIMD4<Float>),
    leastSquaredLength: Float
  ) {
    let squaredLength = course.x * course.x + course.y * course.y
    let divisor = squaredLength.replacing(
      with: SIMD4(repeating: leastSquaredLength),
      where: squaredLength .< SIMD4(repeating: leastSquaredLength)
    )
    // -t, which saves a negation.
    var fraction = (start.x * course.x + start.y * course.y) / divisor
    let (none, whole) = (SIMD4<Float>(repeating: 0), SIMD4<Float>(repeating: -1))
    fraction.replace(with: none, where: fraction .> none)
    fraction.replace(with: whole, where: fraction .< whole)
    let dx = start.x - fraction * course.x
    let dy = start.y - fraction * course.y
    let found = dx * dx + dy * dy
    let margin = squaredLength * SIMD4(repeating: 0x1p-16)
    least = found - margin
    greatest = (found + margin) * SIMD4(repeating: 1 + 0x1p-16)
  }
}

/// Converts comparisons of SIMD lanes to bits, one for each of the 16 lanes of a node or leaf.
///
/// Swift has no instruction for it, and its alternative takes 10 times as many on plain x86-64.
enum LaneBits {
  /// One bit for each lane that is not above a limit.
  @inline(__always) static func of(_ numbers: SIMD16<Float>, within limit: Float) -> UInt32 {
    let limits = SIMD4<Float>(repeating: limit)
    return of(
      numbers.lowHalf.lowHalf .<= limits,
      numbers.lowHalf.highHalf .<= limits,
      numbers.highHalf.lowHalf .<= limits,
      numbers.highHalf.highHalf .<= limits
    )
  }

  @inline(__always) static func of(
    _ first: SIMDMask<SIMD4<Int32>>,
    _ second: SIMDMask<SIMD4<Int32>>,
    _ third: SIMDMask<SIMD4<Int32>>,
    _ fourth: SIMDMask<SIMD4<Int32>>
  ) -> UInt32 {
    chints_signs(signs(first), signs(second), signs(third), signs(fourth))
  }

  @inline(__always) static func of(
    _ first: SIMDMask<SIMD4<Int64>>,
    _ second: SIMDMask<SIMD4<Int64>>,
    _ third: SIMDMask<SIMD4<Int64>>,
    _ fourth: SIMDMask<SIMD4<Int64>>
  ) -> UInt32 {
    chints_signs(signs(first), signs(second), signs(third), signs(fourth))
  }

  @inline(__always) static func of(_ lanes: SIMDMask<SIMD16<Int8>>) -> UInt32 {
    chints_signs_of_bytes(
      SIMD16<Int8>(repeating: 0).replacing(with: SIMD16(repeating: -1), where: lanes)
    )
  }

  @inline(__always) static func of(_ lanes: SIMDMask<SIMD16<Int16>>) -> UInt32 {
    chints_signs_of_bytes(
      SIMD16<Int8>(
        truncatingIfNeeded: SIMD16<Int16>(repeating: 0)
          .replacing(with: SIMD16(repeating: -1), where: lanes)
      )
    )
  }

  @inline(__always) private static func signs(_ mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<Int32> {
    SIMD4<Int32>(repeating: 0).replacing(with: SIMD4(repeating: -1), where: mask)
  }

  @inline(__always) private static func signs(_ mask: SIMDMask<SIMD4<Int64>>) -> SIMD4<Int32> {
    SIMD4<Int32>(
      truncatingIfNeeded: SIMD4<Int64>(repeating: 0)
        .replacing(with: SIMD4(repeating: -1), where: mask)
    )
  }
}
