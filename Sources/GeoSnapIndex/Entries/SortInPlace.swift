extension Array {
  /// Sorts in place without allocation, unlike the standard library for long arrays; the sort is not stable.
  package mutating func sortInPlace(by precedes: (Element, Element) -> Bool) {
    sort(0, count, splits: 2 * (Int.bitWidth - count.leadingZeroBitCount), precedes)
  }

  /// Splits a range around pivots, nested at most `splits` deep, then sorts the short ranges.
  private mutating func sort(
    _ start: Int,
    _ end: Int,
    splits: Int,
    _ precedes: (Element, Element) -> Bool
  ) {
    var (start, end, splits) = (start, end, splits)
    while end - start > 16 {
      guard splits > 0 else { return sortAsHeap(start, end, precedes) }
      splits -= 1
      let middle = split(start, end, precedes)
      // The shorter range is sorted in a call, the longer one in this loop, so few calls are nested.
      if middle - start < end - middle {
        sort(start, middle, splits: splits, precedes)
        start = middle
      } else {
        sort(middle, end, splits: splits, precedes)
        end = middle
      }
    }
    for next in Swift.max(start, 1)..<Swift.max(end, 1) {
      var place = next
      let element = self[next]
      while place > start, precedes(element, self[place - 1]) {
        self[place] = self[place - 1]
        place -= 1
      }
      self[place] = element
    }
  }

  /// Partitions a range around a pivot (Hoare), and returns the start of the second part; neither part is empty.
  private mutating func split(
    _ start: Int,
    _ end: Int,
    _ precedes: (Element, Element) -> Bool
  ) -> Int {
    var (low, middle, high) = (self[start], self[start + (end - start) / 2], self[end - 1])
    if precedes(middle, low) { swap(&low, &middle) }
    if precedes(high, middle) { swap(&middle, &high) }
    let pivot = precedes(middle, low) ? low : middle
    var (first, last) = (start, end - 1)
    while true {
      while precedes(self[first], pivot) { first += 1 }
      while precedes(pivot, self[last]) { last -= 1 }
      guard first < last else { return last + 1 }
      swapAt(first, last)
      first += 1
      last -= 1
    }
  }

  private mutating func sortAsHeap(
    _ start: Int,
    _ end: Int,
    _ precedes: (Element, Element) -> Bool
  ) {
    for root in stride(from: (end - start) / 2 - 1, through: 0, by: -1) {
      sink(root, start, end, precedes)
    }
    for last in stride(from: end - 1, to: start, by: -1) {
      swapAt(start, last)
      sink(0, start, last, precedes)
    }
  }

  /// Moves an element down the heap in a range until neither of its children comes after it.
  private mutating func sink(
    _ root: Int,
    _ start: Int,
    _ end: Int,
    _ precedes: (Element, Element) -> Bool
  ) {
    var root = root
    while start + 2 * root + 1 < end {
      var child = 2 * root + 1
      if start + child + 1 < end, precedes(self[start + child], self[start + child + 1]) {
        child += 1
      }
      guard precedes(self[start + root], self[start + child]) else { return }
      swapAt(start + root, start + child)
      root = child
    }
  }
}
