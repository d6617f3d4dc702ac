package import GeoSnap

/// The segments and points of features with a fixed place, for nearest-distance queries.
///
/// A static tree of boxes, split at the median. It is built in O(n log² n); a query takes O(log n) for real data.
package struct BoxTree {
  /// A segment, which has length 0 for a point, and its link.
  package struct Item {
    package var segment: Segment
    /// The number of the link; nil for other features.
    package var link: Int?

    package init(segment: Segment, link: Int? = nil) {
      self.segment = segment
      self.link = link
    }
  }

  private struct Node {
    var box: Envelope
    var items: Range<Int>
    /// The second child, nil in a leaf; the first child follows its parent.
    var second: Int?
  }

  fileprivate private(set) var items: [Item]
  private var nodes: [Node] = []
  private static let leafSize = 8

  package init(_ items: [Item]) {
    self.items = items
    if !items.isEmpty { build(0..<items.count) }
  }

  private mutating func build(_ range: Range<Int>) {
    let box = items[range].dropFirst().reduce(items[range.lowerBound].segment.envelope) {
      $0.union($1.segment.envelope)
    }
    let number = nodes.count
    nodes.append(Node(box: box, items: range, second: nil))
    guard range.count > BoxTree.leafSize else { return }
    let isWide = box.width > box.height
    items[range].sort {
      isWide ? $0.middle.x < $1.middle.x : $0.middle.y < $1.middle.y
    }
    let middle = range.lowerBound + range.count / 2
    build(range.lowerBound..<middle)
    nodes[number].second = nodes.count
    build(middle..<range.upperBound)
  }

  /// The distance in data units from a place to the nearest item that is farther away than `minimum`.
  ///
  /// Items of the given links are ignored; nil when there is no item up to `maximum`.
  package func nearestDistance(
    to place: Coordinate,
    beyond minimum: Double,
    within maximum: Double,
    leavingOut links: Set<Int>
  ) -> Double? {
    var best = maximum * maximum
    var isFound = false
    visit(place) { box in
      box.squaredDistance(to: place) < best
    } item: { item in
      let distance = item.segment.squaredDistance(to: place)
      if distance > minimum * minimum, distance < best, !(item.link.map(links.contains) ?? false) {
        best = distance
        isFound = true
      }
    }
    return isFound ? best.squareRoot() : nil
  }

  /// Whether any item is within a distance in data units; items of `link` are ignored.
  package func touches(
    _ place: Coordinate,
    within distance: Double,
    leavingOut link: Int? = nil
  ) -> Bool {
    var isFound = false
    visit(place) { box in
      !isFound && box.squaredDistance(to: place) <= distance * distance
    } item: { item in
      if item.segment.squaredDistance(to: place) <= distance * distance,
        link == nil || item.link != link
      {
        isFound = true
      }
    }
    return isFound
  }

  /// Whether any item is within a distance of a segment in data units; all items must be points.
  fileprivate func hasPoint(within distance: Double, of segment: Segment) -> Bool {
    let reach = segment.envelope.expanded(by: distance)
    var isFound = false
    visit(segment.start) { box in
      !isFound && box.intersects(reach)
    } item: { item in
      if segment.squaredDistance(to: item.segment.start) <= distance * distance { isFound = true }
    }
    return isFound
  }

  private func visit(
    _ place: Coordinate,
    enter: (Envelope) -> Bool,
    item: (Item) -> Void
  ) {
    var open = nodes.isEmpty ? [] : [0]
    while let number = open.popLast() {
      let node = nodes[number]
      guard enter(node.box) else { continue }
      guard let second = node.second else {
        for index in node.items { item(items[index]) }
        continue
      }
      // The nearer half is visited first, because the other one is then usually skipped.
      let first = number + 1
      let isSecondNearer =
        nodes[second].box.squaredDistance(to: place) < nodes[first].box.squaredDistance(to: place)
      open += isSecondNearer ? [first, second] : [second, first]
    }
  }
}

extension BoxTree.Item {
  /// Twice the midpoint, which gives the same order as the midpoint.
  fileprivate var middle: Coordinate {
    Coordinate(x: segment.start.x + segment.end.x, y: segment.start.y + segment.end.y)
  }
}

/// A list of trees of segments, each with at most half as many items as the previous one.
///
/// An addition takes O(log³ n) on average.
struct GrowingBoxTree {
  private var trees: [BoxTree] = []

  mutating func add(_ added: [BoxTree.Item]) {
    if added.isEmpty { return }
    var items = added
    while let last = trees.last, last.items.count < items.count * 2 {
      items += last.items
      trees.removeLast()
    }
    trees.append(BoxTree(items))
  }

  /// Whether any item is within a distance in data units; items of `link` are ignored.
  func touches(_ place: Coordinate, within distance: Double, leavingOut link: Int? = nil) -> Bool {
    trees.contains { $0.touches(place, within: distance, leavingOut: link) }
  }

  /// Whether any item is within a distance of a segment in data units; all items must be points.
  func hasPoint(within distance: Double, of segment: Segment) -> Bool {
    trees.contains { $0.hasPoint(within: distance, of: segment) }
  }
}
