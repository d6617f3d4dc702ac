package import GeoSnap

/// A static tree of the boxes of segments and points; a query takes O(log n) for real data.
package struct BoxTree {
  package struct Item {
    package var segment: Segment
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
    guard range.count > Self.leafSize else { return }
    let isWide = box.width > box.height
    items[range].sort { isWide ? $0.middle.x < $1.middle.x : $0.middle.y < $1.middle.y }
    let middle = range.lowerBound + range.count / 2
    build(range.lowerBound..<middle)
    nodes[number].second = nodes.count
    build(middle..<range.upperBound)
  }

  /// The distance to the nearest item beyond `minimum`, without the items of `links`; nil up to `maximum`.
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

  package func touches(_ place: Coordinate, within distance: Double, leavingOut link: Int? = nil)
    -> Bool
  {
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

  private func visit(_ place: Coordinate, enter: (Envelope) -> Bool, item: (Item) -> Void) {
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

/// Trees of segments, each with at most half as many items as the previous one.
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

  func touches(_ place: Coordinate, within distance: Double, leavingOut link: Int? = nil) -> Bool {
    trees.contains { $0.touches(place, within: distance, leavingOut: link) }
  }

  func hasPoint(within distance: Double, of segment: Segment) -> Bool {
    trees.contains { $0.hasPoint(within: distance, of: segment) }
  }
}

/// A set of points in a hash grid whose cells are as wide as the clearance.
package struct OccupiedPlaces {
  private struct Cell: Hashable {
    let x: Int64
    let y: Int64
  }

  private let clearance: Double
  private var cells: [Cell: [(place: Coordinate, number: Int)]] = [:]

  /// - Parameter clearance: The queried distance, in data units.
  package init(clearance: Double) { self.clearance = clearance }

  private func cell(_ place: Coordinate) -> Cell {
    // Beyond 2^62 cells, all places share the outermost cell, which is slow but correct.
    func number(_ ordinate: Double) -> Int64 {
      Int64(max(min((ordinate / clearance).rounded(.down), 0x1p62), -0x1p62))
    }
    return Cell(x: number(place.x), y: number(place.y))
  }

  /// The numbers of the points within `distance` of a place; `distance` must not exceed the clearance.
  package func numbers(near place: Coordinate, within distance: Double) -> [Int] {
    let center = cell(place)
    var found: [Int] = []
    for x in center.x - 1...center.x + 1 {
      for y in center.y - 1...center.y + 1 {
        for entry in cells[Cell(x: x, y: y)] ?? []
        where entry.place.squaredDistance(to: place) <= distance * distance {
          found.append(entry.number)
        }
      }
    }
    return found
  }

  package func isFree(_ place: Coordinate) -> Bool {
    numbers(near: place, within: clearance).isEmpty
  }

  package mutating func insert(_ place: Coordinate, number: Int = -1) {
    cells[cell(place), default: []].append((place, number))
  }
}
