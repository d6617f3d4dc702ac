internal import GeoSnapSupport

/// The boxes and entries of a static R-tree, packed along a Hilbert curve: leaves of 16 entries, nodes of 16
/// children.
///
/// After it is built, entries may be removed from a copy, which marks them and shares all other memory.
package struct PackedTree: Sendable {
  /// Keeps the memory of `view` alive.
  let memory: TreeMemory
  package let view: TreeView
  /// The grid of the leaves' rows; nil when their sides are doubles.
  package let grid: Grid?
  /// The envelope of all entries; a single point when there are none.
  package let extent: Envelope
  /// The typical side of the leaves' boxes; nil without a box of positive size.
  var typicalLeafSide: Double?
  var removed = RemovedEntries()

  /// The number of entries, including removed ones.
  var count: Int { view.shape.count }

  package var byteCount: Int { view.byteCount + removed.byteCount }

  package func forEachEntry(_ body: (TreeEntry) -> Void) {
    for leaf in 0..<view.shape.leafCount { forEachEntry(of: leaf, body) }
  }

  /// The median of the longer sides of some leaves' boxes; nil without a box of positive size.
  func measureLeafSide() -> Double? {
    var sides: [Double] = []
    for leaf in stride(from: 0, to: view.shape.leafCount, by: max(view.shape.leafCount / 256, 1)) {
      var box: Envelope?
      forEachEntry(of: leaf) { box = box?.union($0.envelope) ?? $0.envelope }
      guard let box else { continue }
      let side = max(box.width, box.height)
      if side > 0x1p-1000 { sides.append(side) }
    }
    sides.sort()
    return sides.isEmpty ? nil : sides[sides.count / 2]
  }

  private func forEachEntry(of leaf: Int, _ body: (TreeEntry) -> Void) {
    // The view does not keep the memory alive.
    defer { withExtendedLifetime(memory) {} }
    let lanes = min(count - leaf * 16, 16)
    var bits = removed.remaining(1 << UInt32(lanes) - 1, of: leaf)
    while bits != 0 {
      body(storedEntry(leaf, bits.trailingZeroBitCount))
      bits &= bits &- 1
    }
  }

  /// Marks those of at most 32 entries of one feature as removed whose bits are set in `wanted` and that are in the
  /// tree bit for bit; returns a bit for each removed entry.
  mutating func remove(_ entries: Span<TreeEntry>, _ wanted: UInt32) -> UInt32 {
    guard wanted != 0, removed.count < count else { return 0 }
    var box: Envelope?
    var rest = wanted
    while rest != 0 {
      let envelope = entries[rest.trailingZeroBitCount].envelope
      box = box?.union(envelope) ?? envelope
      rest &= rest &- 1
    }
    guard let box else { return 0 }
    let feature = entries[wanted.trailingZeroBitCount].label.feature
    var slots = InlineArray<32, Int32>(repeating: 0)
    var found: UInt32 = 0
    forEachSlot(meeting: box, of: feature) { slot in
      guard found != wanted else { return }
      let entry = entry(slot &>> 4, slot & 15)
      var open = wanted & ~found
      while open != 0 {
        let index = open.trailingZeroBitCount
        if entries[index] == entry {
          slots[index] = Int32(truncatingIfNeeded: slot)
          found |= 1 << UInt32(index)
          break
        }
        open &= open &- 1
      }
    }
    rest = found
    while rest != 0 {
      removed.mark(Int(slots[rest.trailingZeroBitCount]), leafCount: view.shape.leafCount)
      rest &= rest &- 1
    }
    return found
  }
}

/// The set of entries of a packed tree that were removed after it was built; copies share memory until one is edited.
struct RemovedEntries: Sendable {
  private(set) var count = 0
  /// A bit per lane for each leaf; empty while nothing has been removed.
  private var marks = PagedArray<UInt16>()
  /// A bit for each leaf with marks: small enough for the cache, and most leaves have none.
  private var marked = PagedArray<UInt64>()

  /// Clears the bits of removed entries of a leaf.
  @inline(__always) func remaining(_ bits: UInt32, of leaf: Int) -> UInt32 {
    guard count != 0, bits != 0, marked[leaf >> 6] & 1 &<< UInt64(leaf & 63) != 0 else {
      return bits
    }
    return bits & ~UInt32(marks[leaf])
  }

  /// Marks the entry of a slot, which must not be marked yet.
  mutating func mark(_ slot: Int, leafCount: Int) {
    if marks.count == 0 {
      marks = PagedArray(repeating: 0, count: leafCount)
      marked = PagedArray(repeating: 0, count: leafCount / 64 + 1)
    }
    let leaf = slot >> 4
    marks[leaf] |= 1 << UInt16(slot & 15)
    if marked[leaf >> 6] & 1 << UInt64(leaf & 63) == 0 {
      marked[leaf >> 6] |= 1 << UInt64(leaf & 63)
    }
    count += 1
  }

  var byteCount: Int { marks.byteCount + marked.byteCount }
}

