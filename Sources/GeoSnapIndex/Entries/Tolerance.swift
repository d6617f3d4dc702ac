/// The distance limit of a query, checked once.
struct Tolerance {
  let distance: Double
  let generousSquare: Double

  /// The limit of a query at a point; nil when the query can find nothing: for NaN, a negative distance, or a point
  /// beyond the range of an index.
  @inline(__always) init?(_ distance: Double, at point: Coordinate) {
    guard
      distance >= 0, point.x.magnitude <= greatestIndexedOrdinate,
      point.y.magnitude <= greatestIndexedOrdinate
    else { return nil }
    self.distance = distance
    generousSquare = (distance * distance).nextUp.nextUp
  }

  /// Whether the root of a squared distance is at most the limit.
  ///
  /// The root decides, so a hit's reported distance never exceeds the limit, and one that equals it is accepted.
  /// Comparing squares first avoids most roots.
  @inline(__always) func admits(squaredDistance: Double) -> Bool {
    squaredDistance <= generousSquare && squaredDistance.squareRoot() <= distance
  }
}

extension Envelope {
  /// A generous bound of how far a computed distance to an entry of this extent may be below the true one, so that a
  /// box test does not refuse an entry that the exact test accepts.
  @inline(__always) func slack(for point: Coordinate, within distance: Double) -> Double {
    let origin = center
    let span = max(width, height) + (point.x - origin.x).magnitude + (point.y - origin.y).magnitude
    let greatest = max(point.x.magnitude, point.y.magnitude)
    // The last term is for squares that underflow.
    return min(distance, span) * 0x1p-50 + span * 0x1p-50 + greatest * 0x1p-51 + 0x1p-535
  }

  /// The window around all entries of this extent that may lie within a distance of a point.
  @inline(__always) func window(within distance: Double, of point: Coordinate) -> Envelope {
    Envelope(around: point, radius: distance + slack(for: point, within: distance))
  }
}

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
  @inline(__always) func insert<Element>(
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
