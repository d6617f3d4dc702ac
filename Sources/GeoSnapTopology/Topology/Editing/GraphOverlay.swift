internal import GeoSnapColumns
internal import GeoSnapSupport

/// Changed rows over those of a packed topology.
@usableFromInline
package struct GraphOverlay: Sendable {
  /// What a node stands for.
  package struct Node: Sendable {
    /// The number of the feature; -1 for a system junction.
    package let feature: Int32
    package let terminal: UInt8
  }

  /// What an edge stands for.
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
    /// Where along its line it begins and ends.
    package let start: Double
    package let end: Double
    package let passage: TerminalPaths.Passage
    package let from: Int32
    package let to: Int32
  }

  let base: PackedTopology
  /// The rows that are not as packed.
  package private(set) var rows: OverlayRows
  /// New nodes; nil for nodes that are no more.
  private var nodes = PersistentMap<Int32, Node?>()
  /// New edges; nil for edges that are no more.
  private var edges = PersistentMap<Int32, Edge?>()
  /// Half-edges that are still to be added to rows, and edges still to be taken out of them: a hub's row is written
  /// once, however many of its edges change.
  private var added: [Int32: [HalfEdge]] = [:]
  private var removed: Set<Int32> = []
  private var unsettled: Set<Int32> = []
  /// The edges still to be taken out, by what they join: one that comes again keeps its number, so that rows stay as
  /// they are.
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

  /// The half-edges that leave a node.
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

  /// What a node stands for.
  ///
  /// - Precondition: The node is there.
  package func node(_ node: Int) -> Node {
    if let known = nodes.find(Int32(node)) {
      guard let known else { preconditionFailure("Node \(node) is no more") }
      return known
    }
    return Node(feature: base.nodeFeatures[node], terminal: base.nodeTerminals[node])
  }

  /// What an edge stands for.
  ///
  /// - Precondition: The edge is there.
  package func edge(_ edge: Int) -> Edge {
    if let known = edges.find(Int32(edge)) {
      guard let known else { preconditionFailure("Edge \(edge) is no more") }
      return known
    }
    return packedEdge(edge)
  }

  /// What an edge of the packed topology stands for there.
  @inline(never)
  private func packedEdge(_ edge: Int) -> Edge {
    let (from, to) = base.graph.nodes(of: edge)
    let positions = base.positions(ofEdge: edge)
    let isInternal = base.internalEdges.contains(edge)
    return Edge(
      kind: isInternal ? .internal : edge < base.lineEdges.upperBound ? .line : .association,
      feature: base.edgeFeatures[edge],
      start: positions.lowerBound,
      end: positions.upperBound,
      passage: isInternal ? base.passages[edge - base.internalEdges.lowerBound] : [],
      from: Int32(from),
      to: Int32(to)
    )
  }

  /// Where along its line an edge begins and ends; the whole for other edges.
  func positions(ofEdge edge: Int) -> ClosedRange<Double> {
    let record = self.edge(edge)
    return record.kind == .line ? record.start...max(record.start, record.end) : 0...1
  }

  /// The edges that are not as packed, those that are no more left out.
  package var changedEdges: [Int32] {
    edges.keys.filter { edges.find($0).flatMap { $0 } != nil }
  }

  // MARK: Changing

  /// Adds a node; answers its number.
  mutating func addNode(_ node: Node) -> Int32 {
    let number = Int32(nodeLimit)
    nodeLimit += 1
    nodes.set(node, for: number)
    rows.addNode()
    return number
  }

  /// Takes a node away that no edge joins any more.
  mutating func removeNode(_ node: Int32) {
    precondition(row(Int(node)).isEmpty, "A node that edges join stays")
    nodes.set(nil, for: node)
    rows.set([], of: Int(node))
  }

  /// Adds an edge, which rows have when they are settled; answers its number.
  ///
  /// One of the same feature between the same nodes, taken away since rows were settled, comes back.
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

  /// Takes an edge away, out of rows when they are settled; answers its two nodes.
  mutating func removeEdge(_ edge: Int32) -> (from: Int32, to: Int32) {
    let record = self.edge(Int(edge))
    removed.insert(edge)
    removedByEnds[EdgeEnds(record), default: []].append(edge)
    unsettled.insert(record.from)
    unsettled.insert(record.to)
    edges.set(nil, for: edge)
    return (record.from, record.to)
  }

  /// Writes the rows of all nodes whose edges have changed; until then rows are as before.
  mutating func settleRows() {
    for node in unsettled { settleRow(node) }
    (added, removed, unsettled, removedByEnds) = ([:], [], [], [:])
  }

  /// Writes the row of a node if its edges have changed.
  mutating func settleRow(_ node: Int32) {
    let old = row(Int(node))
    let new = added.removeValue(forKey: node) ?? []
    if new.isEmpty, !old.contains(where: { removed.contains(Int32($0.edge)) }) { return }
    rows.set(old.filter { !removed.contains(Int32($0.edge)) } + new, of: Int(node))
  }
}

/// What tells an edge of a feature from its others: the nodes that it joins.
private struct EdgeEnds: Hashable {
  let kind: GraphOverlay.Edge.Kind
  let feature: Int32
  let from: Int32
  let to: Int32

  init(_ edge: GraphOverlay.Edge) {
    (kind, feature, from, to) = (edge.kind, edge.feature, edge.from, edge.to)
  }
}
