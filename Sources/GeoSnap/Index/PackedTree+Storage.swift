/// The boxes and entries of a packed tree: leaves of 16 entries, and nodes of 16 children above.
///
/// A leaf is four rows of 16 `Double`, the x and y of the entries' first corners, then of their
/// second ones, exactly as given, and 16 labels: all that a query needs of an entry lies together.
/// A node is four rows of 16 `Float`: least x, least y, greatest x,
/// greatest y of its children, measured from ``origin`` and rounded outwards, so that a box always
/// covers what it stands for. Rows let one instruction test several children. Entries and children
/// that do not exist are NaN, which every comparison refuses.
// Invariants: child k of the i-th node of level l is the (16 i + k)-th node of level l - 1, or the
// (16 i + k)-th leaf at level 1; `levelStarts[l]` is the first node of level l, for 1...top.
// Both blocks are written only in `init`, which is the proof of `@unchecked Sendable`.
@usableFromInline
@safe
final class PackedTree: @unchecked Sendable {
  /// The number of entries.
  @usableFromInline let count: Int
  /// The middle of all entries.
  @usableFromInline let origin: Coordinate
  /// The greatest distance of an entry's ordinate from the origin's, at most.
  @usableFromInline let reach: Double
  /// The level of the root: 0 when the only leaf is the root, -1 when there are no entries.
  @usableFromInline let top: Int
  @usableFromInline let levelStarts: InlineArray<9, Int>
  @usableFromInline let leaves: UnsafeMutableRawPointer
  @usableFromInline let nodes: UnsafeMutableRawPointer

  @usableFromInline static let leafStride = 768
  @usableFromInline static let nodeStride = 256

  /// Packs `count` entries, given by two corners and a label, in the order of their slots.
  init(
    count: Int,
    extent: Envelope,
    entry: (_ slot: Int) -> (first: Coordinate, second: Coordinate, label: EntryLabel)
  ) {
    self.count = count
    origin = extent.center
    reach = max(extent.width, extent.height)
    let leafCount = (count + 15) / 16
    var levelStarts = InlineArray<9, Int>(repeating: 0)
    var level = leafCount == 0 ? -1 : 0
    var width = leafCount
    while width > 1 {
      width = (width + 15) / 16
      level += 1
      levelStarts[level + 1] = levelStarts[level] + width
    }
    top = level
    self.levelStarts = levelStarts
    let nodeCount = levelStarts[level + 1]
    // Freed in deinit; every byte is written below before anyone reads.
    unsafe leaves = .allocate(byteCount: max(leafCount, 1) * Self.leafStride, alignment: 64)
    unsafe nodes = .allocate(byteCount: max(nodeCount, 1) * Self.nodeStride, alignment: 64)
    let missing = Coordinate(x: .nan, y: .nan)
    for slot in 0..<(leafCount * 16) {
      let (first, second, label) = slot < count ? entry(slot) : (missing, missing, EntryLabel(0))
      setEntry(slot, first, second, label)
    }
    guard level > 0 else { return }
    for level in 1...level {
      let widthBelow = level == 1 ? leafCount : levelStarts[level] - levelStarts[level - 1]
      for node in levelStarts[level]..<levelStarts[level + 1] {
        for child in 0..<16 {
          let position = (node - levelStarts[level]) * 16 + child
          let box =
            position >= widthBelow
            ? SIMD4(repeating: .nan)
            : level == 1 ? bounds(ofLeaf: position) : bounds(of: levelStarts[level - 1] + position)
          setBox(node, child, box)
        }
      }
    }
  }

  deinit {
    // Allocated in init; no one else holds them.
    unsafe leaves.deallocate()
    unsafe nodes.deallocate()
  }

  /// Bytes that leaves and nodes occupy.
  var byteCount: Int {
    (count + 15) / 16 * Self.leafStride + levelStarts[top + 1] * Self.nodeStride
  }

  private func setEntry(
    _ slot: Int,
    _ first: Coordinate,
    _ second: Coordinate,
    _ label: EntryLabel
  ) {
    // slot / 16 < leafCount: init counts slots up to 16 leafCount.
    let leaf = unsafe leaves + slot / 16 * Self.leafStride
    let column = unsafe leaf + slot % 16 * 8
    unsafe column.storeBytes(of: first.x, as: Double.self)
    unsafe column.storeBytes(of: first.y, toByteOffset: 128, as: Double.self)
    unsafe column.storeBytes(of: second.x, toByteOffset: 256, as: Double.self)
    unsafe column.storeBytes(of: second.y, toByteOffset: 384, as: Double.self)
    unsafe leaf.storeBytes(of: label, toByteOffset: 512 + slot % 16 * 16, as: EntryLabel.self)
  }

