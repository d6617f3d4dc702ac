internal import GeoSnapSupport

extension ValidationRun {
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
  ///
  /// Omits parts whose features, such as those in `told`, have an error or another doubt.
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
}

extension ValidationRun {
  /// Finds the directly or indirectly connected nodes, in O(n α(n)).
  mutating func noteParts() {
    let topology = subject.topology
    var parents = (0..<topology.nodeLimit).map { Int32(truncatingIfNeeded: $0) }
    func root(_ node: Int) -> Int {
      var node = node
      while parents[node] != Int32(truncatingIfNeeded: node) {
        parents[node] = parents[Int(parents[node])]
        node = Int(parents[node])
      }
      return node
    }
    for edge in 0..<topology.edgeLimit {
      let ends = topology.ends(ofEdge: edge)
      let (one, other) = (root(ends.from), root(ends.to))
      if one != other { parents[max(one, other)] = Int32(truncatingIfNeeded: min(one, other)) }
    }
    // The representative of a part is its lowest node, so that those before are final.
    for node in parents.indices { parents[node] = parents[Int(parents[node])] }
    marks.doubts.parts = parents
  }
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
      if part.count <= Self.smallCount {
        numbers[Int32(truncatingIfNeeded: node)] = islands.count
      }
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
