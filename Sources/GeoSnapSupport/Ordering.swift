/// The positions of `count` elements in rising order, equal ones as they stood.
///
/// One function for elements of all types: a sort of its own for each type is some 1,700 instructions of machine
/// code, where sorting is a small part of the work.
///
/// - Complexity: O(n log n) calls.
public func risingOrder(_ count: Int, _ precedes: (_ one: Int, _ other: Int) -> Bool) -> [Int] {
  (0..<count).sorted(by: precedes)
}

extension Array {
  /// The elements in rising order, equal ones as they stood.
  ///
  /// For lists that are short or seldom sorted: see ``risingOrder(_:_:)``.
  @inlinable
  public func ordered(by precedes: (Element, Element) -> Bool) -> [Element] {
    let order = risingOrder(count) { precedes(self[$0], self[$1]) }
    return order.map { self[$0] }
  }

  /// The elements in rising order of a key, equal ones as they stood.
  @inlinable
  public func rising<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
    ordered { key($0) < key($1) }
  }
}

extension [String] {
  /// Each text once, in the order of the first.
  ///
  /// - Complexity: O(n).
  public func uniqued() -> [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
