internal import GeoSnapColumns

/// The rows of the network and the barriers on lines, for a walk that begins without a region.
struct WalkedNetwork {
  let setting: TraceSetting
  let topology: Topology
  let graph: Graph
  /// The rows that edits have written; nil when there are none.
  let written: OverlayRows?
  private let edgeBits: ConditionBits?
  private let spareEdges: Bool

  init(_ setting: TraceSetting) {
    self.setting = setting
    topology = setting.topology
    graph = topology.packed.graph
    written = topology.edits?.overlay.rows
    edgeBits = setting.barriers.edgeBits
    spareEdges = setting.barriers.spareEdges
  }

  var hasWritten: Bool { written != nil }

  /// Whether a part of a line is a barrier.
  @inline(__always)
  func bars(_ edge: Int) -> Bool {
    if spareEdges { return false }
    // Copying the attributes is expensive, so known results come first.
    return edgeBits?.known(atEdge: edge) ?? setting.barriers.bars(edge: edge, setting.attributes)
  }
}
