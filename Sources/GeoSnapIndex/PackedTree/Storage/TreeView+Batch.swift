extension PackedTree {
  /// Calls `body` with each entry whose box may be within a distance of one of many points, point by point in order.
  ///
  /// Points with NaN or beyond the range of an index find nothing.
  @inline(__always) package func forEachEntry(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    using batch: BatchMemory,
    _ body: (_ place: Int, TreeEntry) -> Void
  ) {
    if grid == nil {
      forEachEntry(DoubleLeaves.self, within: distance, ofEach: places, using: batch, body)
    } else {
      forEachEntry(GridLeaves.self, within: distance, ofEach: places, using: batch, body)
    }
  }

  @inline(__always) private func forEachEntry<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    within distance: Double,
    ofEach places: Span<Coordinate>,
    using batch: BatchMemory,
    _ body: (_ place: Int, TreeEntry) -> Void
  ) {
    // The view and the steps do not keep their memory alive.
    defer { withExtendedLifetime((memory, batch)) {} }
    let view = view
    let leaves = view.leaves(as: format, grid)
    var windows = InlineArray<64, SIMD4<Float>>(repeating: emptyWindow)
    var sides = InlineArray<64, Leaves.Sides>(repeating: leaves.sides(of: extent))
    var first = 0
    while first < places.count {
      let count = min(TreeView.batchSize, places.count - first)
      for question in 0..<TreeView.batchSize {
        windows[question] = emptyWindow
        guard question < count, Tolerance(distance, at: places[first + question]) != nil
        else { continue }
        let window = extent.window(within: distance, of: places[first + question])
        windows[question] = view.frame.units(window)
        sides[question] = leaves.sides(of: window)
      }
      if let steps = unsafe view.findLeaves(meetingEach: windows.span, steps: batch.steps) {
        for index in 0..<steps.count {
          let ahead = index &+ TreeView.leavesAhead
          // index < count, and so is the prefetched index.
          if ahead < steps.count { view.fetchLeaf(unsafe Int(steps[ahead].position)) }
          let step = unsafe steps[index]
          let (question, leaf) = (Int(step.question), Int(step.position))
          var bits = removed.remaining(
            leaves.entries(of: leaf, in: LaneWindow(sides[question])),
            of: leaf
          )
          while bits != 0 {
            body(first + question, view.entry(leaves, leaf, bits.trailingZeroBitCount))
            bits &= bits &- 1
          }
        }
      } else {
        for place in first..<first + count where Tolerance(distance, at: places[place]) != nil {
          forEachEntry(meeting: extent.window(within: distance, of: places[place])) {
            body(place, $0)
          }
        }
      }
      first += count
    }
  }
}

/// A node or leaf that a query of a batch has yet to search.
struct BatchStep {
  let question: Int32
  let position: Int32

  @inline(__always) init(_ question: Int, _ position: Int) {
    self.question = Int32(truncatingIfNeeded: question)
    self.position = Int32(truncatingIfNeeded: position)
  }
}

/// The window of a query that finds nothing.
let emptyWindow = SIMD4<Float>(repeating: .nan)

extension TreeView {
  static let batchSize = 64

  /// The number of leaves prefetched ahead of the visited one: enough to hide the latency of memory, and no more than
  /// it loads at once.
  static let leavesAhead = 16

  /// The most nodes or leaves of one level that a batch may search.
  static let batchCapacity = 4096

  /// Finds the leaves whose boxes meet windows, query by query in order; nil when they exceed the capacity: then
  /// search one by one.
  ///
  /// All queries descend level by level together, so that memory loads overlap: a dependent miss costs a query some
  /// 160 ns, an independent one some 5 ns. `steps` is memory for twice ``batchCapacity`` steps, with any content; the
  /// result lies within it.
  @inline(never) func findLeaves(
    meetingEach windows: Span<SIMD4<Float>>,
    steps: UnsafeMutableBufferPointer<BatchStep>
  ) -> UnsafeBufferPointer<BatchStep>? {
    let capacity = TreeView.batchCapacity
    guard var current = steps.baseAddress, steps.count >= 2 * capacity else { return nil }
    guard shape.top > 0 else { return unsafe UnsafeBufferPointer(start: current, count: 0) }
    // Two halves of the same memory: one level is read while the next is written.
    var next = unsafe current + capacity
    var count = 0
    for question in windows.indices where !windows[question].x.isNaN {
      for position in 0..<shape.width(shape.entryLevel) {
        unsafe current[count] = BatchStep(question, position)
        count &+= 1
      }
    }
    var level = shape.entryLevel
    while level > 0 {
      var nextCount = 0
      let start = shape.start(level)
      let childStart = level > 2 ? start &- shape.width(level &- 1) : 0
      for index in 0..<count {
        guard nextCount &+ 16 <= capacity else { return nil }
        let step = unsafe current[index]
        let node = Int(step.position)
        let window = windows[Int(step.question)]
        var bits =
          level == 1
          ? leaves(ofFine: node, in: window)
          : children(ofCoarse: start &+ node, in: LaneWindow(window))
        while bits != 0 {
          let position = node &* 16 &+ bits.trailingZeroBitCount
          bits &= bits &- 1
          switch level {
          case 1:
            guard position < shape.leafCount else { continue }
            if nextCount < TreeView.leavesAhead { fetchLeaf(position) }
          case 2: fetchFine(position)
          default: fetchCoarse(childStart &+ position)
          }
          unsafe next[nextCount] = BatchStep(Int(step.question), position)
          nextCount &+= 1
        }
      }
      unsafe swap(&current, &next)
      count = nextCount
      level &-= 1
    }
    return unsafe UnsafeBufferPointer(start: current, count: count)
  }
}

/// The memory for batches, allocated once for all batches of a call.
// Only the current batch accesses it.
@safe package final class BatchMemory {
  let steps: UnsafeMutableBufferPointer<BatchStep>

  init() { unsafe steps = .allocate(capacity: 2 * TreeView.batchCapacity) }

  deinit { unsafe steps.deallocate() }
}
