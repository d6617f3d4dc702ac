/// The order in which a packed tree stores its entries: along a Hilbert curve through their
/// centres, so that neighbours in the plane become neighbours in memory.
///
/// Entries on the same cell of the 65,536 x 65,536 grid keep their given order.
///
/// - Complexity: O(n): a radix sort of 32-bit keys.
func hilbertOrder(count: Int, extent: Envelope, center: (Int) -> Coordinate) -> [Int32] {
  let scaleX = extent.width > 0 ? 65535 / extent.width : 0
  let scaleY = extent.height > 0 ? 65535 / extent.height : 0
  var pairs: [UInt64] = []
  pairs.reserveCapacity(count)
  var counts = [[Int]](repeating: [Int](repeating: 0, count: 2048), count: 3)
  for index in 0..<count {
    let place = center(index)
    let key = hilbertKey(
      UInt32(((place.x - extent.minX) * scaleX).clamped(to: 65535)),
      UInt32(((place.y - extent.minY) * scaleY).clamped(to: 65535))
    )
    pairs.append(UInt64(key) << 32 | UInt64(index))
    counts[0][Int(key & 2047)] += 1
    counts[1][Int(key >> 11 & 2047)] += 1
    counts[2][Int(key >> 22)] += 1
  }
  var sorted = pairs
  for pass in 0..<3 {
    var starts = counts[pass]
    var sum = 0
    for digit in starts.indices {
      let count = starts[digit]
      starts[digit] = sum
      sum += count
    }
    let shift = UInt64(32 + 11 * pass)
    for pair in pairs {
      let digit = Int(pair >> shift & 2047)
      sorted[starts[digit]] = pair
      starts[digit] += 1
    }
    swap(&pairs, &sorted)
  }
  return pairs.map { Int32(truncatingIfNeeded: $0) }
}

/// The position of a cell along the Hilbert curve through a 65,536 x 65,536 grid.
///
/// Walks from the coarsest quadrant to the finest, turning the frame as the curve does.
func hilbertKey(_ column: UInt32, _ row: UInt32) -> UInt32 {
  var x = column
  var y = row
  var key: UInt32 = 0
  var side: UInt32 = 1 << 15
  while side > 0 {
    let right: UInt32 = x & side == 0 ? 0 : 1
    let upper: UInt32 = y & side == 0 ? 0 : 1
    key = key << 2 | ((3 &* right) ^ upper)
    if upper == 0 {
      if right == 1 {
        x = 65535 &- x
        y = 65535 &- y
      }
      swap(&x, &y)
    }
    side >>= 1
  }
  return key
}

extension Double {
  fileprivate func clamped(to limit: Double) -> Double { Swift.min(Swift.max(self, 0), limit) }
}
