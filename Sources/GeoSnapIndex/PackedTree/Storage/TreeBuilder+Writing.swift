internal import CHints

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

  @inline(__always) static func fetch(_ entries: UnsafePointer<TreeEntry>, _ index: Int) {
    // A hint never faults, at any address.
    unsafe chints_prefetch(entries + index)
    // Half of the entries extend into the next cache line.
    unsafe chints_prefetch(UnsafeRawPointer(entries + index + 1) - 1)
  }
}

/// Writes the entries of leaves.
// Points to leaves that the builder allocated and keeps; it writes each slot from one thread only.
@safe struct LeafWriter<Leaves: LeafFormat> {
  private let leaves: UnsafeMutableRawPointer
  private let grid: Grid?
  private let segmentBits: UInt16

  init(_ leaves: UnsafeMutableRawPointer, _ grid: Grid?, _ segmentBits: UInt16) {
    unsafe self.leaves = unsafe leaves
    self.grid = grid
    self.segmentBits = segmentBits
  }

  /// Writes an entry; false when it is an exception, whose rows give its position only roughly.
  func write(_ entry: TreeEntry, _ leaf: Int, _ lane: Int) -> Bool {
    let isHeld: Bool
    if let grid {
      let (steps, areExact) = grid.steps(entry.first, entry.second)
      setRows(
        leaf,
        lane,
        min(steps.x, steps.z),
        min(steps.y, steps.w),
        max(steps.x, steps.z),
        max(steps.y, steps.w)
      )
      isHeld = areExact
    } else {
      let box = entry.envelope
      setRows(leaf, lane, box.minX, box.minY, box.maxX, box.maxY)
      // The lesser of 0.0 and -0.0 may be either.
      isHeld = !hasNegativeZero(entry.first) && !hasNegativeZero(entry.second)
    }
    let code = isHeld ? EntryCode(entry, segmentBits: segmentBits) : nil
    setLabel(leaf, lane, entry.label.feature, code ?? .exception)
    return code != nil
  }

  /// Writes sides that fail every test.
  func writeMissing(_ leaf: Int, _ lane: Int) {
    if grid == nil {
      setRows(leaf, lane, Double.nan, .nan, .nan, .nan)
    } else {
      let missing = GridLeaves.missing
      setRows(leaf, lane, missing, missing, -missing, -missing)
    }
    setLabel(leaf, lane, 0, EntryCode(bits: 0))
  }

  private func hasNegativeZero(_ place: Coordinate) -> Bool {
    (place.x == 0 && place.x.sign == .minus) || (place.y == 0 && place.y.sign == .minus)
  }

  private func setRows<Side>(
    _ leaf: Int,
    _ lane: Int,
    _ minX: Side,
    _ minY: Side,
    _ maxX: Side,
    _ maxY: Side
  ) {
    let size = MemoryLayout<Side>.stride
    // leaf < leafCount and lane < 16: the builder's pieces divide the slots.
    let column = unsafe leaves + leaf * Leaves.stride + lane * size
    unsafe column.storeBytes(of: minX, as: Side.self)
    unsafe column.storeBytes(of: minY, toByteOffset: 16 * size, as: Side.self)
    unsafe column.storeBytes(of: maxX, toByteOffset: 32 * size, as: Side.self)
    unsafe column.storeBytes(of: maxY, toByteOffset: 48 * size, as: Side.self)
  }

  private func setLabel(_ leaf: Int, _ lane: Int, _ feature: Int32, _ code: EntryCode) {
    // As in `setRows`.
    let labels = unsafe leaves + leaf * Leaves.stride + Leaves.rowsByteCount
    unsafe labels.storeBytes(of: feature, toByteOffset: lane * 4, as: Int32.self)
    unsafe labels.storeBytes(of: code.bits, toByteOffset: 64 + lane * 2, as: UInt16.self)
  }
}

/// Writes the nodes above leaves with known boxes.
// Fills memory that it allocates and then hands over; nothing else accesses it before.
@safe struct NodeWriter {
  let coarse: UnsafeMutableRawPointer
  let fine: UnsafeMutableRawPointer
  private let shape: TreeShape

  init(_ shape: TreeShape, _ leafBoxes: UnsafeBufferPointer<SIMD4<Float>>) {
    self.shape = shape
    unsafe coarse = .allocate(
      byteCount: max(shape.coarseCount, 1) * TreeView.coarseStride,
      alignment: 64
    )
    unsafe fine = .allocate(byteCount: max(shape.fineCount, 1) * TreeView.fineStride, alignment: 64)
    guard shape.top > 0 else { return }
    var boxes: [SIMD4<Float>] = []
    boxes.reserveCapacity(shape.fineCount)
    for node in 0..<shape.fineCount {
      let children = node * 16..<min(node * 16 + 16, shape.leafCount)
      var box = unsafe leafBoxes[children.lowerBound]
      for leaf in children.dropFirst() { box = NodeWriter.union(box, unsafe leafBoxes[leaf]) }
      writeFine(node, box, children.map { leaf in unsafe leafBoxes[leaf] })
      boxes.append(box)
    }
    for level in 2..<max(shape.top + 1, 2) {
      boxes = (0..<shape.width(level)).map { node in
        let children = boxes[node * 16..<min(node * 16 + 16, boxes.count)]
        writeCoarse(shape.start(level) + node, Array(children))
        return children.dropFirst().reduce(children[children.startIndex], NodeWriter.union)
      }
    }
  }

  private func writeFine(_ node: Int, _ box: SIMD4<Float>, _ children: [SIMD4<Float>]) {
    // The least side keeps the number of cells per unit finite.
    let header = SIMD4<Float>(
      box.x,
      box.y,
      255 / max(box.z - box.x, 0x1p-60),
      255 / max(box.w - box.y, 0x1p-60)
    )
    // node < fineCount and lane < 16.
    let start = unsafe fine + node * TreeView.fineStride
    unsafe start.storeBytes(of: header, as: SIMD4<Float>.self)
    for lane in 0..<16 {
      let cells =
        lane < children.count
        ? TreeView.cells(children[lane], header) : SIMD4<UInt32>(255, 255, 0, 0)
      for row in 0..<4 {
        unsafe start.storeBytes(
          of: UInt8(truncatingIfNeeded: cells[row]),
          toByteOffset: 16 + row * 16 + lane,
          as: UInt8.self
        )
      }
    }
  }

  private func writeCoarse(_ node: Int, _ children: [SIMD4<Float>]) {
    for lane in 0..<16 {
      let box = lane < children.count ? children[lane] : SIMD4(repeating: .nan)
      for row in 0..<4 {
        // node < coarseCount and lane < 16.
        unsafe coarse.storeBytes(
          of: box[row],
          toByteOffset: node * TreeView.coarseStride + row * 64 + lane * 4,
          as: Float.self
        )
      }
    }
  }

  private static func union(_ first: SIMD4<Float>, _ second: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(
      min(first.x, second.x),
      min(first.y, second.y),
      max(first.z, second.z),
      max(first.w, second.w)
    )
  }
}
