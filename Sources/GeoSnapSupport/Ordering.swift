/// The positions of `count` elements in rising order; equal elements keep their order.
///
/// It is one function for all types: sorting is a small part of the work, and each specialised sort takes about 1,700
/// instructions of machine code. It calls `precedes` O(n log n) times.
@usableFromInline
package func risingOrder(_ count: Int, _ precedes: (_ one: Int, _ other: Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}

extension Array {
  /// The elements in rising order; equal elements keep their order.
  ///
  /// For lists that are short or rarely sorted: see ``risingOrder(_:_:)``.
  @inlinable package func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let order = risingOrder(count) { precedes(self[$0], self[$1]) }
    return order.map { self[$0] }
  }

  /// The elements in rising order of a key; equal elements keep their order.
  @inlinable package func rising<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    ordered { key($0) < key($1) }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index of an element that does not precede, or the end, in O(log n); those that do come first.
  @inlinable package func firstPosition(after precedes: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if precedes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension [String] {
  /// Each text once, in the order of first occurrence; O(n).
  package func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
