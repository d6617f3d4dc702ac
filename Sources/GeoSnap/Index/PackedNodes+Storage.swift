/// The boxes of a packed tree: nodes of 16 children in one block of memory, leaves first.
///
/// A node is four rows of 16 `Float`: least x, least y, greatest x, greatest y, measured from
/// ``origin`` and rounded outwards, so that a box in here always covers the entry it stands for.
/// Rows let one instruction test four children. Children that do not exist are NaN, which every
/// comparison refuses.
// Invariants: `levelStarts[l]` is the first node of level l, levels from the leaves (0) to `top`;
// child k of the i-th node of level l is the (16 i + k)-th node of level l - 1, or entry at l = 0.
// The block is written only in `init`, which is the proof of `@unchecked Sendable`.
@usableFromInline
@safe
final class PackedNodes: @unchecked Sendable {
  /// The middle of all entries.
  @usableFromInline let origin: Coordinate
  /// The greatest distance of an entry's ordinate from the origin's.
  @usableFromInline let reach: Double
  /// The level of the root; -1 when there are no entries.
  @usableFromInline let top: Int
  @usableFromInline let levelStarts: InlineArray<9, Int>
  @usableFromInline let base: UnsafeMutableRawPointer

  /// Bytes per node.
  @usableFromInline static let stride = 256

  /// Packs the nodes above `count` entries that already stand in tree order within `extent`.
  init(count: Int, extent: Envelope, entry: (Int) -> Envelope) {
    origin = extent.center
    reach = max(extent.width, extent.height)
    var levelStarts = InlineArray<9, Int>(repeating: 0)
    var level = -1
    var width = count
    while width > 1 || (level < 0 && width > 0) {
      width = (width + 15) / 16
      level += 1
      levelStarts[level + 1] = levelStarts[level] + width
    }
    top = level
    self.levelStarts = levelStarts
    let nodeCount = levelStarts[level + 1]
    // Freed in deinit with the same alignment; all of it is written below before it is read.
    unsafe base = .allocate(byteCount: max(nodeCount, 1) * Self.stride, alignment: 64)
    guard level >= 0 else { return }
    for slot in 0..<(levelStarts[1] * 16) {
      set(slot / 16, slot % 16, slot < count ? rounded(entry(slot)) : Self.missing)
    }
    guard level > 0 else { return }
    for level in 1...level {
      let below = levelStarts[level - 1]
      let widthBelow = levelStarts[level] - below
      for node in levelStarts[level]..<levelStarts[level + 1] {
        for child in 0..<16 {
          let index = (node - levelStarts[level]) * 16 + child
          set(node, child, index < widthBelow ? bounds(below + index) : Self.missing)
        }
      }
    }
  }

  deinit {
    // Allocated in init with the same pointer; no one else holds it.
    unsafe base.deallocate()
  }

  /// Bytes that the nodes occupy.
  var byteCount: Int { top < 0 ? 0 : levelStarts[top + 1] * Self.stride }

  private static var missing: SIMD4<Float> { SIMD4(repeating: .nan) }

  private func rounded(_ box: Envelope) -> SIMD4<Float> {
    SIMD4(
      roundedDown(box.minX - origin.x),
      roundedDown(box.minY - origin.y),
      roundedUp(box.maxX - origin.x),
      roundedUp(box.maxY - origin.y)
    )
  }

  private func set(_ node: Int, _ child: Int, _ box: SIMD4<Float>) {
    for row in 0..<4 {
      // node < nodeCount and child < 16: both loops in init run within the level's nodes.
      unsafe base.storeBytes(
        of: box[row],
        toByteOffset: node * Self.stride + row * 64 + child * 4,
        as: Float.self
      )
    }
  }

  /// The box around a node's children.
  private func bounds(_ node: Int) -> SIMD4<Float> {
    var bounds = SIMD4<Float>(.infinity, .infinity, -.infinity, -.infinity)
    for row in 0..<4 {
      for child in 0..<16 {
        // node < nodeCount: the loop in init runs within the level below.
        let side = unsafe base.load(
          fromByteOffset: node * Self.stride + row * 64 + child * 4,
          as: Float.self
        )
        // A missing child is NaN and passes neither comparison.
        if row < 2 ? side < bounds[row] : side > bounds[row] { bounds[row] = side }
      }
    }
    return bounds
  }

  /// Four neighbouring children's sides: row 0 least x, 1 least y, 2 greatest x, 3 greatest y.
  @inlinable
  @inline(__always)
  func sides(_ node: Int, _ row: Int, _ quarter: Int) -> SIMD4<Float> {
    // node < nodeCount: cursors only go to children of nodes whose boxes are not NaN; row and
    // quarter are literals below 4. The block is 64-byte aligned and so is every quarter to 16.
    unsafe base.load(
      fromByteOffset: node &* Self.stride &+ row &* 64 &+ quarter &* 16,
      as: SIMD4<Float>.self
    )
  }
}

/// The greatest `Float` that is not above a number.
@inlinable
@inline(__always)
func roundedDown(_ number: Double) -> Float {
  let float = Float(number)
  return Double(float) > number ? float.nextDown : float
}

/// The least `Float` that is not below a number.
@inlinable
@inline(__always)
func roundedUp(_ number: Double) -> Float {
  let float = Float(number)
  return Double(float) < number ? float.nextUp : float
}
