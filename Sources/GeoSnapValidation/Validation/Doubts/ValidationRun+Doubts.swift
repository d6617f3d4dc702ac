internal import GeoSnapSupport

extension ValidationRun {
  mutating func checkDoubts(of ordinals: Range<Int>) {
    let subject = subject
    subject.network.forEachTypedRow(of: ordinals) { feature, ordinal, type, table in
      switch subject.rules.classes[Int(type)].part {
      case .line:
        guard let line = PackedLine(table.geometries, row: Int(feature.row)),
          !subject.marks.zeroLength.contains(feature)
        else { return }
        doubtLine(feature, ordinal, type, line)
      case .point: doubtJunction(feature, type)
      case .none, .object, .edgeObject: break
      }
    }
  }

  private mutating func doubtJunction(_ feature: FeatureID, _ type: Int32) {
    let isJoined = subject.joinsSomething(feature)
    marks.doubts.junctions[Int(type)].add(isJoined)
    guard !isJoined, subject.mayJoinLines(type), let place = subject.place(feature),
      subject.isAmongOthers(place)
    else { return }
    marks.doubts.loose.append(.init(feature: feature, type: type, place: place, end: nil))
  }

  // MARK: Places far from all others

  /// Finds features with a place far from all others, in O(log n + k) for k of them.
  mutating func checkRemotePlaces() {
    guard let bounds = subject.bounds else { return }
    var places: [Int32: Coordinate] = [:]
    for outside in bounds.outside {
      subject.features.forEachSegment(intersecting: outside) { hit in
        let ends = [hit.geometry.start, hit.geometry.end]
        guard let place = ends.first(where: { !bounds.holds($0) }) else { return }
        places[hit.feature] = place
      }
    }
    for (ordinal, place) in places {
      let feature = subject.network.feature(ordinal: ordinal)
      let distance = bounds.distance(place)
      let isSwapped = bounds.holdsSwapped(place)
      doubt(
        isSwapped ? .swappedAxes : .remotePlace,
        [feature],
        at: place,
        distance: distance,
        isSwapped
          ? "\(name(feature)) seems to have x and y swapped: swapped back, it lies among the other features."
          : "\(name(feature)) is \(Words.number(distance, decimals: 0)) away from the other features.",
        isSwapped
          ? "Swap the coordinates of this feature."
          : "Move it to where it belongs, or check whether its coordinates are in another reference system."
      )
    }
  }

  mutating func doubtLine(
    _ feature: FeatureID,
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine
  ) {
    marks.doubts.lineCount += 1
    doubtLength(feature, line)
    doubtBends(feature, line)
    doubtEnds(feature, ordinal, type, line)
  }

  /// The length includes the rise of the line.
  private mutating func doubtLength(_ feature: FeatureID, _ line: PackedLine) {
    let short = subject.shortLength
    var length = 0.0
    for vertex in 1..<line.count {
      let (start, end) = (line.z(at: vertex - 1) ?? .nan, line.z(at: vertex) ?? .nan)
      let rise = subject.tolerance.holds(start, end, heights: ()) ? 0 : end - start
      let run = line[vertex - 1].distance(to: line[vertex])
      length += (run * run + rise * rise).squareRoot()
      if length > short { return }
    }
    doubt(
      .shortLine,
      [feature],
      at: line[0],
      distance: length,
      "\(name(feature)) is only \(Words.distance(length, near: line[0])) long.",
      "Delete it if it was drawn by mistake, and join what is at its ends."
    )
  }

  /// Finds vertices where the line turns back by more than 175 degrees.
  private mutating func doubtBends(_ feature: FeatureID, _ line: PackedLine) {
    guard line.count > 2 else { return }
    for vertex in 1..<line.count - 1 {
      let tip = line[vertex]
      let (back, ahead) = (line[vertex - 1], line[vertex + 1])
      let one = (x: back.x - tip.x, y: back.y - tip.y)
      let other = (x: ahead.x - tip.x, y: ahead.y - tip.y)
      let along = one.x * other.x + one.y * other.y
      guard along > 0 else { continue }
      let across = one.x * other.y - one.y * other.x
      // An exact turn back is already an error. The sine of 5 degrees is 0.0872.
      guard across != 0, across.magnitude < 0.0872 * (along * along + across * across).squareRoot()
      else { continue }
      var isAlone = true
      let ordinal = subject.network.ordinal(of: feature)
      subject.features.forEachSegment(within: subject.tolerance.xy, of: tip) { hit in
        if hit.feature != ordinal { isAlone = false }
      }
      doubt(
        .spike,
        [feature],
        at: tip,
        fix: isAlone ? .removeVertices(of: feature, [vertex]) : nil,
        "\(name(feature)) turns back at vertex \(vertex).",
        "Remove the vertex, or move it to where the line bends."
      )
    }
  }