/// The numbers of leaves and nodes of a packed tree on each level.
///
/// Level 0 are the leaves of 16 entries, level 1 the fine nodes of 16 leaves each, and the levels above are coarse
/// nodes, up to a root. Child k of the i-th node of a level is the (16 i + k)-th of the level below, so positions
/// follow from counts and are not stored.
package struct TreeShape: Equatable, Sendable {
  let count: Int
  package let leafCount: Int
  /// The level of the root: at least 1, or 0 for a tree without entries.
  package let top: Int
  /// The level at which a search starts: the lowest with at most 4 nodes.
  let entryLevel: Int

  init(count: Int) {
    self.count = count
    leafCount = (count + 15) / 16
    func width(_ level: Int) -> Int { TreeShape.width(level, over: (count + 15) / 16) }
    var level = leafCount > 0 ? 1 : 0
    while level > 0 && width(level) > 1 { level += 1 }
    top = level
    while level > 1 && width(level - 1) <= 4 { level -= 1 }
    entryLevel = level
  }

  var fineCount: Int { width(1) }

  var coarseCount: Int { top > 1 ? start(top) + 1 : 0 }

  /// The number of nodes of a level, or of leaves at level 0.
  @inline(__always)
  package func width(_ level: Int) -> Int { TreeShape.width(level, over: leafCount) }

  /// The position of a level's first node among all coarse nodes.
  @inline(__always) func start(_ level: Int) -> Int {
    var start = 0
    var below = 2
    while below < level {
      start &+= width(below)
      below &+= 1
    }
    return start
  }

  /// The number of entries in a leaf: 16 in all but the last.
  @inline(__always) func entryCount(of leaf: Int) -> Int { min(count &- leaf &* 16, 16) }

  @inline(__always) private static func width(_ level: Int, over leafCount: Int) -> Int {
    let shift = 4 &* level
    return (leafCount &+ (1 &<< shift) &- 1) &>> shift
  }
}

/// Converts ordinates to the units in which nodes store their boxes.
///
/// All conversions are monotonic, including their rounding: boxes that meet in the plane meet in units too, and no
/// box has to be enlarged.
package struct TreeFrame: Equatable, Sendable {
  /// The centre of the region of most entries.
  let origin: Coordinate
  /// Units per coordinate unit; positive.
  let scale: Double

  /// The greatest magnitude in units, to which others are clamped.
  static let limit = 0x1p30

  /// Creates a frame in which an extent is 65,536 units long.
  init(over extent: Envelope) {
    origin = extent.center
    let side = max(extent.width, extent.height)
    scale = side > 0 ? min(max(65536 / side, 1e-150), 1e150) : 1
  }

  @inline(__always) func units(x: Double) -> Float { TreeFrame.clamped((x - origin.x) * scale) }

  @inline(__always) func units(y: Double) -> Float { TreeFrame.clamped((y - origin.y) * scale) }

  /// The sides of an envelope: least x, least y, greatest x, greatest y.
  @inline(__always) func units(_ envelope: Envelope) -> SIMD4<Float> {
    SIMD4(
      units(x: envelope.minX),
      units(y: envelope.minY),
      units(x: envelope.maxX),
      units(y: envelope.maxY)
    )
  }

  @inline(__always) private static func clamped(_ units: Double) -> Float {
    Float(min(max(units, -limit), limit))
  }

  /// An envelope of all points whose units lie between sides: least x, least y, greatest x, greatest y.
  ///
  /// The unit of an ordinate x is `Float(t)`, where t is `(x - origin) * scale` in doubles. Subtraction and
  /// multiplication move t by at most 2^-52 of its magnitude, and rounding to `Float` by 2^-24 of it, or by less than
  /// 2^-149 near zero. So when the unit is at least u, the exact value of (x - origin) * scale is at least u - |u|
  /// 2^-23 - 2^-149, and x at least that divided by the scale, plus the origin. Below, twice the first term is
  /// subtracted, and more of the second, which covers this division; 2^-51 of the summands covers addition. The same
  /// holds for the greatest sides. Ordinates that were clamped to the limit lie anywhere beyond it.
  @inline(__always) func envelope(holding sides: SIMD4<Double>) -> Envelope {
    Envelope(
      minX: TreeFrame.ordinate(sides.x, -1, origin.x, scale),
      minY: TreeFrame.ordinate(sides.y, -1, origin.y, scale),
      maxX: TreeFrame.ordinate(sides.z, 1, origin.x, scale),
      maxY: TreeFrame.ordinate(sides.w, 1, origin.y, scale)
    )
  }

  /// The ordinate of a side in units, moved outwards: down for direction -1, up for 1.
  @inline(__always) private static func ordinate(
    _ side: Double,
    _ direction: Double,
    _ origin: Double,
    _ scale: Double
  ) -> Double {
    if side * direction >= limit { return direction * .infinity }
    let away = (side + direction * (side.magnitude * 0x1p-22 + 0x1p-140)) / scale
    let ordinate = origin + away
    return ordinate + direction * (origin.magnitude + away.magnitude) * 0x1p-51
  }
}
