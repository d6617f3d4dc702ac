package import GeoSnap

/// The segments and points of everything that keeps its place, for nearest-distance questions.
///
/// A static tree of boxes, split at the median: built in O(n log² n), asked in O(log n) for real data.
package struct BoxTree {
  /// A segment, of zero length for a point, and the link it belongs to.
  package struct Item {
    package var segment: Segment
    /// The number of the link; nil for anything else.
    package var link: Int?

    package init(segment: Segment, link: Int? = nil) {
      self.segment = segment
      self.link = link
    }
  }

  private struct Node {
    var box: Envelope
    var items: Range<Int>
    /// The second child, nil in a leaf: the first one follows its parent.
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

  /// The distance in data units from a place to the nearest item farther away than `minimum`.
  ///
  /// Nil when nothing lies between that and `maximum`; the given links do not count.
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

  /// Whether any item comes within a distance, in data units; those of one link do not count.
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

  /// Whether any item, each a point, comes within a distance of a segment, in data units.
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
      // The nearer half is visited first: it most likely makes the other one needless.
      let first = number + 1
      let isSecondNearer =
        nodes[second].box.squaredDistance(to: place) < nodes[first].box.squaredDistance(to: place)
      open += isSecondNearer ? [first, second] : [second, first]
    }
  }
}

extension BoxTree.Item {
  /// Twice the middle, which orders items as the middle does.
  fileprivate var middle: Coordinate {
    Coordinate(x: segment.start.x + segment.end.x, y: segment.start.y + segment.end.y)
  }
}

/// Segments that come one after the other, in trees of which each has at most half as many as the one before.
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

  /// Whether any item comes within a distance, in data units; those of one link do not count.
  func touches(_ place: Coordinate, within distance: Double, leavingOut link: Int? = nil) -> Bool {
    trees.contains { $0.touches(place, within: distance, leavingOut: link) }
  }

  /// Whether any item, each a point, comes within a distance of a segment, in data units.
  func hasPoint(within distance: Double, of segment: Segment) -> Bool {
    trees.contains { $0.hasPoint(within: distance, of: segment) }
  }
}
