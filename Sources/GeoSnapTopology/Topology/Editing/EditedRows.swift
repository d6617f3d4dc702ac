/// The rows of an edited graph for a walk: those that edits have written, and the packed ones.
struct EditedRows: HalfEdgeRows {
  private let packed: Graph
  private let rows: OverlayRows
  /// A bit for each node that is set when the node has a row in ``rows``; contiguous, as a walk reads it for every
  /// node.
  private let written: [UInt64]

  init(_ overlay: GraphOverlay) {
    packed = overlay.base.graph
    rows = overlay.rows
    written = rows.flatWritten()
  }

  @inline(__always)
  private func isWritten(_ node: Int) -> Bool {
    written[node >> 6] & (1 &<< UInt64(node & 63)) != 0
  }

  @inline(__always)
  func fetchPlace(of node: Int) {
    if isWritten(node) { rows.fetchSlot(of: node) } else { packed.fetchPlace(of: node) }
  }

  @inline(__always)
  func fetchRow(of node: Int) {
    if isWritten(node) { rows.fetchRow(of: node) } else { packed.fetchRow(of: node) }
  }

  @inline(__always)
  func forEachHalfEdge(of node: Int, _ body: (HalfEdge) -> Void) {
    if isWritten(node) {
      rows.forEachHalfEdge(of: node, body)
    } else {
      packed.forEachHalfEdge(of: node, body)
    }
  }
}
