internal import GeoSnapColumns
internal import GeoSnapSupport

/// The rows of a graph that differ from those of the packed topology.
@usableFromInline
package struct GraphOverlay: Sendable {
  package struct Node: Sendable {
    /// The number of the feature; -1 for a system junction.
    package let feature: Int32
    package let terminal: UInt8
  }

  @usableFromInline
  package struct Edge: Equatable, Sendable {
    @usableFromInline
    package enum Kind: Sendable {
      case line
      case `internal`
      case association
    }

    package let kind: Kind
    /// The number of the feature, or the position of the association.
    package let feature: Int32
    package let from: Int32
    package let to: Int32
    /// The positions along its line at which it begins and ends.
    package var start = 0.0
    package var end = 1.0
    package var passage: TerminalPaths.Passage = []
  }

  let base: PackedTopology
  /// The rows that differ from the packed ones.
  package private(set) var rows: OverlayRows
  /// New nodes; nil for removed ones.
  private var nodes = PersistentMap<Int32, Node?>()
  /// New edges; nil for removed ones.
  private var edges = PersistentMap<Int32, Edge?>()
  /// The changes still to be written into rows, so that the row of a hub is written once for all of them.
  private var added: [Int32: [HalfEdge]] = [:]
  private var removed: Set<Int32> = []
  private var unsettled: Set<Int32> = []
  /// The edges still to be removed, by their nodes: an edge that returns keeps its number.
  private var removedByEnds: [EdgeEnds: [Int32]] = [:]
  private(set) var nodeLimit: Int
  private(set) var edgeLimit: Int

  init(_ base: PackedTopology) {
    self.base = base
    nodeLimit = base.graph.nodeCount
    edgeLimit = base.graph.edgeCount
    rows = OverlayRows(nodeCount: base.graph.nodeCount)
  }

  // MARK: Reading

  func row(_ node: Int) -> Slice<Column<HalfEdge>> {
    guard rows.hasRow(node) else { return base.graph.halfEdges(of: node) }
    var row = Column<HalfEdge>()
    rows.forEachHalfEdge(of: node) { row.append($0) }
    return row[...]
  }

  func hasNode(_ node: Int) -> Bool {
    if let known = nodes.find(Int32(node)) { return known != nil }
    return node < base.graph.nodeCount
  }

  func hasEdge(_ edge: Int) -> Bool {
    if let known = edges.find(Int32(edge)) { return known != nil }
    return edge < base.graph.edgeCount
  }

  /// The feature and terminal of a node, which has to exist.
  package func node(_ node: Int) -> Node {
    if let known = nodes.find(Int32(node)) {
      guard let known else { preconditionFailure("Node \(node) is no more") }
      return known
    }
    return Node(feature: base.nodeFeatures[node], terminal: base.nodeTerminals[node])
  }

  /// The data of an edge, which has to exist.
  package func edge(_ edge: Int) -> Edge {
    if let known = edges.find(Int32(edge)) {
      guard let known else { preconditionFailure("Edge \(edge) is no more") }
      return known
    }
    return packedEdge(edge)
  }

  @inline(never)
  private func packedEdge(_ edge: Int) -> Edge {
    let (from, to) = base.graph.nodes(of: edge)
    let positions = base.positions(ofEdge: edge)
    let isInternal = base.internalEdges.contains(edge)
    return Edge(
      kind: isInternal ? .internal : edge < base.lineEdges.upperBound ? .line : .association,
      feature: base.edgeFeatures[edge],
      from: Int32(from),
      to: Int32(to),
      start: positions.lowerBound,
      end: positions.upperBound,
      passage: isInternal ? base.passages[edge - base.internalEdges.lowerBound] : []
    )
  }

  /// The positions along its line at which an edge begins and ends; 0 to 1 for other edges.
  func positions(ofEdge edge: Int) -> ClosedRange<Double> {
    let record = self.edge(edge)
    return record.kind == .line ? record.start...max(record.start, record.end) : 0...1
  }

  /// The edges that differ from the packed ones, without removed ones.
  package var changedEdges: [Int32] { edges.keys.filter { edges.find($0).flatMap { $0 } != nil } }

  // MARK: Changing

  mutating func addNode(_ node: Node) -> Int32 {
    let number = Int32(nodeLimit)
    nodeLimit += 1
    nodes.set(node, for: number)
    rows.addNode()
    return number
  }

  /// Removes a node that has no edges.
  mutating func removeNode(_ node: Int32) {
    precondition(row(Int(node)).isEmpty, "A node that edges join stays")
    nodes.set(nil, for: node)
    rows.set([], of: Int(node))
  }

  /// Adds an edge, or restores the same edge if it was removed since rows were settled; returns its number.
  @discardableResult
  mutating func addEdge(_ edge: Edge) -> Int32 {
    if let number = removedByEnds[EdgeEnds(edge)]?.popLast() {
      removed.remove(number)
      if number < base.graph.edgeCount, packedEdge(Int(number)) == edge {
        edges.remove(number)
      } else {
        edges.set(edge, for: number)
      }
      return number
    }
    let number = Int32(edgeLimit)
    edgeLimit += 1
    edges.set(edge, for: number)
    added[edge.from, default: []].append(
      HalfEdge(node: edge.to, edge: Int(number), isAgainst: false)
    )
    added[edge.to, default: []].append(
      HalfEdge(node: edge.from, edge: Int(number), isAgainst: true)
    )
    unsettled.insert(edge.from)
    unsettled.insert(edge.to)
    return number
  }

  /// Removes an edge and returns its two nodes; ``settleRows()`` removes it from rows.
  mutating func removeEdge(_ edge: Int32) -> (from: Int32, to: Int32) {
    let record = self.edge(Int(edge))
    removed.insert(edge)
    removedByEnds[EdgeEnds(record), default: []].append(edge)
    unsettled.insert(record.from)
    unsettled.insert(record.to)
    edges.set(nil, for: edge)
    return (record.from, record.to)
  }

  /// Writes the rows of all nodes whose edges have changed; until then rows are unchanged.
  mutating func settleRows() {
    for node in unsettled { settleRow(node) }
    (added, removed, unsettled, removedByEnds) = ([:], [], [], [:])
  }

  mutating func settleRow(_ node: Int32) {
    let old = row(Int(node))
    let new = added.removeValue(forKey: node) ?? []
    if new.isEmpty, !old.contains(where: { removed.contains(Int32($0.edge)) }) { return }
    rows.set(old.filter { !removed.contains(Int32($0.edge)) } + new, of: Int(node))
  }
}

/// The nodes of an edge, which identify it among those of its feature.
private struct EdgeEnds: Hashable {
  let kind: GraphOverlay.Edge.Kind
  let feature: Int32
  let from: Int32
  let to: Int32

  init(_ edge: GraphOverlay.Edge) {
    (kind, feature, from, to) = (edge.kind, edge.feature, edge.from, edge.to)
  }
}
