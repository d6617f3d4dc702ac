extension PackedTree {
  /// Calls `body` with each entry whose box may be within a distance of one of many points, point by point in order.
  ///
  /// Points with NaN or beyond the range of an index find nothing.
  @inline(__always)
  package func forEachEntry(
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

  @inline(__always)
  private func forEachEntry<Leaves: LeafFormat>(
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
            leaves.entries(of: leaf, in: leaves.window(sides[question])),
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
