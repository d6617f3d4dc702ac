/// A rectangle in the tree's own frame, rounded outwards and spread over SIMD lanes.
@usableFromInline
@frozen
struct NodeWindow {
  @usableFromInline let minX: SIMD4<Float>
  @usableFromInline let minY: SIMD4<Float>
  @usableFromInline let maxX: SIMD4<Float>
  @usableFromInline let maxY: SIMD4<Float>

  /// The window around `envelope` whose sides are moved outwards by `margin`.
  @inlinable
  @inline(__always)
  init(_ envelope: Envelope, margin: Double, from origin: Coordinate) {
    minX = SIMD4(repeating: roundedDown(envelope.minX - origin.x - margin))
    minY = SIMD4(repeating: roundedDown(envelope.minY - origin.y - margin))
    maxX = SIMD4(repeating: roundedUp(envelope.maxX - origin.x + margin))
    maxY = SIMD4(repeating: roundedUp(envelope.maxY - origin.y + margin))
  }
}

extension PackedNodes {
  /// How far a computed distance may be below the true one, generously: it keeps a box test from
  /// refusing what the exact test would take.
  @inlinable
  @inline(__always)
  func slack(for point: Coordinate) -> Double {
    (reach + (point.x - origin.x).magnitude + (point.y - origin.y).magnitude) * 0x1p-48
  }

  /// One bit for each child of a node whose box meets the window.
  @inlinable
  @inline(__always)
  func children(of node: Int, in window: NodeWindow) -> UInt32 {
    let bits =
      (quarter(0, of: node, in: window) | quarter(1, of: node, in: window))
      | (quarter(2, of: node, in: window) | quarter(3, of: node, in: window))
    return bits.wrappedSum()
  }

  @inlinable
  @inline(__always)
  func quarter(_ quarter: Int, of node: Int, in window: NodeWindow) -> SIMD4<UInt32> {
    let meets =
      (sides(node, 0, quarter) .<= window.maxX) .& (sides(node, 2, quarter) .>= window.minX)
      .& (sides(node, 1, quarter) .<= window.maxY) .& (sides(node, 3, quarter) .>= window.minY)
    return laneBits(quarter, where: meets)
  }

  /// The bits of a quarter's lanes; a mask becomes bits by AND and a sum, which is what is cheap.
  @inlinable
  @inline(__always)
  func laneBits(_ quarter: Int, where mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<UInt32> {
    let bits = SIMD4<UInt32>(1, 2, 4, 8) &<< SIMD4(repeating: UInt32(4 &* quarter))
    return SIMD4<UInt32>(repeating: 0).replacing(with: bits, where: mask)
  }
}

/// Walks the slots of a packed tree whose boxes meet a window, in tree order.
///
/// Keeps one node and the bits still to visit for each level: no heap, whatever the tree's size.
@usableFromInline
@frozen
struct WindowCursor {
  @usableFromInline let nodes: PackedNodes
  @usableFromInline let window: NodeWindow
  @usableFromInline var level: Int
  @usableFromInline var positions: InlineArray<8, Int>
  @usableFromInline var pending: InlineArray<8, UInt32>

  @inlinable
  @inline(__always)
  init(_ nodes: PackedNodes, _ window: NodeWindow) {
    self.nodes = nodes
    self.window = window
    level = nodes.top
    positions = InlineArray(repeating: 0)
    pending = InlineArray(repeating: 0)
    if level >= 0 {
      pending[level] = nodes.children(of: nodes.levelStarts[level], in: window)
    }
  }

  /// The next slot; nil at the end.
  @inlinable
  @inline(__always)
  mutating func next() -> Int? {
    while level >= 0 && level <= nodes.top {
      let bits = pending[level]
      if bits == 0 {
        level += 1
        continue
      }
      pending[level] = bits & (bits &- 1)
      let child = positions[level] &* 16 &+ bits.trailingZeroBitCount
      if level == 0 { return child }
      level -= 1
      positions[level] = child
      pending[level] = nodes.children(of: nodes.levelStarts[level] &+ child, in: window)
    }
    return nil
  }
}
