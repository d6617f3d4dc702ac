internal import GeoSnapSupport

struct TopologyDerivation {
  var topology: TopologyEdits
  let before: EditedNetwork
  let after: EditedNetwork
  let touched: [FeatureID]
  /// Whether the index already has the features after the commit.
  private(set) var isIndexed: Bool

  /// The places at which joins have to be decided.
  var places: [Coordinate] = []
  var seen: Set<Coordinate> = []
  /// The vertices of lines at these places and near them.
  var vertices: Set<LineVertex> = []
  var lines: Set<Int32> = []
  /// Those of them whose geometry or type changed.
  var changedLines: Set<Int32> = []
  /// The positions of the associations to derive again.
  var associations: Set<Int32> = []
  /// The earlier start and end nodes of the lines.
  var earlierEnds: [Int32: LineNodes] = [:]
  /// System junctions that may have lost all edges.
  var loosened: Set<Int32> = []
  /// Nodes of junctions that were removed or changed.
  var retired: [Int32] = []
  /// Nodes within lines that associations joined.
  var associationCuts: Set<Int32> = []

  /// The earlier problems of all that is derived again, and the current ones.
  var oldProblems: [TopologyProblem] = []
  var problems: [TopologyProblem] = []

  /// The features that meet without connecting after the commit but not before it.
  var newProblems: [TopologyProblem] {
    var known: [FeatureID: [Int]] = [:]
    for (number, problem) in oldProblems.enumerated() {
      for feature in problem.features.prefix(1) { known[feature, default: []].append(number) }
    }
    return problems.filter { problem in
      let numbers = problem.features.first.flatMap { known[$0] } ?? []
      return !numbers.contains { oldProblems[$0] == problem }
    }
  }

  var rules: JoinRules { topology.base.rules }
  var tolerance: CoincidenceTolerance { topology.base.tolerance }

  /// Prepares the update of `topology`, which already has the network after the commit.
  init(_ topology: TopologyEdits, _ commit: NetworkCommit, index: FeatureIndex?) {
    self.topology = topology
    isIndexed = index != nil
    if let index { self.topology.index = index }
    before = commit.before
    after = commit.after
    touched = commit.touched
  }

  mutating func run() throws(IndexError) {
    for feature in touched { try take(feature) }
    repeat {
      gatherPlaces()
      gatherAssociations()
    } while !places.isEmpty
    // Everything to derive is known now: old edges are removed, new ones are added.
    let old = removeEdges()
    removeRetired()
    let joins = decide()
    make(joins, old)
    topology.overlay.settleRows()
    for node in loosened
    where topology.overlay.hasNode(Int(node)) && topology.overlay.row(Int(node)).isEmpty
      && topology.overlay.node(Int(node)).feature < 0
    {
      topology.overlay.removeNode(node)
    }
  }

  mutating func file(_ problem: TopologyProblem, at vertex: LineVertex) {
    topology.add(problem, at: vertex)
    problems.append(problem)
  }

  private mutating func forget(_ problems: [TopologyProblem]?) { oldProblems += problems ?? [] }

  mutating func forget(_ vertex: LineVertex) {
    forget(topology.problemsAtVertices.find(vertex))
    topology.problemsAtVertices.remove(vertex)
  }

  mutating func forget(_ association: GlobalID) {
    forget(topology.problemsOfAssociations.find(association))
    topology.problemsOfAssociations.remove(association)
  }

  /// The properties of a feature that the graph depends on.
  struct Shape: Equatable {
    let type: Int32
    let geometry: Geometry?
    let terminals: [Int?]
    let paths: String?
  }

  func shape(_ feature: FeatureID, in network: EditedNetwork) -> Shape? {
    guard network.contains(feature) else { return nil }
    return Shape(
      type: network.assetTypeOrdinal(of: feature),
      geometry: network.geometry(of: feature),
      terminals: [TerminalField.from, TerminalField.to].map {
        network.attribute($0, of: feature)?.wholeNumber
      },
      paths: network.attribute(TerminalField.paths, of: feature)?.name
    )
  }

  func part(_ type: Int32?) -> TopologyClass.Part {
    guard let type, type >= 0 else { return .none }
    return rules.classes[Int(type)].part
  }

