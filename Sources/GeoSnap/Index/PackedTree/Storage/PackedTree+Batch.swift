extension PackedTree {
  /// Calls `body` with each entry whose box may come within a distance of one of many places, place
  /// by place in order.
  ///
  /// Places with NaN or beyond the range of an index find nothing.
  @inline(__always)
  func forEachEntry(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    _ body: (_ place: Int, TreeEntry) -> Void
  ) {
    if grid == nil {
      forEachEntry(DoubleLeaves.self, within: distance, ofEach: places, body)
    } else {
      forEachEntry(GridLeaves.self, within: distance, ofEach: places, body)
    }
  }

  @inline(__always)
  private func forEachEntry<Leaves: LeafFormat>(
    _ format: Leaves.Type,
    within distance: Double,
    ofEach places: Span<Coordinate>,
    _ body: (_ place: Int, TreeEntry) -> Void
  ) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    let view = view
    let leaves = view.leaves(as: format, grid)
    var windows = InlineArray<64, SIMD4<Float>>(repeating: emptyWindow)
    unsafe view.withBatchSteps { steps in
      var first = 0
      while first < places.count {
        let count = min(TreeView.batchSize, places.count - first)
        for question in 0..<TreeView.batchSize {
          windows[question] =
            question < count
            ? questionWindow(within: distance, of: places[first + question]) : emptyWindow
        }
        let isDone = unsafe view.forEachLeaf(meetingEach: windows.span, steps: steps) {
          question,
          leaf in
          let window = extent.window(within: distance, of: places[first + question])
          var bits = removed.remaining(
            leaves.entries(of: leaf, in: leaves.window(window)),
            of: leaf
          )
          while bits != 0 {
            body(first + question, view.entry(leaves, leaf, bits.trailingZeroBitCount))
            bits &= bits &- 1
          }
        }
        if !isDone {
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

  @inline(__always)
  private func questionWindow(within distance: Double, of place: Coordinate) -> SIMD4<Float> {
    guard Tolerance(distance, at: place) != nil else { return emptyWindow }
    return view.frame.units(extent.window(within: distance, of: place))
  }
}
