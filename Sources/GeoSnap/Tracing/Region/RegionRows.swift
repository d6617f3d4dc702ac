/// What is to know of a region while something runs through it: all of it at hand, or found as it is
/// asked for.
///
/// It gives out single values, since a region is too much to be handed round at each step.
protocol RegionRows {
  associatedtype Failure: Error

  var nodeCount: Int { get }
  var edgeCount: Int { get }

  /// Makes sure that the half-edges of a node are there; whether the region has grown.
  mutating func leave(_ node: Int) throws(Failure) -> Bool

  /// Calls `body` with each half-edge that leaves a node.
  func forEachHalfEdge(of node: Int, _ body: (_ edge: Int, _ isAgainst: Bool) -> Void)

  /// What is to know of a node.
  func marks(ofNode node: Int) -> TraceRegion.Marks

  /// What is to know of an edge.
  func marks(ofEdge edge: Int) -> TraceRegion.Marks

  /// How the commodity may run along an edge.
  func outward(_ edge: Int) -> TraceRegion.Ways

  /// The number of a node in the topology; -1 for a hub.
  func number(ofNode node: Int) -> Int

  /// The number of an edge in the topology; -1 for a spoke of a hub.
  func number(ofEdge edge: Int) -> Int

  /// The node to which an edge leads one way.
  func end(of edge: Int, _ way: TraceRegion.Ways) -> Int
}

/// The rows of a region that was explored.
struct ExploredRows: RegionRows {
  typealias Failure = Never

  let region: TraceRegion

  var nodeCount: Int { region.nodes.count }
  var edgeCount: Int { region.edges.count }

  func leave(_ node: Int) throws(Never) -> Bool { false }

  @inline(__always)
  func forEachHalfEdge(of node: Int, _ body: (_ edge: Int, _ isAgainst: Bool) -> Void) {
    region.graph.forEachHalfEdge(of: node) { body($0.edge, $0.isAgainst) }
  }

  @inline(__always)
  func marks(ofNode node: Int) -> TraceRegion.Marks { region.nodeMarks[node] }

  @inline(__always)
  func marks(ofEdge edge: Int) -> TraceRegion.Marks { region.edgeMarks[edge] }

  @inline(__always)
  func outward(_ edge: Int) -> TraceRegion.Ways { region.outward[edge] }

  @inline(__always)
  func number(ofNode node: Int) -> Int { Int(region.nodes[node]) }

  @inline(__always)
  func number(ofEdge edge: Int) -> Int { Int(region.edges[edge]) }

  @inline(__always)
  func end(of edge: Int, _ way: TraceRegion.Ways) -> Int {
    Int(way == .forth ? region.to[edge] : region.from[edge])
  }
}
