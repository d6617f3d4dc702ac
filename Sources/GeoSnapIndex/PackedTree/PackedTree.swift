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
  ///
  /// It is determined when the tree is built, so that opening a mapped tree does not read its leaves.
  var typicalLeafSide: Double?
  var removed = RemovedEntries()

  /// The number of entries, including removed ones.
  var count: Int { view.shape.count }

  /// The size in bytes of leaves, nodes, exceptions and marks.
  package var byteCount: Int { view.byteCount + removed.byteCount }
}