  private mutating func doubtEnds(
    _ feature: FeatureID,
    _ ordinal: Int32,
    _ type: Int32,
    _ line: PackedLine
  ) {
    guard let nodes = subject.topology.endNodes(line: ordinal) else { return }
    for (node, end, vertex) in [
      (nodes.start, NetworkFix.LineEnd.start, 0), (nodes.end, .end, line.count - 1),
    ] {
      let isAtJunction = subject.topology.featureOrdinal(ofNode: node) >= 0
      marks.doubts.lineEnds[Int(type)].add(isAtJunction)
      guard !isAtJunction, subject.topology.halfEdges(of: node).count == 1,
        subject.isAmongOthers(line[vertex])
      else { continue }
      marks.doubts.loose.append(.init(feature: feature, type: type, place: line[vertex], end: end))
    }
  }

  /// Reports crossings and overlaps if they are rare.
  mutating func decideMeetings() {
    let notes = subject.marks.doubts
    for meeting in [notes.overlaps, notes.crossings].filter(notes.standOut).joined() {
      let features = [meeting.other, meeting.one].map { subject.network.feature(ordinal: $0) }
      let (one, other) = (name(features[0]), name(features[1]))
      let isCrossing = meeting.length == 0
      doubt(
        isCrossing ? .crossing : .overlap,
        features,
        at: meeting.place,
        distance: isCrossing ? nil : meeting.length,
        isCrossing
          ? "\(one) crosses \(other) without a joint."
          : "\(one) overlaps \(other) over a length of \(Words.distance(meeting.length, near: meeting.place)).",
        isCrossing
          ? "Place a junction on both if they join there, or accept it if one passes over the other."
          : "End one of them where they part, or move it to where it lies."
      )
    }
  }

  /// Finds parts of the network without a connection to a source or, without sources, to the rest.
  mutating func checkIslands(told: Set<FeatureID>) {
    let parts = NetworkParts(subject, told: told.union(subject.marks.doubts.told.keys))
    for island in parts.islands {
      let features = island.features.map { subject.network.feature(ordinal: $0) }
      guard let feature = features.first, let place = subject.place(feature) else { continue }
      doubt(
        .island,
        features,
        at: place,
        "\(name(feature)) "
          + (island.count == 1
            ? "is" : "and \(Words.count(island.count - 1, "other feature")) joined with it are")
          + (parts.haveSources ? " joined with no source." : " not joined with the rest."),
        "Find where it should join the network, or accept it as it is."
      )
    }
  }

  /// Finds the directly or indirectly connected nodes, in O(n α(n)).
  mutating func noteParts() {
    let topology = subject.topology
    var sets = DisjointSets(count: topology.nodeLimit)
    for edge in 0..<topology.edgeLimit {
      let ends = topology.ends(ofEdge: edge)
      sets.join(ends.from, ends.to)
    }
    marks.doubts.parts = (0..<topology.nodeLimit).map { Int32(truncatingIfNeeded: sets.root($0)) }
  }
}

extension ValidationSubject {
  /// The greatest distance, beyond the tolerance, between features that were probably meant to connect.
  var nearDistance: Double { min(tolerance.xy * 20, (bounds?.typicalLength ?? .infinity) / 100) }

  var shortLength: Double { min(tolerance.xy * 50, (bounds?.typicalLength ?? .infinity) / 50) }

  /// Whether some rule lets junctions of a type connect to lines.
  func mayJoinLines(_ type: Int32) -> Bool {
    network.catalog.entries.indices.contains { line in
      rules.classes[line].part == .line
        && rules.mayJoin(junction: type, line: Int32(truncatingIfNeeded: line))
    }
  }

  /// Whether a junction is connected to a line or associated with another junction.
  func joinsSomething(_ junction: FeatureID) -> Bool {
    topology.nodes(of: junction).contains { node in
      topology.halfEdges(of: node).contains { !topology.isInternal($0.edge) }
    }
  }

