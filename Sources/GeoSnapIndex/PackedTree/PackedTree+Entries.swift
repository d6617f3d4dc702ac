extension PackedTree {
  /// Calls `body` with every entry that has not been removed, in tree order.
  package func forEachEntry(_ body: (TreeEntry) -> Void) {
    for leaf in 0..<view.shape.leafCount { forEachEntry(of: leaf, body) }
  }

  /// The median of the longer sides of some leaves' boxes; nil without a box of positive size.
  func measureLeafSide() -> Double? {
    var sides: [Double] = []
    for leaf in stride(from: 0, to: view.shape.leafCount, by: max(view.shape.leafCount / 256, 1)) {
      var box: Envelope?
      forEachEntry(of: leaf) { box = box?.union($0.envelope) ?? $0.envelope }
      guard let box else { continue }
      let side = max(box.width, box.height)
      if side > 0x1p-1000 { sides.append(side) }
    }
    sides.sort()
    return sides.isEmpty ? nil : sides[sides.count / 2]
  }

  private func forEachEntry(of leaf: Int, _ body: (TreeEntry) -> Void) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    let lanes = min(count - leaf * 16, 16)
    var bits = removed.remaining(1 << UInt32(lanes) - 1, of: leaf)
    while bits != 0 {
      body(storedEntry(leaf, bits.trailingZeroBitCount))
      bits &= bits &- 1
    }
  }
}
