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

  /// Packs entries with checked ordinates.
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
}

extension EditableTree {
  /// Inserts an entry with checked ordinates.
  ///
  /// - Complexity: Amortised O(1): a packed tree that is small compared to the inserted entries is rebuilt.
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
  /// - Complexity: As a search for the box around the entries.
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
}
