/// A node or leaf that a query of a batch has yet to search.
struct BatchStep {
  let question: Int32
  let position: Int32

  @inline(__always)
  init(_ question: Int, _ position: Int) {
    self.question = Int32(truncatingIfNeeded: question)
    self.position = Int32(truncatingIfNeeded: position)
  }
}

/// The window of a query that finds nothing.
let emptyWindow = SIMD4<Float>(repeating: .nan)

extension TreeView {
  /// The most queries of a batch.
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
  @inline(never)
  func findLeaves(
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
          : children(ofCoarse: start &+ node, in: CoarseWindow(window))
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
@safe
package final class BatchMemory {
  let steps: UnsafeMutableBufferPointer<BatchStep>

  init() { unsafe steps = .allocate(capacity: 2 * TreeView.batchCapacity) }

  deinit { unsafe steps.deallocate() }
}
