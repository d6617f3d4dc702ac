extension Array {
  /// Sorts without allocating, which the standard library's sort does not for long arrays.
  ///
  /// Elements of which neither precedes the other end up in any order.
  /// - Complexity: O(n log n), by a heap.
  mutating func sortInPlace(by precedes: (Element, Element) -> Bool) {
    // So short an array the library sorts by insertion, in place and quicker.
    guard count > 32 else { return sort(by: precedes) }
    for root in stride(from: count / 2 - 1, through: 0, by: -1) {
      sink(root, before: count, precedes)
    }
    for end in stride(from: count - 1, to: 0, by: -1) {
      swapAt(0, end)
      sink(0, before: end, precedes)
    }
  }

  /// Moves an element down the heap before `end`, until neither of its children comes after it.
  private mutating func sink(
    _ start: Int,
    before end: Int,
    _ precedes: (Element, Element) -> Bool
  ) {
    var root = start
    while 2 * root + 1 < end {
      var child = 2 * root + 1
      if child + 1 < end, precedes(self[child], self[child + 1]) { child += 1 }
      guard precedes(self[root], self[child]) else { return }
      swapAt(root, child)
      root = child
    }
  }
}
