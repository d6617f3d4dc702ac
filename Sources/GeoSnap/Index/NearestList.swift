/// What can stand in a list of nearest things: it has a distance, and an order for ties.
protocol RankedByDistance {
  var distance: Double { get }
  /// Whether it comes before another: nearer, or at the same distance first in stored order.
  func precedes(_ other: Self) -> Bool
}

/// The best few candidates so far, best first.
struct NearestList<Element: RankedByDistance> {
  private(set) var elements: [Element] = []
  private let capacity: Int
  private let tolerance: Double

  init(count: Int, within tolerance: Double) {
    capacity = count
    self.tolerance = tolerance
  }

  /// The distance that a further candidate must not exceed.
  var limit: Double {
    guard elements.count == capacity, let last = elements.last else { return tolerance }
    return last.distance
  }

  /// Puts a candidate in its place, and drops the worst when there are too many.
  mutating func insert(_ element: Element) {
    var index = elements.count
    while index > 0 && element.precedes(elements[index - 1]) { index -= 1 }
    guard index < capacity else { return }
    if elements.count == capacity { elements.removeLast() }
    elements.insert(element, at: index)
  }

  mutating func remove(at index: Int) { elements.remove(at: index) }
}

extension SegmentHit: RankedByDistance {
  func precedes(_ other: SegmentHit) -> Bool {
    let distance = distance
    let otherDistance = other.distance
    if distance != otherDistance { return distance < otherDistance }
    return match.precedesInStoredOrder(other.match)
  }
}

extension FeatureHit: RankedByDistance {
  func precedes(_ other: FeatureHit) -> Bool {
    distance != other.distance ? distance < other.distance : feature < other.feature
  }
}
