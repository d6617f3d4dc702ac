/// The boxes and entries of a static R-tree, packed along a Hilbert curve: leaves of 16 entries, and
/// nodes of 16 children above.
///
/// Built once; then entries may be removed from a copy, which marks them and shares all else.
package struct PackedTree: Sendable {
  /// Keeps the memory that `view` points to.
  let memory: TreeMemory
  package let view: TreeView
  /// The grid of the leaves' rows; nil when they keep sides as they are.
  package let grid: Grid?
  /// The envelope of all entries; a single place when there are none.
  package let extent: Envelope
  /// How long the boxes of leaves typically are; nil when there are none, as in a tree with all entries at one place.
  ///
  /// It is noted when the tree is built, so that a tree that is mapped is opened without a look at its leaves.
  var typicalLeafSide: Double?
  /// The entries that no search finds any more.
  var removed = RemovedEntries()

  /// The number of entries that it was built with.
  var count: Int { view.shape.count }

  /// Bytes that leaves, nodes, exceptions and marks occupy.
  package var byteCount: Int { view.byteCount + removed.byteCount }
}