  /// Takes in a feature that was inserted, updated or deleted.
  mutating func take(_ feature: FeatureID) throws(IndexError) {
    for position in positions(of: feature, in: before) + positions(of: feature, in: after)
    where before.association(at: position) != nil
      || after.association(at: position) != nil
    { associations.insert(position) }
    let (old, new) = (shape(feature, in: before), shape(feature, in: after))
    guard old != new else { return }
    let number = topology.network.ordinal(of: feature)
    try reindex(number, old?.geometry, new?.geometry)
    for (shape, part) in [(old, part(old?.type)), (new, part(new?.type))] {
      switch part {
      case .point:
        if let place = shape?.geometry?.onlyPoint?.coordinate { places.append(place) }
      case .line:
        let path = shape?.geometry?.onlyLine
        for vertex in path?.indices ?? 0..<0 {
          forget(LineVertex(line: number, vertex: Int32(vertex)))
        }
        places += path.map { Array($0) } ?? []
        lines.insert(number)
        changedLines.insert(number)
      case .edgeObject:
        lines.insert(number)
        changedLines.insert(number)
      case .object, .none: break
      }
    }
    renewNodes(number, old, new)
  }

  mutating func reindex(_ number: Int32, _ old: Geometry?, _ new: Geometry?) throws(IndexError) {
    if isIndexed { return }
    switch (old, new) {
    case (let old?, let new?) where old != new: try topology.index.move(number, from: old, to: new)
    case (let old?, nil): try topology.index.remove(number, at: old)
    case (nil, let new?): try topology.index.insert(number, at: new)
    default: break
    }
  }

  /// Adds or removes the nodes of a junction whose type or set of paths changed.
  mutating func renewNodes(_ number: Int32, _ old: Shape?, _ new: Shape?) {
    let (isOld, isNew) = (part(old?.type).isJunction, part(new?.type).isJunction)
    if isOld && isNew && old?.type == new?.type && old?.paths == new?.paths { return }
    if isOld, let old, let first = topology.firstNode(number) {
      // Everything that joins it is derived again: lines at its place, its associations and its internal edges.
      for node in first..<first + rules.classes[Int(old.type)].terminalCount { retire(node) }
      topology.firstNodes.set(nil, for: number)
    }
    guard isNew, let new else { return }
    let type = rules.classes[Int(new.type)]
    let nodes = (0..<type.terminalCount).map {
      topology.overlay.addNode(.init(feature: number, terminal: UInt8(truncatingIfNeeded: $0)))
    }
    guard let first = nodes.first else { return }
    topology.firstNodes.set(first, for: number)
    guard let paths = type.paths else { return }
    let passages = paths.passages(setTo: new.paths)
    for (position, pair) in paths.pairs.enumerated() {
      topology.overlay.addEdge(
        .init(
          kind: .internal,
          feature: number,
          from: first + pair.first,
          to: first + pair.second,
          passage: passages?[position] ?? []
        )
      )
    }
  }

  func isPoint(_ number: Int32) -> Bool {
    part(after.assetTypeOrdinal(of: topology.network.feature(ordinal: number))) == .point
  }

  func path(_ number: Int32) -> CoordinateSequence? {
    let feature = topology.network.feature(ordinal: number)
    guard after.contains(feature), part(after.assetTypeOrdinal(of: feature)) == .line else {
      return nil
    }
    return after.geometry(of: feature)?.onlyLine
  }

  func type(_ number: Int32) -> Int32 {
    after.assetTypeOrdinal(of: topology.network.feature(ordinal: number))
  }

  /// Whether other features may connect at a vertex of a line.
  func connects(_ number: Int32, _ vertex: Int, _ path: CoordinateSequence) -> Bool {
    vertex == 0 || vertex == path.count - 1 || rules.classes[Int(type(number))].connectsAtVertices
  }

  /// Adds a line to be derived again; when two vertices have one position along it, as in a vertical line, all vertices
  /// are decided again.
  mutating func note(line: Int32) {
    guard lines.insert(line).inserted, let path = path(line), path.count > 2 else { return }
    let positions = path.vertexPositions
    let isAmbiguous = zip(positions, positions.dropFirst()).contains { $0 == $1 }
    if isAmbiguous { for place in path { places.append(place) } }
  }

  /// Finds all vertices that meet the places, directly or through others.
  mutating func gatherPlaces() {
    while let place = places.popLast() {
      guard seen.insert(place).inserted else { continue }
      for hit in hits(at: place) {
        if isPoint(hit.feature) {
          places.append(hit.location)
        } else if let path = path(hit.feature), connects(hit.feature, Int(hit.vertex), path) {
          vertices.insert(LineVertex(line: hit.feature, vertex: hit.vertex))
          note(line: hit.feature)
          places.append(hit.location)
        }
      }
    }
  }

