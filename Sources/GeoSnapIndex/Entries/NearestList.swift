/// Keeps the best few elements of the caller's array, best first.
struct NearestList {
  private let capacity: Int
  private let tolerance: Double

  init(count: Int, within tolerance: Double) {
    capacity = count
    self.tolerance = tolerance
  }

  /// The distance that a further element must not exceed.
  @inline(__always)
  func limit<Element>(_ kept: [Element], _ distance: (Element) -> Double) -> Double {
    kept.count == capacity ? distance(kept[capacity - 1]) : tolerance
  }

  /// Inserts an element in order, and drops the last when there are too many.
  @inline(__always)
  func insert<Element>(
    _ element: Element,
    into kept: inout [Element],
    precedes: (Element, Element) -> Bool
  ) {
    var index = kept.count
    if index == capacity {
      guard precedes(element, kept[index - 1]) else { return }
      index -= 1
    } else {
      kept.append(element)
    }
    // A span checks for sharing of the array once instead of at each step.
    var slots = kept.mutableSpan
    while index > 0 && precedes(element, slots[index - 1]) {
      slots[index] = slots[index - 1]
      index -= 1
    }
    slots[index] = element
  }
}
