// As in TreeBuilder: pieces write to separate positions, and every subscript is in bounds because pieces divide
// 0..<count and buckets divide the sorted entries.
extension TreeBuilder {
  func makeKeys(_ piece: Int, _ range: Range<Int>) {
    let curve = HilbertCurve(over: core)
    let counts = unsafe buckets + piece * TreeBuilder.bucketCount
    unsafe counts.update(repeating: 0, count: TreeBuilder.bucketCount)
    var index = range.lowerBound
    while index < range.upperBound {
      // The last entry takes the place of missing ones in the last four.
      var x = SIMD4<Double>(repeating: 0)
      var y = SIMD4<Double>(repeating: 0)
      for lane in 0..<4 {
        let entry = unsafe entries.entries[min(index &+ lane, range.upperBound &- 1)]
        x[lane] = entry.first.x * 0.5 + entry.second.x * 0.5
        y[lane] = entry.first.y * 0.5 + entry.second.y * 0.5
      }
      let key = curve.keys(x, y)
      for lane in 0..<min(4, range.upperBound &- index) {
        let next = index &+ lane
        unsafe keys[next] = UInt64(key[lane]) &<< 32 | UInt64(truncatingIfNeeded: next)
        unsafe counts[Int(key[lane] &>> 21)] &+= 1
      }
      index &+= 4
    }
  }

  /// Converts counts to positions: bucket by bucket, and within a bucket piece by piece.
  func placeBuckets() {
    var sum: Int32 = 0
    for bucket in 0..<TreeBuilder.bucketCount {
      for piece in 0..<pieceCount {
        let index = piece * TreeBuilder.bucketCount + bucket
        let next = unsafe sum + buckets[index]
        unsafe buckets[index] = sum
        sum = next
      }
    }
  }

  func scatter(_ piece: Int, _ range: Range<Int>) {
    let places = unsafe buckets + piece * TreeBuilder.bucketCount
    for index in range {
      let key = unsafe keys[index]
      let bucket = Int(truncatingIfNeeded: key &>> 53)
      unsafe sorted[Int(places[bucket])] = key
      unsafe places[bucket] &+= 1
    }
  }

  func sortBuckets(_ range: Range<Int>) {
    // After scattering, the last piece's positions are the ends of the buckets.
    let ends = unsafe buckets + (pieceCount - 1) * TreeBuilder.bucketCount
    for bucket in range {
      let start = bucket == 0 ? 0 : unsafe Int(ends[bucket - 1])
      let end = unsafe Int(ends[bucket])
      if end - start < 64 { sortFew(start, end) } else { sortMany(start, end) }
    }
  }

  private func sortFew(_ start: Int, _ end: Int) {
    var next = start + 1
    while next < end {
      let key = unsafe sorted[next]
      var place = next
      while place > start, unsafe sorted[place - 1] > key {
        unsafe sorted[place] = sorted[place - 1]
        place -= 1
      }
      unsafe sorted[place] = key
      next += 1
    }
  }

  /// Sorts by the 21 bits of the key below those of the bucket, 7 at a time, through `keys`.
  private func sortMany(_ start: Int, _ end: Int) {
    var counts = InlineArray<384, Int32>(repeating: 0)
    for index in start..<end {
      let key = unsafe Int(truncatingIfNeeded: sorted[index] &>> 32)
      counts[key & 127] &+= 1
      counts[128 &+ (key &>> 7 & 127)] &+= 1
      counts[256 &+ (key &>> 14 & 127)] &+= 1
    }
    for digit in 0..<3 {
      var sum = Int32(start)
      for value in digit * 128..<(digit + 1) * 128 {
        let next = sum + counts[value]
        counts[value] = sum
        sum = next
      }
      let source = unsafe digit == 1 ? keys : sorted
      let target = unsafe digit == 1 ? sorted : keys
      let shift = UInt64(32 + 7 * digit)
      for index in start..<end {
        let key = unsafe source[index]
        let value = digit &* 128 &+ Int(truncatingIfNeeded: key &>> shift & 127)
        unsafe target[Int(counts[value])] = key
        counts[value] &+= 1
      }
    }
    unsafe (sorted + start).update(from: keys + start, count: end - start)
  }
}
