internal import GeoSnapSupport

/// A packed tree and its edits since it was built: marks on removed entries, and an overlay of inserted ones.
///
/// A copy is a snapshot that does not change when the original is edited, and shares all unedited memory with it.
/// Without copies, edits happen in place.
package struct EditableTree: Sendable {
  package private(set) var base: PackedTree
  private(set) var overlay: Overlay
  /// Contains all entries; shrinks in ``rebuild()`` only.
  private(set) var extent: Envelope

  init(checked entries: [TreeEntry]) {
    let builder = TreeBuilder(entries)
    builder.run()
    self.init(builder.tree())
  }

  init(_ base: PackedTree) {
    self.base = base
    extent = base.extent
    // Half of a leaf's side, so that cells near a query hold few other entries.
    overlay = Overlay(cellSide: (base.typicalLeafSide ?? 2) / 2)
  }

  package var count: Int { base.count - base.removed.count + overlay.count }

  /// The number of entries inserted or removed since the tree was packed, which slow queries down.
  var editedCount: Int { base.removed.count + overlay.count }

  /// The size in bytes; memory shared with copies counts in full.
  var byteCount: Int { base.byteCount + (overlay.count > 0 ? overlay.byteCount : 0) }

  /// Inserts an entry with checked ordinates.
  mutating func insert(_ entry: TreeEntry) {
    if base.count == 0, overlay.count == 0 {
      extent = entry.envelope
      overlay = Overlay(cellSide: EditableTree.cellSide(forFirst: entry))
    } else {
      extent = extent.union(entry.envelope)
    }
    overlay.insert(entry)
    if overlay.count >= EditableTree.leastRebuilt, overlay.count / 4 > base.count { rebuild() }
  }

  /// Removes all of at most 32 entries of one feature, or none.
  ///
  /// - Returns: The position of the first entry that the tree does not have; nil after the removal.
  mutating func remove(_ entries: Span<TreeEntry>) -> Int? {
    precondition(entries.count <= 32, "Entries are removed 32 at a time")
    let all = entries.count == 32 ? .max : UInt32(1) << UInt32(entries.count) - 1
    var removed = base.remove(entries, all)
    if removed != all, overlay.count > 0 {
      for index in entries.indices where removed & 1 << UInt32(index) == 0 {
        if overlay.remove(entries[index]) { removed |= 1 << UInt32(index) }
      }
    }
    guard removed != all else { return nil }
    // Equal entries are interchangeable.
    for index in entries.indices where removed & 1 << UInt32(index) != 0 {
      overlay.insert(entries[index])
    }
    return (~removed).trailingZeroBitCount
  }

  /// Packs all entries into one tree without edits, in O(n).
  mutating func rebuild() {
    var entries: [TreeEntry] = []
    entries.reserveCapacity(count)
    base.forEachEntry { entries.append($0) }
    overlay.forEachEntry { entries.append($0) }
    self = EditableTree(checked: entries)
  }

  /// Fewer entries than these are fast to search in any form.
  private static var leastRebuilt: Int { 4096 }

  /// A guess at the side of cells before there is anything to measure; corrected when the tree is rebuilt.
  private static func cellSide(forFirst entry: TreeEntry) -> Double {
    let box = entry.envelope
    let side = max(box.width, box.height)
    if side > 0 { return max(side, .leastNormalMagnitude) }
    let magnitude = max(entry.first.x.magnitude, entry.first.y.magnitude)
    return magnitude > 1e-140 ? magnitude * 1e-5 : 1
  }

  /// The window around all entries that may lie within a distance of a point.
  @inline(__always) func window(within distance: Double, of point: Coordinate) -> Envelope {
    extent.window(within: distance, of: point)
  }

  /// Whether an entry inserted since the tree was packed may meet a window.
  ///
  /// It is called before the packed tree is searched, so that the memory of the overlay loads meanwhile.
  @inline(__always) func mayHaveInserted(meeting window: Envelope) -> Bool {
    overlay.count > 0 && overlay.mayMeet(window)
  }

  /// Calls `body` with each entry whose box may meet a window: packed ones in tree order, then inserted ones.
  @inline(__always) func forEachEntry(meeting window: Envelope, _ body: (TreeEntry) -> Void) {
    let mayHaveInserted = mayHaveInserted(meeting: window)
    base.forEachEntry(meeting: window, body)
    if mayHaveInserted { overlay.forEachEntry(meeting: window, body) }
  }

  /// Calls `visit` with entries whose segments may lie within a distance of a point, roughly the nearest first;
  /// `visit` returns the distance to search further, which may only shrink.
  @inline(__always) package func forEachSegment(
    near point: Coordinate,
    within distance: Double,
    _ visit: (TreeEntry) -> Double
  ) {
    // If the window is small, the memory of the overlay loads while the packed tree is searched.
    let isSmall = base.isSmall(distance)
    var hasInserted = overlay.count > 0
    if hasInserted, isSmall { hasInserted = overlay.mayMeet(window(within: distance, of: point)) }
    var interest = distance
    base.forEachSegment(near: point, within: distance) { entry in
      interest = min(interest, visit(entry))
      return interest
    }
    if hasInserted, isSmall || overlay.mayMeet(window(within: interest, of: point)) {
      overlay.forEachEntry(near: point, within: interest, visit)
    }
  }

  /// Calls `body` with each entry whose box may be within a distance of one of many points, point by point in order.
  ///
  /// Points with NaN or beyond the range of an index find nothing.
  @inline(__always) func forEachEntry(
    within distance: Double,
    ofEach places: Span<Coordinate>,
    using batch: BatchMemory,
    _ body: (_ place: Int, TreeEntry) -> Void
  ) {
    guard overlay.count > 0 else {
      return base.forEachEntry(within: distance, ofEach: places, using: batch, body)
    }
    var next = 0
    func visitInserted(before end: Int) {
      while next < end {
        let place = places[next]
        if Tolerance(distance, at: place) != nil {
          let window = window(within: distance, of: place)
          if overlay.mayMeet(window) { overlay.forEachEntry(meeting: window) { body(next, $0) } }
        }
        next += 1
      }
    }
    base.forEachEntry(within: distance, ofEach: places, using: batch) { place, entry in
      visitInserted(before: place)
      body(place, entry)
    }
    visitInserted(before: places.count)
  }

  /// Calls `body` once with each two entries whose boxes are within a distance, and with some pairs slightly beyond
  /// it.
  @inline(__always)
  func forEachPair(within distance: Double, _ body: (TreeEntry, TreeEntry) -> Void) {
    base.forEachPair(with: base, within: distance, isSelf: true, body)
    guard overlay.count > 0 else { return }
    let inserted = insertedTree
    for (one, isSelf) in [(base, false), (inserted, true)] {
      one.forEachPair(with: inserted, within: distance, isSelf: isSelf, body)
    }
  }

  /// The inserted entries, packed, since a grid of cells cannot be joined.
  @inline(never) private var insertedTree: PackedTree {
    var entries: [TreeEntry] = []
    entries.reserveCapacity(overlay.count)
    overlay.forEachEntry { entries.append($0) }
    let builder = TreeBuilder(entries)
    builder.run()
    return builder.tree()
  }
}