  /// The vertices at a place; a separate list, so that the search's closure captures nothing else.
  func hits(at place: Coordinate) -> [VertexHit] {
    var hits: [VertexHit] = []
    topology.index.forEachVertex(within: tolerance.xy, of: place) { hits.append($0) }
    return hits
  }

  mutating func gatherAssociations() {
    for position in associations {
      noteLines(at: position, in: before)
      noteLines(at: position, in: after)
    }
    for line in lines {
      let feature = topology.network.feature(ordinal: line)
      for position in positions(of: feature, in: before) { associations.insert(position) }
      for position in positions(of: feature, in: after) { associations.insert(position) }
    }
  }

  /// Adds the lines that an association joins.
  private mutating func noteLines(at position: Int32, in network: EditedNetwork) {
    guard let association = network.association(at: position),
      association.kind != .connectivity, association.kind.isConnectivity
    else { return }
    for end in [association.from, association.to] {
      guard let feature = network.feature(globalID: end.globalID) else { continue }
      if part(network.assetTypeOrdinal(of: feature)).isEdge {
        note(line: topology.network.ordinal(of: feature))
      }
    }
  }

  /// The positions of a feature's associations; empty when the snapshot does not have its row.
  func positions(of feature: FeatureID, in network: EditedNetwork) -> [Int32] {
    feature.row < network.rowCount(table: Int(feature.table))
      ? network.associationPositions(of: feature) : []
  }

  struct LineNodes {
    var start: Int32
    var end: Int32
    var cuts: [LineCuts.Cut] = []
  }

  /// Removes the edges of all lines and associations; returns the earlier nodes of lines that have not changed.
  mutating func removeEdges() -> [Int32: LineNodes] {
    for position in associations {
      guard let edge = associationEdge(position) else { continue }
      topology.associationEdges.set(nil, for: position)
      guard topology.overlay.hasEdge(Int(edge)) else { continue }
      let nodes = topology.overlay.removeEdge(edge)
      loosen(nodes)
      if let association = before.association(at: position), association.kind != .connectivity,
        association.edgeFraction > 0, association.edgeFraction < 1
      {
        associationCuts.insert(nodes.to)
      }
    }
    var old: [Int32: LineNodes] = [:]
    for line in lines {
      let edges = topology.edges(ofLine: line)
      if let first = edges.first, let last = edges.last {
        earlierEnds[line] = LineNodes(
          start: topology.overlay.edge(Int(first)).from,
          end: topology.overlay.edge(Int(last)).to
        )
      }
      if !edges.isEmpty, !changedLines.contains(line) {
        let records = edges.map { topology.overlay.edge(Int($0)) }
        old[line] = LineNodes(
          start: records[0].from,
          end: records[records.count - 1].to,
          cuts: records.dropLast().map {
            LineCuts.Cut(line: line, position: $0.end, order: .max, node: $0.to)
          }
        )
      }
      for edge in edges {
        let nodes = topology.overlay.removeEdge(edge)
        loosen(nodes)
      }
      topology.lineEdges.set([], for: line)
    }
    return old
  }

  private mutating func loosen(_ nodes: (from: Int32, to: Int32)) {
    loosened.insert(nodes.from)
    loosened.insert(nodes.to)
  }

  func associationEdge(_ position: Int32) -> Int32? {
    if let known = topology.associationEdges.find(position) { return known }
    let base = topology.base
    // The packed edges of associations are in the order of their positions.
    var (low, high) = (base.associationEdges.lowerBound, base.associationEdges.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if base.edgeFeatures[middle] < position { low = middle + 1 } else { high = middle }
    }
    guard low < base.associationEdges.upperBound, base.edgeFeatures[low] == position else {
      return nil
    }
    return Int32(low)
  }

  /// Marks a node for removal, and its lines and associations for derivation.
  mutating func retire(_ node: Int32) {
    for half in topology.overlay.row(Int(node)) {
      let record = topology.overlay.edge(half.edge)
      switch record.kind {
      case .line: note(line: record.feature)
      case .association: associations.insert(record.feature)
      case .internal: break
      }
    }
    retired.append(node)
  }

  mutating func removeRetired() {
    for node in retired {
      for half in Array(topology.overlay.row(Int(node))) where topology.overlay.hasEdge(half.edge) {
        _ = topology.overlay.removeEdge(Int32(half.edge))
      }
    }
    for node in retired {
      topology.overlay.settleRow(node)
      topology.overlay.removeNode(node)
    }
  }
}
