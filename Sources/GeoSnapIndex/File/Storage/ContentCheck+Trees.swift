// Nodes and leaves: what a search follows, and what it hands on.

extension ContentCheck {
  /// A node's missing children must be NaN: a search follows every other.
  func checkCoarse(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    let shape = TreeShape(count: tree.count)
    guard shape.top > 1 else { return }
    for level in 2...shape.top {
      let last = shape.width(level) - 1
      let node = shape.start(level) + last
      let children = shape.width(level - 1) - last * 16
      guard children < 16, records.contains(node) else { continue }
      for row in 0..<4 {
        for lane in children..<16 {
          let side = unsafe memory.start(content).load(
            fromByteOffset: node * TreeView.coarseStride + row * 64 + lane * 4,
            as: Float.self
          )
          if !side.isNaN { finding.problem = "a node with children that do not exist" }
        }
      }
    }
  }

  func checkLeaves(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    if tree.grid == nil {
      checkLeaves(DoubleLeaves.self, content, tree, records, &finding)
      checkSides(content, tree, records, &finding)
    } else {
      checkLeaves(GridLeaves.self, content, tree, records, &finding)
    }
    let present = tree.count - (tree.count - 1) / 16 * 16
    guard present < 16, records.contains((tree.count - 1) / 16) else { return }
    if !areMissing(content, tree, present..<16) {
      finding.problem = "a leaf with entries that do not exist"
    }
  }

  /// Features must not be negative; codes of exceptions are counted.
  private func checkLeaves<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    var labels =
      unsafe memory.start(content) + records.lowerBound * Leaves.stride
      + Leaves.rowsByteCount
    var greatest = SIMD4<Int32>(repeating: -1)
    var signs = SIMD4<Int32>(repeating: 0)
    var exceptions = 0
    for _ in records {
      for quarter in 0..<4 {
        // Labels are 16 features and 16 codes; leaves are 32-byte aligned.
        let features = unsafe labels.load(fromByteOffset: quarter &* 16, as: SIMD4<Int32>.self)
        greatest.replace(with: features, where: features .> greatest)
        signs |= features
      }
      for quarter in 0..<4 {
        let codes = unsafe ~labels.load(fromByteOffset: 64 &+ quarter &* 8, as: UInt64.self)
        // Not zero when one of four codes has all bits set.
        if (codes &- 0x0001_0001_0001_0001) & ~codes & 0x8000_8000_8000_8000 != 0 {
          for shift: UInt64 in [0, 16, 32, 48] where codes &>> shift & 0xFFFF == 0 {
            exceptions &+= 1
          }
        }
      }
      unsafe labels += Leaves.stride
    }
    finding.greatest = greatest.max()
    finding.exceptions = exceptions
    if signs.min() < 0 { finding.problem = "a negative feature" }
  }

  /// Sides that are kept as they are must be numbers that an index takes.
  private func checkSides(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ records: Range<Int>,
    _ finding: inout Finding
  ) {
    let greatest = SIMD4<Double>(repeating: greatestIndexedOrdinate)
    let least = SIMD4<Double>(repeating: -greatestIndexedOrdinate)
    var refused = SIMD4<Int64>(repeating: 0)
    let (none, one) = (SIMD4<Int64>(repeating: 0), SIMD4<Int64>(repeating: 1))
    for leaf in records {
      let start = unsafe memory.start(content) + leaf &* DoubleLeaves.stride
      if leaf == records.upperBound &- 1, tree.count < (leaf &+ 1) &* 16 {
        for lane in 0..<tree.count - leaf * 16 {
          for row in 0..<4 {
            let side = unsafe start.load(fromByteOffset: row * 128 + lane * 8, as: Double.self)
            if !(side.magnitude <= greatestIndexedOrdinate) { refused = one }
          }
        }
        continue
      }
      for quarter in 0..<16 {
        // Rows are 64 numbers; leaves are 32-byte aligned.
        let sides = unsafe start.load(fromByteOffset: quarter &* 32, as: SIMD4<Double>.self)
        refused |= one.replacing(with: none, where: (sides .<= greatest) .& (sides .>= least))
      }
    }
    if refused.max() > 0 { finding.problem = "a side that is no number or too great" }
  }

  /// Whether lanes of the last leaf are as a builder leaves them, so that every test fails.
  private func areMissing(
    _ content: FileContent,
    _ tree: TreeHeader,
    _ lanes: Range<Int>
  ) -> Bool {
    let leaf = unsafe memory.start(content) + (tree.count - 1) / 16 * tree.leafStride
    let labels = unsafe leaf + tree.leafStride - 96
    return lanes.allSatisfy { lane in
      // Four rows of 16 numbers, then 16 features and 16 codes.
      let rows = (0..<4).allSatisfy { row in
        if tree.grid == nil {
          return unsafe leaf.load(fromByteOffset: row * 128 + lane * 8, as: Double.self).isNaN
        }
        let side = unsafe leaf.load(fromByteOffset: row * 64 + lane * 4, as: Int32.self)
        return side == (row < 2 ? GridLeaves.missing : -GridLeaves.missing)
      }
      return unsafe rows && labels.load(fromByteOffset: lane * 4, as: Int32.self) == 0
        && labels.load(fromByteOffset: 64 + lane * 2, as: UInt16.self) == 0
    }
  }
}