  private func setBox(_ node: Int, _ child: Int, _ box: SIMD4<Float>) {
    for row in 0..<4 {
      // node < nodeCount and child < 16: the loops in init run within the level's nodes.
      unsafe nodes.storeBytes(
        of: box[row],
        toByteOffset: node * Self.nodeStride + row * 64 + child * 4,
        as: Float.self
      )
    }
  }

  /// The box around a leaf's entries, in the tree's own frame.
  private func bounds(ofLeaf leaf: Int) -> SIMD4<Float> {
    var (minX, minY, maxX, maxY) = (
      Double.infinity, Double.infinity, -Double.infinity, -Double.infinity
    )
    for slot in leaf * 16..<min(leaf * 16 + 16, count) {
      let (first, second) = corners(slot)
      minX = min(minX, min(first.x, second.x))
      minY = min(minY, min(first.y, second.y))
      maxX = max(maxX, max(first.x, second.x))
      maxY = max(maxY, max(first.y, second.y))
    }
    return SIMD4(
      roundedDown(minX - origin.x),
      roundedDown(minY - origin.y),
      roundedUp(maxX - origin.x),
      roundedUp(maxY - origin.y)
    )
  }

  /// The box around a node's children.
  private func bounds(of node: Int) -> SIMD4<Float> {
    var bounds = SIMD4<Float>(.infinity, .infinity, -.infinity, -.infinity)
    for row in 0..<4 {
      for child in 0..<16 {
        // node < nodeCount: the loop in init runs within the level below.
        let side = unsafe nodes.load(
          fromByteOffset: node * Self.nodeStride + row * 64 + child * 4,
          as: Float.self
        )
        // A missing child is NaN and passes neither comparison.
        if row < 2 ? side < bounds[row] : side > bounds[row] { bounds[row] = side }
      }
    }
    return bounds
  }

  /// The two corners of the entry in a slot, exactly as given.
  @inlinable
  @inline(__always)
  func corners(_ slot: Int) -> (first: Coordinate, second: Coordinate) {
    // slot < count: cursors give only slots of entries, since NaN passes no test of theirs, and
    // `bounds` stops at count.
    let leaf = unsafe leaves + (slot &>> 4 &* Self.leafStride &+ (slot & 15) &* 8)
    return (
      Coordinate(
        x: unsafe leaf.load(as: Double.self),
        y: unsafe leaf.load(fromByteOffset: 128, as: Double.self)
      ),
      Coordinate(
        x: unsafe leaf.load(fromByteOffset: 256, as: Double.self),
        y: unsafe leaf.load(fromByteOffset: 384, as: Double.self)
      )
    )
  }

  /// What the entry in a slot is called.
  @inlinable
  @inline(__always)
  func label(_ slot: Int) -> EntryLabel {
    // slot < count, as in `corners`.
    unsafe leaves.load(
      fromByteOffset: slot &>> 4 &* Self.leafStride &+ 512 &+ (slot & 15) &* 16,
      as: EntryLabel.self
    )
  }

  /// Four neighbouring entries' ordinates: row 0 first x, 1 first y, 2 second x, 3 second y.
  @inlinable
  @inline(__always)
  func ordinates(_ leaf: Int, _ row: Int, _ quarter: Int) -> SIMD4<Double> {
    // leaf < leafCount: cursors only go to children whose boxes are not NaN; row and quarter are
    // literals below 4. The block is 64-byte aligned, and so is every quarter to 32.
    unsafe leaves.load(
      fromByteOffset: leaf &* Self.leafStride &+ row &* 128 &+ quarter &* 32,
      as: SIMD4<Double>.self
    )
  }

  /// Four neighbouring children's sides: row 0 least x, 1 least y, 2 greatest x, 3 greatest y.
  @inlinable
  @inline(__always)
  func sides(_ node: Int, _ row: Int, _ quarter: Int) -> SIMD4<Float> {
    // node < nodeCount: cursors only go to children whose boxes are not NaN; row and quarter are
    // literals below 4. The block is 64-byte aligned, and so is every quarter to 16.
    unsafe nodes.load(
      fromByteOffset: node &* Self.nodeStride &+ row &* 64 &+ quarter &* 16,
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
