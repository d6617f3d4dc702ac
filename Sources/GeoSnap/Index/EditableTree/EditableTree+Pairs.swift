extension EditableTree {
  /// Calls `body` with each pair of an entry of this tree and one of another whose boxes come within
  /// a distance of each other, and with some that nearly do.
  ///
  /// The order is fixed. Allocates only when one of the trees has been edited.
  @inline(__always)
  func forEachPair(
    with other: EditableTree,
    within distance: Double,
    _ body: (TreeEntry, TreeEntry) -> Void
  ) {
    base.forEachPair(with: other.base, within: distance, body)
    if overlay.count > 0 || other.overlay.count > 0 {
      forEachInsertedPair(with: other, within: distance, body)
    }
  }

  /// Calls `body` once with each two entries whose boxes come within a distance of each other, and
  /// with some that nearly do.
  ///
  /// The order is fixed. Allocates only when the tree has been edited.
  @inline(__always)
  func forEachPair(within distance: Double, _ body: (TreeEntry, TreeEntry) -> Void) {
    base.forEachPair(within: distance, body)
    if overlay.count > 0 { forEachInsertedPair(within: distance, body) }
  }

  @inline(never)
  private func forEachInsertedPair(
    with other: EditableTree,
    within distance: Double,
    _ body: (TreeEntry, TreeEntry) -> Void
  ) {
    let (inserted, otherInserted) = (insertedTree, other.insertedTree)
    base.forEachPair(with: otherInserted, within: distance, body)
    inserted.forEachPair(with: other.base, within: distance, body)
    inserted.forEachPair(with: otherInserted, within: distance, body)
  }

  @inline(never)
  private func forEachInsertedPair(
    within distance: Double,
    _ body: (TreeEntry, TreeEntry) -> Void
  ) {
    let inserted = insertedTree
    base.forEachPair(with: inserted, within: distance, body)
    inserted.forEachPair(within: distance, body)
  }

  /// What was inserted, packed: a join looks at all of it, and a grid of cells cannot be joined.
  private var insertedTree: PackedTree {
    var entries: [TreeEntry] = []
    entries.reserveCapacity(overlay.count)
    overlay.forEachEntry { entries.append($0) }
    let builder = TreeBuilder(entries)
    builder.run()
    return builder.tree()
  }
}
