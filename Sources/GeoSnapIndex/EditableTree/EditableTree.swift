internal import GeoSnapSupport

/// A packed tree and what has been edited since it was built: marks on entries removed from it, and
/// an overlay with those inserted.
///
/// A copy is a snapshot: it stays as it is while the original is edited, and shares with it all that
/// no edit touches. Without copies, edits happen in place.
package struct EditableTree: Sendable {
  package private(set) var base: PackedTree
  private(set) var overlay: Overlay
  /// Holds all entries; never shrinks but in ``rebuild()``.
  private(set) var extent: Envelope

  /// Packs entries whose ordinates have been checked.
  init(checked entries: [TreeEntry]) {
    let builder = TreeBuilder(entries)
    builder.run()
    self.init(builder.tree())
  }

  /// An editable tree in which nothing has been edited yet.
  init(_ base: PackedTree) {
    self.base = base
    extent = base.extent
    // Half a leaf's side: so few cells near a query hold what it does not want.
    overlay = Overlay(cellSide: (base.typicalLeafSide ?? 2) / 2)
  }

  /// The number of entries.
  package var count: Int { base.count - base.removed.count + overlay.count }

  /// The number of entries inserted or removed since the tree was packed, which queries pay for.
  var editedCount: Int { base.removed.count + overlay.count }

  /// Bytes that the tree occupies; what copies share counts in full.
  var byteCount: Int { base.byteCount + (overlay.count > 0 ? overlay.byteCount : 0) }
}

extension EditableTree {
  /// Adds an entry whose ordinates have been checked.
  ///
  /// - Complexity: O(1), amortised: a packed tree that has become small beside what was inserted is built anew.
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

  /// Takes out entries of one feature, all or none of them.
  ///
  /// - Parameter entries: At most 32 entries of one feature.
  /// - Returns: The position of the first that the tree does not have, nil when all are out.
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
    // Which of several equal entries is there makes no difference to anyone.
    for index in entries.indices where removed & 1 << UInt32(index) != 0 {
      overlay.insert(entries[index])
    }
    return (~removed).trailingZeroBitCount
  }

  /// Packs all entries anew, so that queries pay for no edits.
  ///
  /// - Complexity: O(n).
  mutating func rebuild() {
    var entries: [TreeEntry] = []
    entries.reserveCapacity(count)
    base.forEachEntry { entries.append($0) }
    overlay.forEachEntry { entries.append($0) }
    self = EditableTree(checked: entries)
  }

  /// Fewer entries than these are quick to look through wherever they are.
  private static var leastRebuilt: Int { 4096 }

  /// A guess at the side of cells before there is anything to measure it by; corrected when the tree is built anew.
  private static func cellSide(forFirst entry: TreeEntry) -> Double {
    let box = entry.envelope
    let side = max(box.width, box.height)
    if side > 0 { return max(side, .leastNormalMagnitude) }
    let magnitude = max(entry.first.x.magnitude, entry.first.y.magnitude)
    return magnitude > 1e-140 ? magnitude * 1e-5 : 1
  }
}