  func isAmongOthers(_ place: Coordinate) -> Bool { bounds?.holds(place) ?? true }
}

private struct NetworkParts {
  struct Island {
    /// Its features in ascending order: all of a small island, the first of others.
    var features: [Int32]
    let count: Int
  }

  private(set) var islands: [Island] = []
  /// The greatest island with a list of all features.
  private static let smallCount = 16
  let haveSources: Bool

  private struct Part {
    var count = 0
    var first = Int32.max
    var hasSource = false
    var isTold = false
  }

  init(_ subject: ValidationSubject, told: Set<FeatureID>) {
    let topology = subject.topology
    let labels = subject.marks.doubts.parts
    var isTold = [Bool](repeating: false, count: subject.network.featureCount)
    for feature in told { isTold[Int(subject.network.ordinal(of: feature))] = true }
    var parts = [Part](repeating: Part(), count: topology.nodeLimit)
    let sources = SourceMarks(subject.network)
    func count(_ ordinal: Int32, _ node: Int) {
      let part = Int(labels[node])
      parts[part].count += 1
      parts[part].first = min(parts[part].first, ordinal)
      if sources.holds(ordinal, subject.network) { parts[part].hasSource = true }
      if isTold[Int(ordinal)] { parts[part].isTold = true }
    }
    // The terminals of a device are consecutive, as are the edges of a line.
    var last: Int32 = -1
    for node in 0..<topology.nodeLimit {
      let feature = topology.featureOrdinal(ofNode: node)
      if feature >= 0, feature != last { count(feature, node) }
      last = feature
    }
    for edge in 0..<topology.edgeLimit where topology.isLine(edge) {
      let feature = topology.featureOrdinal(ofEdge: edge)
      if feature != last { count(feature, topology.ends(ofEdge: edge).from) }
      last = feature
    }
    let whole = parts.reduce(0) { $0 + $1.count }
    let fed = parts.reduce(0) { $0 + ($1.hasSource ? $1.count : 0) }
    // If sources feed less than nine tenths, not all sources are marked as such.
    let haveSources = fed * 10 >= whole * 9 && fed > 0
    self.haveSources = haveSources
    var numbers: [Int32: Int] = [:]
    for (node, part) in parts.enumerated() where part.count > 1 && !part.isTold {
      // A single junction is a loose one, or of a kind that connects to nothing.
      guard haveSources ? !part.hasSource : part.count * 20 < whole else { continue }
      if part.count <= Self.smallCount { numbers[Int32(truncatingIfNeeded: node)] = islands.count }
      islands.append(
        Island(features: part.count <= Self.smallCount ? [] : [part.first], count: part.count)
      )
    }
    if numbers.isEmpty { return }
    for node in 0..<topology.nodeLimit where topology.featureOrdinal(ofNode: node) >= 0 {
      guard let island = numbers[labels[node]] else { continue }
      islands[island].features.append(topology.featureOrdinal(ofNode: node))
    }
    for edge in 0..<topology.edgeLimit where topology.isLine(edge) {
      guard let island = numbers[labels[topology.ends(ofEdge: edge).from]] else { continue }
      islands[island].features.append(topology.featureOrdinal(ofEdge: edge))
    }
    for island in islands.indices {
      islands[island].features = Array(Set(islands[island].features)).sorted()
    }
  }
}

/// The sources: subnetwork controllers, and features with a category of sources.
private struct SourceMarks {
  private let types: [Bool]
  private let controllers: [FieldColumn?]
  private let haveControllers: Bool

  init(_ network: UtilityNetwork) {
    types = network.catalog.entries.map { $0.type.hasCategory(["Source", "Generation"]) }
    controllers = network.tables.map { table in
      table.column(named: ControllerField.name).flatMap { $0.isNull ? nil : $0 }
    }
    haveControllers = controllers.contains { $0 != nil }
  }

  func holds(_ ordinal: Int32, _ network: UtilityNetwork) -> Bool {
    let type = network.assetTypeOrdinals[Int(ordinal)]
    if type >= 0 && types[Int(type)] { return true }
    guard haveControllers else { return false }
    let feature = network.feature(ordinal: ordinal)
    guard let names = controllers[Int(feature.table)] else { return false }
    return names[Int(feature.row)] != .null
  }
}
