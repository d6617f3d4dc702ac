/// The order in which a packed tree stores its entries: along a Hilbert curve through their
/// centres, so that neighbours in the plane become neighbours in memory.
///
/// Entries on the same cell of the 65,536 x 65,536 grid keep their given order.
///
/// - Complexity: O(n): a radix sort of 32-bit keys.
func hilbertOrder(count: Int, extent: Envelope, center: (Int) -> Coordinate) -> [Int32] {
  let scaleX = scale(over: extent.width)
  let scaleY = scale(over: extent.height)
  var pairs: [UInt64] = []
  pairs.reserveCapacity(count)
  var starts = [Int](repeating: 0, count: 3 * 2048)
  for index in 0..<count {
    let place = center(index)
    let key = hilbertKey(
      UInt32(min(max((place.x - extent.minX) * scaleX, 0), 65535)),
      UInt32(min(max((place.y - extent.minY) * scaleY, 0), 65535))
    )
    pairs.append(UInt64(key) << 32 | UInt64(index))
    for pass in 0..<3 { starts[pass * 2048 + Int(key >> UInt32(11 * pass) & 2047)] += 1 }
  }
  var sorted = pairs
  for pass in 0..<3 {
    var sum = 0
    for digit in (pass * 2048)..<((pass + 1) * 2048) {
      let count = starts[digit]
      starts[digit] = sum
      sum += count
    }
    let shift = UInt64(32 + 11 * pass)
    for pair in pairs {
      let digit = pass * 2048 + Int(pair >> shift & 2047)
      sorted[starts[digit]] = pair
      starts[digit] += 1
    }
    swap(&pairs, &sorted)
  }
  return pairs.map { Int32(truncatingIfNeeded: $0) }
}

/// Grid cells per unit; 0 for an extent without width, or with one so small that cells overflow.
private func scale(over width: Double) -> Double {
  let scale = 65535 / width
  return scale.isFinite ? scale : 0
}

/// The position of a cell along the Hilbert curve through a 65,536 x 65,536 grid.
///
/// Walks from the coarsest quadrant to the finest, turning the frame as the curve does: in a lower
/// quadrant the axes swap, in the lower right one they are turned over first. Without branches,
/// which would be guessed wrong half of the time.
func hilbertKey(_ column: UInt32, _ row: UInt32) -> UInt32 {
  var x = column
  var y = row
  var key: UInt32 = 0
  for bit in stride(from: UInt32(15), through: 0, by: -1) {
    let right = x &>> bit & 1
    let upper = y &>> bit & 1
    key = key &<< 2 | (3 &* right) ^ upper
    let lower = upper &- 1
    let turn = (0 &- right) & lower
    x ^= turn
    y ^= turn
    let difference = (x ^ y) & lower
    x ^= difference
    y ^= difference
  }
  return key
}
