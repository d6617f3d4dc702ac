/// Where a search has still to look: a node and its level.
private struct Step {
  let level: Int32
  let position: Int32

  @inline(__always)
  init(_ level: Int, _ position: Int) {
    self.level = Int32(truncatingIfNeeded: level)
    self.position = Int32(truncatingIfNeeded: position)
  }
}

extension TreeView {
  /// Calls `visit` with each leaf whose box meets a window, in units of the frame, in tree order.
  ///
  /// Leaves are asked from memory as soon as they are known and visited some later, so that memory
  /// answers several at once.
  @inline(__always)
  func forEachLeaf(meeting sides: SIMD4<Float>, _ visit: (Int) -> Void) {
    guard shape.top > 0 else { return }
    let window = CoarseWindow(sides)
    // Each of at most 7 levels leaves at most 15 steps behind, and the entry level 4; leaves are
    // visited before more than 16 + 16 wait. Up to 1024 bytes need no allocation.
    unsafe withUnsafeTemporaryAllocation(of: Step.self, capacity: 112) { steps in
      unsafe withUnsafeTemporaryAllocation(of: Int32.self, capacity: 32) { waiting in
        guard let step = steps.baseAddress, let wait = waiting.baseAddress else {
          return
        }
        var stepCount = 0
        var waitCount = 0
        let entryLevel = shape.entryLevel
        var position = shape.width(entryLevel)
        while position > 0 {
          position &-= 1
          unsafe step[stepCount] = Step(entryLevel, position)
          stepCount &+= 1
        }
        while stepCount > 0 {
          stepCount &-= 1
          let level = unsafe Int(step[stepCount].level)
          let node = unsafe Int(step[stepCount].position)
          if level == 1 {
            var bits = leaves(ofFine: node, in: sides)
            while bits != 0 {
              let leaf = node &* 16 &+ bits.trailingZeroBitCount
              bits &= bits &- 1
              guard leaf < shape.leafCount else { break }
              fetchLeaf(leaf)
              unsafe wait[waitCount] = Int32(truncatingIfNeeded: leaf)
              waitCount &+= 1
            }
            if waitCount > 16 {
              for place in 0..<waitCount { visit(unsafe Int(wait[place])) }
              waitCount = 0
            }
            continue
          }
          var bits = children(ofCoarse: shape.start(level) &+ node, in: window)
          // From the last child to the first, so that the first is looked at next.
          while bits != 0 {
            let child = 31 &- bits.leadingZeroBitCount
            bits &= ~(1 &<< UInt32(truncatingIfNeeded: child))
            let position = node &* 16 &+ child
            if level == 2 {
              fetchFine(position)
            } else {
              fetchCoarse(shape.start(level &- 1) &+ position)
            }
            unsafe step[stepCount] = Step(level &- 1, position)
            stepCount &+= 1
          }
        }
        for place in 0..<waitCount { visit(unsafe Int(wait[place])) }
      }
    }
  }
}
