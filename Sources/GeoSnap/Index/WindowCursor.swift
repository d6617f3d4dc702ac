/// A rectangle to search in, spread over SIMD lanes: once for nodes, in the tree's own frame and
/// rounded outwards, and once for leaves, as it is.
@usableFromInline
@frozen
struct Window {
  @usableFromInline let nodeMinX: SIMD4<Float>
  @usableFromInline let nodeMinY: SIMD4<Float>
  @usableFromInline let nodeMaxX: SIMD4<Float>
  @usableFromInline let nodeMaxY: SIMD4<Float>
  @usableFromInline let minX: SIMD4<Double>
  @usableFromInline let minY: SIMD4<Double>
  @usableFromInline let maxX: SIMD4<Double>
  @usableFromInline let maxY: SIMD4<Double>

  /// The window `envelope` in a tree.
  ///
  /// A difference of doubles never changes the order of two numbers, so that what meets the
  /// envelope meets the window in the tree's frame too.
  @inlinable
  @inline(__always)
  init(_ envelope: Envelope, in tree: PackedTree) {
    nodeMinX = SIMD4(repeating: roundedDown(envelope.minX - tree.origin.x))
    nodeMinY = SIMD4(repeating: roundedDown(envelope.minY - tree.origin.y))
    nodeMaxX = SIMD4(repeating: roundedUp(envelope.maxX - tree.origin.x))
    nodeMaxY = SIMD4(repeating: roundedUp(envelope.maxY - tree.origin.y))
    minX = SIMD4(repeating: envelope.minX)
    minY = SIMD4(repeating: envelope.minY)
    maxX = SIMD4(repeating: envelope.maxX)
    maxY = SIMD4(repeating: envelope.maxY)
  }

  /// The window around all that may lie within a distance of a place.
  @inlinable
  @inline(__always)
  init(within distance: Double, of point: Coordinate, in tree: PackedTree) {
    self.init(
      Envelope(around: point, radius: distance + tree.slack(for: point, within: distance)),
      in: tree
    )
  }
}

extension PackedTree {
  /// How far a computed distance may be below the true one, generously: it keeps a box test from
  /// refusing what the exact test would take.
  @inlinable
  @inline(__always)
  func slack(for point: Coordinate, within distance: Double) -> Double {
    let span = reach + (point.x - origin.x).magnitude + (point.y - origin.y).magnitude
    let greatest = max(point.x.magnitude, point.y.magnitude)
    return min(distance, span) * 0x1p-50 + span * 0x1p-50 + greatest * 0x1p-51
  }

  /// One bit for each child of a node whose box meets the window.
  @inlinable
  @inline(__always)
  func children(of node: Int, in window: Window) -> UInt32 {
    let bits =
      (children(of: node, 0, in: window) | children(of: node, 1, in: window))
      | (children(of: node, 2, in: window) | children(of: node, 3, in: window))
    return bits.wrappedSum()
  }

  @inlinable
  @inline(__always)
  func children(of node: Int, _ quarter: Int, in window: Window) -> SIMD4<UInt32> {
    LaneBits.of(
      quarter,
      (sides(node, 0, quarter) .<= window.nodeMaxX)
        .& (sides(node, 2, quarter) .>= window.nodeMinX)
        .& (sides(node, 1, quarter) .<= window.nodeMaxY)
        .& (sides(node, 3, quarter) .>= window.nodeMinY)
    )
  }

  /// One bit for each entry of a leaf whose box meets the window.
  @inlinable
  @inline(__always)
  func entries(of leaf: Int, in window: Window) -> UInt32 {
    let bits =
      (entries(of: leaf, 0, in: window) | entries(of: leaf, 1, in: window))
      | (entries(of: leaf, 2, in: window) | entries(of: leaf, 3, in: window))
    return UInt32(truncatingIfNeeded: bits.wrappedSum())
  }

