internal import GeoSnapSupport

extension EditableTree {
  /// Calls `body` with each pair of an entry of this tree and one of another whose boxes are within a distance, and
  /// with some pairs slightly beyond it.
  ///
  /// The order is deterministic. Memory is allocated only when one of the trees has been edited.
  @inline(__always)
  func forEachPair(
    with other: EditableTree,
    within distance: Double,
    _ body: (TreeEntry, TreeEntry) -> Void
  ) {
    base.forEachPair(with: other.base, within: distance, body)
    guard overlay.count > 0 || other.overlay.count > 0 else { return }
    let (inserted, otherInserted) = (insertedTree, other.insertedTree)
    let joins = [(base, otherInserted), (inserted, other.base), (inserted, otherInserted)]
    for (one, two) in joins { one.forEachPair(with: two, within: distance, body) }
  }

  /// Calls `body` once with each two entries whose boxes are within a distance, and with some pairs slightly beyond
  /// it.
  ///
  /// The order is deterministic. Memory is allocated only when the tree has been edited.
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
  @inline(never)
  private var insertedTree: PackedTree {
    var entries: [TreeEntry] = []
    entries.reserveCapacity(overlay.count)
    overlay.forEachEntry { entries.append($0) }
    let builder = TreeBuilder(entries)
    builder.run()
    return builder.tree()
  }
}
