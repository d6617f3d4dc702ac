/// Derives anew what one commit touches in an edited topology.
struct TopologyDerivation {
  private(set) var topology: EditedTopology
  private let before: EditedNetwork
  private let after: EditedNetwork
  private let touched: [FeatureID]

  /// The places to decide about anew.
  private var places: [Coordinate] = []
  private var seen: Set<Coordinate> = []
  /// The vertices of lines at these places and what is near them.
  private var vertices: Set<LineVertex> = []
  /// The lines to make anew.
  private var lines: Set<Int32> = []
  /// Those of them whose own shape or type changed.
  private var changedLines: Set<Int32> = []
  /// The associations, by position, to make anew.
  private var associations: Set<Int32> = []
  /// System junctions that may have become free.
  private var loosened: Set<Int32> = []
  /// Nodes of junctions that are no more, or not as they were.
  private var retired: [Int32] = []
  /// Nodes that stand in a line for an association in between.
  private var associationCuts: Set<Int32> = []

  /// The problems that were filed under what is derived anew, and those that are now.
  private var oldProblems: Set<TopologyProblem> = []
  private var problems: [TopologyProblem] = []

  /// What meets without connecting and did not so before.
  var newProblems: [TopologyProblem] { problems.filter { !oldProblems.contains($0) } }

  private var rules: JoinRules { topology.base.rules }
  private var tolerance: CoincidenceTolerance { topology.base.tolerance }

  /// Prepares; `topology` has the network after the commit already.
  init(_ topology: EditedTopology, _ commit: NetworkCommit) {
    self.topology = topology
    before = commit.before
    after = commit.after
    touched = commit.touched
  }