  /// The same for two leaves, a quarter of each in turn: memory then answers both at once.
  @inlinable
  @inline(__always)
  func entries(
    of first: Int,
    and second: Int,
    in window: Window
  ) -> (first: UInt32, second: UInt32) {
    var firstBits = entries(of: first, 0, in: window)
    var secondBits = entries(of: second, 0, in: window)
    firstBits |= entries(of: first, 2, in: window)
    secondBits |= entries(of: second, 2, in: window)
    firstBits |= entries(of: first, 1, in: window)
    secondBits |= entries(of: second, 1, in: window)
    firstBits |= entries(of: first, 3, in: window)
    secondBits |= entries(of: second, 3, in: window)
    return (
      UInt32(truncatingIfNeeded: firstBits.wrappedSum()),
      UInt32(truncatingIfNeeded: secondBits.wrappedSum())
    )
  }

  @inlinable
  @inline(__always)
  func entries(of leaf: Int, _ quarter: Int, in window: Window) -> SIMD4<UInt64> {
    let firstX = ordinates(leaf, 0, quarter)
    let firstY = ordinates(leaf, 1, quarter)
    let secondX = ordinates(leaf, 2, quarter)
    let secondY = ordinates(leaf, 3, quarter)
    return LaneBits.of(
      quarter,
      ((firstX .<= window.maxX) .| (secondX .<= window.maxX))
        .& ((firstX .>= window.minX) .| (secondX .>= window.minX))
        .& ((firstY .<= window.maxY) .| (secondY .<= window.maxY))
        .& ((firstY .>= window.minY) .| (secondY .>= window.minY))
    )
  }
}

/// Walks the slots of a packed tree whose boxes meet a window, in tree order.
///
/// Keeps one node and the bits still to visit for each level: no heap, whatever the tree's size.
@usableFromInline
@frozen
struct WindowCursor {
  @usableFromInline let window: Window
  /// The level of the node to look at next; leaves are looked at from level 1.
  @usableFromInline var level: Int
  @usableFromInline var positions: InlineArray<8, Int>
  @usableFromInline var pending: InlineArray<8, UInt32>
  @usableFromInline var leaf: Int
  @usableFromInline var pendingEntries: UInt32
  /// The leaf after that, looked at together with it: memory then answers both at once.
  @usableFromInline var nextLeaf: Int
  @usableFromInline var pendingNextEntries: UInt32

  @inlinable
  @inline(__always)
  init(_ window: Window, in tree: PackedTree) {
    self.window = window
    level = max(tree.top, 1)
    positions = InlineArray(repeating: 0)
    pending = InlineArray(repeating: 0)
    leaf = 0
    pendingEntries = 0
    nextLeaf = 0
    pendingNextEntries = 0
    if tree.top > 0 {
      pending[level] = tree.children(of: tree.levelStarts[level], in: window)
    } else if tree.top == 0 {
      pendingEntries = tree.entries(of: 0, in: window)
    }
  }

  /// The next slot; nil at the end.
  @inlinable
  @inline(__always)
  mutating func next(in tree: PackedTree) -> Int? {
    while pendingEntries == 0 {
      if pendingNextEntries != 0 {
        leaf = nextLeaf
        pendingEntries = pendingNextEntries
        pendingNextEntries = 0
        break
      }
      guard level <= tree.top else { return nil }
      let bits = pending[level]
      if bits == 0 {
        level += 1
        continue
      }
      let rest = bits & (bits &- 1)
      let child = positions[level] &* 16 &+ bits.trailingZeroBitCount
      if level > 1 {
        pending[level] = rest
        level -= 1
        positions[level] = child
        pending[level] = tree.children(of: tree.levelStarts[level] &+ child, in: window)
        continue
      }
      pending[level] = rest & (rest &- 1)
      leaf = child
      if rest == 0 {
        pendingEntries = tree.entries(of: child, in: window)
      } else {
        nextLeaf = positions[level] &* 16 &+ rest.trailingZeroBitCount
        (pendingEntries, pendingNextEntries) = tree.entries(of: child, and: nextLeaf, in: window)
      }
    }
    let slot = leaf &* 16 &+ pendingEntries.trailingZeroBitCount
    pendingEntries &= pendingEntries &- 1
    return slot
  }
}
