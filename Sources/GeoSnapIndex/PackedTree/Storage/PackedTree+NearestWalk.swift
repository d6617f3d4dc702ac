extension PackedTree {
  /// Calls `body` with a walk through the leaves near a point, and the memory for it.
  @inline(__always)
  package func withNearestWalk(
    from point: Coordinate,
    within distance: Double,
    _ body: (inout NearestWalk) -> Void
  ) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    // Up to 1024 bytes need no allocation.
    unsafe withUnsafeTemporaryAllocation(
      of: NearestStep.self,
      capacity: NearestStep.capacity
    ) { steps in
      guard let step = steps.baseAddress else { return }
      var walk = unsafe NearestWalk(view, near: point, within: distance, step)
      body(&walk)
    }
  }
}
