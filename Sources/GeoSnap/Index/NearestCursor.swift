/// A place as box distances need it: for nodes in the tree's own frame, for leaves as it is.
@usableFromInline
@frozen
struct Place {
  @usableFromInline let nodeX: SIMD4<Float>
  @usableFromInline let nodeY: SIMD4<Float>
  @usableFromInline let x: SIMD4<Double>
  @usableFromInline let y: SIMD4<Double>
  /// How far a box distance may be above that of what lies in the box, as measured in `Float`.
  @usableFromInline let nodeSlack: Double
  /// The same in `Double`.
  @usableFromInline let slack: Double

  @inlinable
  @inline(__always)
  init(_ point: Coordinate, in tree: PackedTree) {
    let dx = point.x - tree.origin.x
    let dy = point.y - tree.origin.y
    // Infinity would make inf - inf; the greatest finite number only makes boxes seem nearer.
    let limit = Float.greatestFiniteMagnitude
    nodeX = SIMD4(repeating: min(max(Float(dx), -limit), limit))
    nodeY = SIMD4(repeating: min(max(Float(dy), -limit), limit))
    x = SIMD4(repeating: point.x)
    y = SIMD4(repeating: point.y)
    nodeSlack = (tree.reach + dx.magnitude + dy.magnitude) * 0x1p-21
    slack = tree.slack(for: point, within: .infinity)
  }

  /// How near boxes must be for what lies in them to come within a distance.
  @inlinable
  @inline(__always)
  func limit(_ distance: Double) -> Limit {
    let forNodes = (distance + nodeSlack) * (1 + 0x1p-20)
    let forEntries = (distance + slack) * (1 + 0x1p-50)
    return Limit(node: roundedUp(forNodes * forNodes), entry: forEntries * forEntries)
  }

  /// Squared box distances up to which nodes and entries are looked at.
  @usableFromInline
  @frozen
  struct Limit {
    @usableFromInline let node: Float
    @usableFromInline let entry: Double

    @inlinable
    init(node: Float, entry: Double) {
      self.node = node
      self.entry = entry
    }
  }
}

extension PackedTree {
  /// The squared distances from a place to the boxes of four of a node's children.
  @inlinable
  @inline(__always)
  func squaredDistances(_ node: Int, _ quarter: Int, from place: Place) -> SIMD4<Float> {
    let dx = outside(sides(node, 0, quarter) - place.nodeX, place.nodeX - sides(node, 2, quarter))
    let dy = outside(sides(node, 1, quarter) - place.nodeY, place.nodeY - sides(node, 3, quarter))
    return dx * dx + dy * dy
  }

  /// One bit for each entry of a leaf whose box comes within a squared distance.
  @inlinable
  @inline(__always)
  func entries(of leaf: Int, within squared: Double, of place: Place) -> UInt32 {
    let bits =
      (entries(of: leaf, 0, within: squared, of: place)
        | entries(of: leaf, 1, within: squared, of: place))
      | (entries(of: leaf, 2, within: squared, of: place)
        | entries(of: leaf, 3, within: squared, of: place))
    return UInt32(truncatingIfNeeded: bits.wrappedSum())
  }

  /// The same for two leaves, a quarter of each in turn: memory then answers both at once.
  @inlinable
  @inline(__always)
  func entries(
    of first: Int,
    and second: Int,
    within squared: Double,
    of place: Place
  ) -> (first: UInt32, second: UInt32) {
    var firstBits = entries(of: first, 0, within: squared, of: place)
    var secondBits = entries(of: second, 0, within: squared, of: place)
    firstBits |= entries(of: first, 2, within: squared, of: place)
    secondBits |= entries(of: second, 2, within: squared, of: place)
    firstBits |= entries(of: first, 1, within: squared, of: place)
    secondBits |= entries(of: second, 1, within: squared, of: place)
    firstBits |= entries(of: first, 3, within: squared, of: place)
    secondBits |= entries(of: second, 3, within: squared, of: place)
    return (
      UInt32(truncatingIfNeeded: firstBits.wrappedSum()),
      UInt32(truncatingIfNeeded: secondBits.wrappedSum())
    )
  }

  @inlinable
  @inline(__always)
  func entries(
    of leaf: Int,
    _ quarter: Int,
    within squared: Double,
    of place: Place
  ) -> SIMD4<UInt64> {
    // Measured from the place, an entry's box lies between its corners in either order.
    let dx = apart(ordinates(leaf, 0, quarter) - place.x, ordinates(leaf, 2, quarter) - place.x)
    let dy = apart(ordinates(leaf, 1, quarter) - place.y, ordinates(leaf, 3, quarter) - place.y)
    return LaneBits.of(quarter, dx * dx + dy * dy .<= SIMD4(repeating: squared))
  }

  /// The greater of the two, or 0 when both are negative; NaN stays NaN.
  @inlinable
  @inline(__always)
  func outside(_ before: SIMD4<Float>, _ after: SIMD4<Float>) -> SIMD4<Float> {
    let greater = before.replacing(with: after, where: after .> before)
    return greater.replacing(with: SIMD4(repeating: 0), where: greater .< SIMD4(repeating: 0))
  }