  /// Derives all that is touched.
  mutating func run() throws(IndexError) {
    for feature in touched { try take(feature) }
    repeat {
      gatherPlaces()
      gatherAssociations()
    } while !places.isEmpty
    // From here on everything is found: old edges go, new ones come.
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

  // MARK: What is touched

  /// What the graph depends on in a feature.
  private struct Shape: Equatable {
    let type: Int32
    let geometry: Geometry?
    let terminals: [Int?]
    let paths: String?
  }

  private func shape(_ feature: FeatureID, in network: EditedNetwork) -> Shape? {
    guard feature.row < network.rowCount(table: Int(feature.table)), !network.isDeleted(feature)
    else { return nil }
    return Shape(
      type: network.assetTypeOrdinal(of: feature),
      geometry: network.geometry(of: feature),
      terminals: [TerminalField.from, TerminalField.to].map {
        network.attribute($0, of: feature)?.wholeNumber
      },
      paths: network.attribute(TerminalField.paths, of: feature)?.name
    )
  }

  private func part(_ type: Int32?) -> TopologyClass.Part {
    guard let type, type >= 0 else { return .none }
    return rules.classes[Int(type)].part
  }

  /// Takes in a feature that was inserted, updated or deleted.
  private mutating func take(_ feature: FeatureID) throws(IndexError) {
    for network in [before, after] where feature.row < network.rowCount(table: Int(feature.table)) {
      associations.formUnion(
        network.associationPositions(of: feature).filter { position in
          before.association(at: position, ifKnown: ()) != nil
            || after.association(at: position, ifKnown: ()) != nil
        }
      )
    }
    let (old, new) = (shape(feature, in: before), shape(feature, in: after))
    guard old != new else { return }
    let number = topology.numbers.number(feature)
    try reindex(number, old?.geometry, new?.geometry)
    for (shape, part) in [(old, part(old?.type)), (new, part(new?.type))] {
      switch part {
      case .point:
        if let place = shape?.geometry?.onlyPoint?.coordinate { places.append(place) }
      case .line:
        let path = shape?.geometry?.onlyLine
        for vertex in path?.indices ?? 0..<0 {
          forget(LineVertex(number, Int32(vertex)))
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

  private mutating func reindex(
    _ number: Int32,
    _ old: Geometry?,
    _ new: Geometry?
  ) throws(IndexError) {
    switch (old, new) {
    case (let old?, let new?) where old != new:
      try topology.index.move(number, from: old, to: new)
    case (let old?, nil): try topology.index.remove(number, at: old)
    case (nil, let new?): try topology.index.insert(number, at: new)
    default: break
    }
  }

  /// Gives a junction its nodes, or takes them away, where it has become one or another.
  private mutating func renewNodes(_ number: Int32, _ old: Shape?, _ new: Shape?) {
    let isOld = part(old?.type) == .point || part(old?.type) == .object
    let isNew = part(new?.type) == .point || part(new?.type) == .object
    if isOld && isNew && old?.type == new?.type && old?.paths == new?.paths { return }
    if isOld, let old, let first = topology.firstNode(number) {
      // Everything that joins it is made anew: what meets it by place, its associations and the ways
      // within.
      for node in first..<first + rules.classes[Int(old.type)].terminalCount {
        retire(node)
      }
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
          start: 0,
          end: 1,
          passage: passages?[position] ?? [],
          from: first + pair.first,
          to: first + pair.second
        )
      )
    }
  }

  /// Marks a node for going; what its edges were part of is made anew.
  private mutating func retire(_ node: Int32) {
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

  private mutating func removeRetired() {
    for node in retired {
      for half in Array(topology.overlay.row(Int(node))) where topology.overlay.hasEdge(half.edge) {
        _ = topology.overlay.removeEdge(Int32(half.edge))
      }
    }
    topology.overlay.settleRows()
    for node in retired { topology.overlay.removeNode(node) }
  }

  // MARK: Places

  private func isPoint(_ number: Int32) -> Bool {
    part(after.assetTypeOrdinal(of: topology.numbers.feature(number))) == .point
  }

  private func path(_ number: Int32) -> CoordinateSequence? {
    let feature = topology.numbers.feature(number)
    guard !after.isDeleted(feature), part(after.assetTypeOrdinal(of: feature)) == .line else {
      return nil
    }
    return after.geometry(of: feature)?.onlyLine
  }

  private func type(_ number: Int32) -> Int32 {
    after.assetTypeOrdinal(of: topology.numbers.feature(number))
  }

  /// Whether others may connect at a vertex of a line.
  private func connects(_ number: Int32, _ vertex: Int, _ path: CoordinateSequence) -> Bool {
    vertex == 0 || vertex == path.count - 1
      || rules.classes[Int(type(number))].connectsAtVertices
  }

  /// Takes in a line to be made anew.
  ///
  /// What its other vertices joined is found again by how far along they stand; where two stand
  /// equally far, as in a riser, all are decided anew.
  private mutating func note(line: Int32) {
    guard lines.insert(line).inserted, let path = path(line), path.count > 2 else { return }
    let positions = path.vertexPositions
    let isAmbiguous = zip(positions, positions.dropFirst()).contains { $0 == $1 }
    if isAmbiguous { places += Array(path) }
  }

  /// Finds all vertices that meet the places, directly or by way of others.
  private mutating func gatherPlaces() {
    while let place = places.popLast() {
      guard seen.insert(place).inserted else { continue }
      for hit in hits(at: place) {
        if isPoint(hit.feature) {
          places.append(hit.location)
        } else if let path = path(hit.feature), connects(hit.feature, Int(hit.vertex), path) {
          vertices.insert(LineVertex(hit.feature, hit.vertex))
          note(line: hit.feature)
          places.append(hit.location)
        }
      }
    }
  }

  /// The vertices at a place; a list of their own, so that looking captures none of all this.
  private func hits(at place: Coordinate) -> [VertexHit] {
    var hits: [VertexHit] = []
    topology.index.forEachVertex(within: tolerance.xy, of: place) { hits.append($0) }
    return hits
  }

  private mutating func gatherAssociations() {
    for position in associations {
      for network in [before, after] {
        guard let association = network.association(at: position, ifKnown: ()),
          association.kind != .connectivity, association.kind.isConnectivity
        else { continue }
        for end in [association.from, association.to] {
          guard let feature = network.feature(globalID: end.globalID) else { continue }
          let part = part(network.assetTypeOrdinal(of: feature))
          if part == .line || part == .edgeObject {
            note(line: topology.numbers.number(feature))
          }
        }
      }
    }
    for line in lines {
      let feature = topology.numbers.feature(line)
      for network in [before, after] where feature.row < network.rowCount(table: Int(feature.table))
      {
        associations.formUnion(network.associationPositions(of: feature))
      }
    }
  }

  // MARK: Taking away

  /// What a line's vertices joined before, where that stays.
  private struct OldLine {
    let start: Int32
    let end: Int32
    let cuts: [(position: Double, node: Int32)]
  }

  /// Takes the edges of all lines and associations away; answers what the lines joined.
  private mutating func removeEdges() -> [Int32: OldLine] {
    for position in associations {
      guard let edge = associationEdge(position) else { continue }
      topology.associationEdges.set(nil, for: position)
      guard topology.overlay.hasEdge(Int(edge)) else { continue }
      let nodes = topology.overlay.removeEdge(edge)
      loosened.formUnion([nodes.from, nodes.to])
      if let association = before.association(at: position, ifKnown: ()),
        association.kind != .connectivity, association.edgeFraction > 0,
        association.edgeFraction < 1
      {
        associationCuts.insert(nodes.to)
      }
    }
    var old: [Int32: OldLine] = [:]
    for line in lines {
      let edges = topology.edges(ofLine: line)
      if !edges.isEmpty, !changedLines.contains(line) {
        let records = edges.map { topology.overlay.edge(Int($0)) }
        old[line] = OldLine(
          start: records[0].from,
          end: records[records.count - 1].to,
          cuts: records.dropLast().map { ($0.end, $0.to) }
        )
      }
      for edge in edges {
        let nodes = topology.overlay.removeEdge(edge)
        loosened.formUnion([nodes.from, nodes.to])
      }
      topology.lineEdges.set([], for: line)
    }
    return old
  }

  /// The edge of an association; nil when it has none.
  private func associationEdge(_ position: Int32) -> Int32? {
    if let known = topology.associationEdges.find(position) { return known }
    let base = topology.base
    // The packed edges of associations stand in the order of their positions.
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

  // MARK: Deciding

  /// For each vertex the node it joins, or a code.
  private mutating func decide() -> [LineVertex: Int32] {
    var joins: [LineVertex: Int32] = [:]
    var meetings: [JunctionMeeting] = []
    var loose = LooseVertices()
    let cells = PlaceCells(tolerance)
    for vertex in ordered(vertices) {
      forget(vertex)
      guard let path = path(vertex.line) else { continue }
      let type = type(vertex.line)
      let isEnd = vertex.vertex == 0 || Int(vertex.vertex) == path.count - 1
      let end: Int8 = vertex.vertex == 0 ? 0 : isEnd ? 1 : 2
      let place = path[Int(vertex.vertex)]
      guard let junction = junction(at: place, path.z(at: Int(vertex.vertex)), forLine: type) else {
        loose.points.append(
          place.x,
          place.y,
          path.z(at: Int(vertex.vertex)),
          type: type,
          feature: vertex.line,
          cells: cells
        )
        loose.vertices.append(vertex.vertex)
        loose.ends.append(end)
        continue
      }
      let line = topology.numbers.feature(vertex.line)
      let field = end == 0 ? TerminalField.from : TerminalField.to
      let choice = rules.terminal(
        junction: self.type(junction),
        line: type,
        named: end == 2 ? nil : after.attribute(field, of: line)?.wholeNumber,
        isMidspan: end == 2
      )
      switch choice {
      case .joins(let terminal):
        joins[vertex] = (topology.firstNode(junction) ?? EndCode.refused) + terminal
        if rules.limitsMeetings(at: self.type(junction)) {
          meetings.append(
            JunctionMeeting(
              junction: junction,
              line: vertex.line,
              vertex: vertex.vertex,
              end: end,
              lineType: type,
              place: place
            )
          )
        }
      case .refused(let code):
        joins[vertex] = EndCode.refused
        file(
          TopologyProblem(code, [line, topology.numbers.feature(junction)], at: place),
          at: vertex
        )
      }
    }
    refuse(meetings, &joins)
    join(loose, &joins)
    return joins
  }

  /// Vertices in the order in which a full build meets them.
  private func ordered(_ vertices: Set<LineVertex>) -> [LineVertex] {
    let keys = Dictionary(
      uniqueKeysWithValues: Set(vertices.map(\.line)).map { ($0, order($0)) }
    )
    return vertices.sorted {
      let (one, other) = (keys[$0.line] ?? (0, 0), keys[$1.line] ?? (0, 0))
      return one != other ? one < other : $0.vertex < $1.vertex
    }
  }

  /// Where a feature stands among all when the network is packed anew: by row id where the ids of
  /// the table ascend, else in the order of rows.
  private func order(_ number: Int32) -> (Int32, Int64) {
    let feature = topology.numbers.feature(number)
    let rows = after.packed.rows[Int(feature.table)]
    return (
      feature.table, rows.isAscending ? after.rowID(of: feature) ?? 0 : Int64(feature.row)
    )
  }

  /// The junction that a vertex of a line is to join; the choice of ``PlaceTable``.
  private func junction(at place: Coordinate, _ z: Double?, forLine type: Int32) -> Int32? {
    var best: (number: Int32, isAllowed: Bool, distance: Double)?
    for hit in hits(at: place) {
      guard isPoint(hit.feature),
        let point = after.geometry(of: topology.numbers.feature(hit.feature))?.onlyPoint,
        tolerance.holds(hit.location.x - place.x, hit.location.y - place.y),
        tolerance.holds(point.z ?? .nan, z ?? .nan, heights: ())
      else { continue }
      let junctionType = self.type(hit.feature)
      let isAllowed = rules.mayJoin(junction: junctionType, line: type)
      if !isAllowed && !rules.shareDomain(junctionType, type) { continue }
      let (dx, dy) = (hit.location.x - place.x, hit.location.y - place.y)
      let distance = dx * dx + dy * dy
      if let known = best {
        let isBetter =
          isAllowed != known.isAllowed
          ? isAllowed
          : distance != known.distance
            ? distance < known.distance : order(hit.feature) < order(known.number)
        if !isBetter { continue }
      }
      best = (hit.feature, isAllowed, distance)
    }
    return best?.number
  }

  private mutating func refuse(
    _ meetings: [JunctionMeeting],
    _ joins: inout [LineVertex: Int32]
  ) {
    // Gathered in the order of lines and vertices, as a full build sorts them.
    for (junction, group) in Dictionary(grouping: meetings, by: \.junction) {
      for (meeting, opponent) in rules.refusals(among: group[...], at: type(junction)) {
        let vertex = LineVertex(meeting.line, meeting.vertex)
        joins[vertex] = EndCode.refused
        file(
          TopologyProblem(
            .noConnectivityRule,
            [meeting.line, junction, opponent.line].map { topology.numbers.feature($0) },
            at: meeting.place
          ),
          at: vertex
        )
      }
    }
  }

  private mutating func join(_ loose: LooseVertices, _ joins: inout [LineVertex: Int32]) {
    let numbers = topology.numbers
    let meetings = LooseMeetings(loose, tolerance, rules) { numbers.feature($0) }
    var nodes: [Int32: Int32] = [:]
    for (item, group) in meetings.groups.enumerated() where group >= 0 {
      let node = nodes[group] ?? topology.overlay.addNode(.init(feature: -1, terminal: 0))
      nodes[group] = node
      loosened.insert(node)
      joins[LineVertex(loose.points.features[item], loose.vertices[item])] = node
    }
    for problem in meetings.problems {
      guard let first = problem.features.first, let line = numbers.known(first),
        let place = problem.location, let vertex = path(line)?.connectingVertex(at: place)
      else { continue }
      file(problem, at: LineVertex(line, Int32(vertex)))
    }
  }

  // MARK: Making

  private mutating func addNode() -> Int32 {
    let node = topology.overlay.addNode(.init(feature: -1, terminal: 0))
    loosened.insert(node)
    return node
  }

  private mutating func make(_ joins: [LineVertex: Int32], _ old: [Int32: OldLine]) {
    var ends: [Int32: (start: Int32, end: Int32)] = [:]
    var cuts: [Int32: [LineCuts.Cut]] = [:]
    for line in lines {
      let feature = topology.numbers.feature(line)
      guard !after.isDeleted(feature) else { continue }
      let part = part(after.assetTypeOrdinal(of: feature))
      if part == .edgeObject {
        ends[line] = (old[line]?.start ?? -1, old[line]?.end ?? -1)
        if old[line] == nil { ends[line] = (addNode(), addNode()) }
      } else if let path = path(line) {
        (ends[line], cuts[line]) = joinVertices(line, path, joins, old[line])
      }
    }
    for position in associations.sorted() { associate(position, ends, &cuts) }
    for (line, nodes) in ends {
      let ordered = (cuts[line] ?? []).sorted {
        ($0.position, $0.order, $0.node) < ($1.position, $1.order, $1.node)
      }
      let stretches = LineCuts.stretches(
        ordered,
        from: nodes.start,
        to: nodes.end,
        last: Int32((path(line)?.count ?? 1) - 1)
      )
      let edges = stretches.map { stretch in
        topology.overlay.addEdge(
          .init(
            kind: .line,
            feature: line,
            start: stretch.start,
            end: stretch.end,
            passage: [],
            from: stretch.from,
            to: stretch.to
          )
        )
      }
      topology.lineEdges.set(edges, for: line)
    }
  }

  /// What the vertices of a line join: as decided, or as before.
  private mutating func joinVertices(
    _ line: Int32,
    _ path: CoordinateSequence,
    _ joins: [LineVertex: Int32],
    _ old: OldLine?
  ) -> (ends: (start: Int32, end: Int32), cuts: [LineCuts.Cut]) {
    let positions = path.vertexPositions
    var cuts: [LineCuts.Cut] = []
    var ends: (start: Int32, end: Int32) = (-1, -1)
    for vertex in path.indices where connects(line, vertex, path) {
      let key = LineVertex(line, Int32(vertex))
      let isDecided = vertices.contains(key)
      switch vertex {
      case 0: ends.start = isDecided ? joins[key] ?? -1 : old?.start ?? -1
      case path.count - 1: ends.end = isDecided ? joins[key] ?? -1 : old?.end ?? -1
      default:
        let known = old?.cuts.first { cut in
          cut.position == positions[vertex] && !associationCuts.contains(cut.node)
        }
        let node = isDecided ? joins[key] ?? -1 : known?.node ?? -1
        guard node >= 0 else { continue }
        cuts.append(
          LineCuts.Cut(line: line, position: positions[vertex], order: Int32(vertex), node: node)
        )
      }
    }
    if ends.start < 0 || !topology.overlay.hasNode(Int(ends.start)) { ends.start = addNode() }
    if ends.end < 0 || !topology.overlay.hasNode(Int(ends.end)) { ends.end = addNode() }
    return (ends, cuts)
  }

  private mutating func associate(
    _ position: Int32,
    _ ends: [Int32: (start: Int32, end: Int32)],
    _ cuts: inout [Int32: [LineCuts.Cut]]
  ) {
    if let gone = before.association(at: position, ifKnown: ()) {
      forget(gone.globalID)
    }
    guard let association = after.association(at: position, ifKnown: ()),
      association.kind.isConnectivity,
      let from = after.feature(globalID: association.from.globalID),
      let to = after.feature(globalID: association.to.globalID)
    else { return }
    forget(association.globalID)
    let numbers = (topology.numbers.number(from), topology.numbers.number(to))
    let types = (type(numbers.0), type(numbers.1))
    guard types.0 >= 0, types.1 >= 0 else { return }
    if association.kind == .connectivity {
      guard let first = topology.firstNode(numbers.0), let second = topology.firstNode(numbers.1)
      else { return }
      let choice = rules.terminals(
        (types.0, association.from.terminalID),
        (types.1, association.to.terminalID)
      )
      switch choice {
      case .joins(let terminals):
        addAssociation(position, first + terminals.from, second + terminals.to)
      case .refused(let code): report(code, [from, to], association)
      }
      return
    }
    let isTurned = part(types.0) == .line || part(types.0) == .edgeObject
    let (junction, edge) = isTurned ? (numbers.1, numbers.0) : (numbers.0, numbers.1)
    let terminal = isTurned ? association.to.terminalID : association.from.terminalID
    guard let first = topology.firstNode(junction), let nodes = ends[edge] else { return }
    let choice = rules.terminal(
      junction: type(junction),
      line: type(edge),
      named: terminal,
      isMidspan: false
    )
    switch choice {
    case .refused(let code):
      report(code, [edge, junction].map { topology.numbers.feature($0) }, association)
    case .joins(let number):
      switch association.edgeFraction {
      case 0: addAssociation(position, first + number, nodes.start)
      case 1: addAssociation(position, first + number, nodes.end)
      case let fraction:
        let node = addNode()
        cuts[edge, default: []].append(
          LineCuts.Cut(line: edge, position: fraction, order: .max, node: node)
        )
        addAssociation(position, first + number, node)
      }
    }
  }

  private mutating func addAssociation(_ position: Int32, _ from: Int32, _ to: Int32) {
    let edge = topology.overlay.addEdge(
      .init(
        kind: .association,
        feature: position,
        start: 0,
        end: 1,
        passage: [],
        from: from,
        to: to
      )
    )
    topology.associationEdges.set(edge, for: position)
  }

  private mutating func report(
    _ code: NetworkErrorCode,
    _ features: [FeatureID],
    _ association: Association
  ) {
    let problem = TopologyProblem(
      code,
      features,
      at: after.base.anchor(of: association.from, in: association),
      association: association.globalID
    )
    topology.problemsOfAssociations.set([problem], for: association.globalID)
    problems.append(problem)
  }

  // MARK: Problems

  private mutating func file(_ problem: TopologyProblem, at vertex: LineVertex) {
    topology.add(problem, at: vertex)
    problems.append(problem)
  }

  private mutating func forget(_ vertex: LineVertex) {
    oldProblems.formUnion(topology.problemsAtVertices.find(vertex) ?? [])
    topology.problemsAtVertices.remove(vertex)
  }

  private mutating func forget(_ association: GlobalID) {
    oldProblems.formUnion(topology.problemsOfAssociations.find(association) ?? [])
    topology.problemsOfAssociations.remove(association)
  }
}

extension EditedNetwork {
  /// The association at a position; nil for one that is deleted, and for a position that no
  /// association has yet.
  func association(at position: Int32, ifKnown: Void) -> Association? {
    if let changed = changedAssociations.find(position) { return changed }
    guard position < base.associations.count else { return nil }
    return base.associations[Int(position)]
  }
}