  /// The distance of 0 from the interval between two numbers; NaN stays NaN.
  @inlinable
  @inline(__always)
  func apart(_ first: SIMD4<Double>, _ second: SIMD4<Double>) -> SIMD4<Double> {
    let isSecondLess = second .< first
    let least = first.replacing(with: second, where: isSecondLess)
    let greatest = second.replacing(with: first, where: isSecondLess)
    let before = least.replacing(with: 0 - greatest, where: 0 - greatest .> least)
    return before.replacing(with: SIMD4(repeating: 0), where: before .< SIMD4(repeating: 0))
  }
}

/// Walks the slots of a packed tree, near boxes first, as long as the caller's limit lets it.
///
/// Depth first with the nearest child first: the limit shrinks early, and no queue is needed.
@usableFromInline
@frozen
struct NearestCursor {
  @usableFromInline let place: Place
  /// The level of the node to look at next; leaves are looked at from level 1.
  @usableFromInline var level: Int
  @usableFromInline var positions: InlineArray<8, Int>
  @usableFromInline var pending: InlineArray<8, UInt32>
  @usableFromInline var distances: InlineArray<8, SIMD16<Float>>
  @usableFromInline var leaf: Int
  @usableFromInline var pendingEntries: UInt32
  /// The leaf after that, looked at together with it: memory then answers both at once.
  @usableFromInline var nextLeaf: Int
  @usableFromInline var pendingNextEntries: UInt32

  @inlinable
  @inline(__always)
  init(_ place: Place, in tree: PackedTree, limit: Place.Limit) {
    self.place = place
    level = max(tree.top, 1)
    positions = InlineArray(repeating: 0)
    pending = InlineArray(repeating: 0)
    distances = InlineArray(repeating: SIMD16(repeating: 0))
    leaf = 0
    pendingEntries = 0
    nextLeaf = 0
    pendingNextEntries = 0
    if tree.top > 0 {
      open(0, in: tree, limit: limit)
    } else if tree.top == 0 {
      pendingEntries = tree.entries(of: 0, within: limit.entry, of: place)
    }
  }

  /// Measures the boxes of a node of the current level.
  @inlinable
  @inline(__always)
  mutating func open(_ position: Int, in tree: PackedTree, limit: Place.Limit) {
    let node = tree.levelStarts[level] &+ position
    let first = tree.squaredDistances(node, 0, from: place)
    let second = tree.squaredDistances(node, 1, from: place)
    let third = tree.squaredDistances(node, 2, from: place)
    let fourth = tree.squaredDistances(node, 3, from: place)
    let limits = SIMD4(repeating: limit.node)
    let bits =
      (LaneBits.of(0, first .<= limits) | LaneBits.of(1, second .<= limits))
      | (LaneBits.of(2, third .<= limits) | LaneBits.of(3, fourth .<= limits))
    positions[level] = position
    pending[level] = bits.wrappedSum()
    distances[level] = SIMD16(
      lowHalf: SIMD8(lowHalf: first, highHalf: second),
      highHalf: SIMD8(lowHalf: third, highHalf: fourth)
    )
  }

  /// The next slot whose box may lie within the limit; nil at the end.
  @inlinable
  @inline(__always)
  mutating func next(in tree: PackedTree, limit: Place.Limit) -> Int? {
    while pendingEntries == 0 {
      if pendingNextEntries != 0 {
        leaf = nextLeaf
        // The limit may have shrunk since.
        pendingEntries =
          pendingNextEntries & tree.entries(of: leaf, within: limit.entry, of: place)
        pendingNextEntries = 0
        continue
      }
      guard level <= tree.top else { return nil }
      guard let child = takeNearest(within: limit.node) else {
        level += 1
        continue
      }
      if level > 1 {
        level -= 1
        open(positions[level + 1] &* 16 &+ child, in: tree, limit: limit)
        continue
      }
      leaf = positions[level] &* 16 &+ child
      if let next = takeNearest(within: limit.node) {
        nextLeaf = positions[level] &* 16 &+ next
        (pendingEntries, pendingNextEntries) = tree.entries(
          of: leaf,
          and: nextLeaf,
          within: limit.entry,
          of: place
        )
      } else {
        pendingEntries = tree.entries(of: leaf, within: limit.entry, of: place)
      }
    }
    let slot = leaf &* 16 &+ pendingEntries.trailingZeroBitCount
    pendingEntries &= pendingEntries &- 1
    return slot
  }

  /// Takes the nearest child of the current node that is still to visit and not too far.
  @inlinable
  @inline(__always)
  mutating func takeNearest(within limit: Float) -> Int? {
    var bits = pending[level]
    guard bits != 0 else { return nil }
    var nearest = bits.trailingZeroBitCount
    bits &= bits &- 1
    var least = distances[level][nearest]
    while bits != 0 {
      let child = bits.trailingZeroBitCount
      let distance = distances[level][child]
      if distance < least {
        least = distance
        nearest = child
      }
      bits &= bits &- 1
    }
    guard least <= limit else { return nil }
    pending[level] &= ~(1 &<< UInt32(truncatingIfNeeded: nearest))
    return nearest
  }
}
