/// Notes on single features for later decisions: whether something is a doubt depends on how the others are drawn.
struct DoubtNotes: Sendable {
  /// An end of a line, or a junction, without a connection.
  struct Loose: Sendable {
    let feature: FeatureID
    let type: Int32
    let place: Coordinate
    let end: NetworkFix.LineEnd?
  }

  /// Two lines that cross without a joint, or that overlap.
  struct Meeting: Sendable {
    let one: Int32
    let other: Int32
    let place: Coordinate
    /// The length of the overlap; 0 for a crossing.
    let length: Double
  }

  /// The number of features of an asset type, and the number of the connected ones.
  struct Share: Sendable {
    var count = 0
    var joined = 0

    mutating func add(_ isJoined: Bool) {
      count += 1
      if isJoined { joined += 1 }
    }

    mutating func add(_ other: Share) {
      count += other.count
      joined += other.joined
    }

    /// Whether nearly all are connected, so that others stand out.
    var isUsual: Bool { joined * 10 >= count * 9 }
  }

  var loose: [Loose] = []
  var crossings: [Meeting] = []
  var overlaps: [Meeting] = []
  var lineCount = 0
  /// The locations of errors by feature; nil for an error without a location.
  var told: [FeatureID: [Coordinate?]] = [:]
  /// For each node, the lowest node connected with it; empty until it is computed.
  var parts: [Int32] = []
  // By the ordinals of asset types.
  var lineEnds: [Share]
  var junctions: [Share]

  init(typeCount: Int) {
    lineEnds = Array(repeating: Share(), count: typeCount)
    junctions = lineEnds
  }

  /// Whether nearly all like it are connected: those of its type, or of all types if there are few.
  func standsOut(_ item: Loose) -> Bool {
    let shares = item.end == nil ? junctions : lineEnds
    if shares[Int(item.type)].count >= 20 { return shares[Int(item.type)].isUsual }
    return shares.reduce(into: Share()) { $0.add($1) }.isUsual
  }

  /// Whether such meetings of lines are so rare that they stand out: at most 15 of 1,000 lines.
  func standOut(_ meetings: [Meeting]) -> Bool {
    meetings.count <= max(lineCount * 15 / 1000, 5)
  }

  mutating func add(_ other: DoubtNotes) {
    loose += other.loose
    crossings += other.crossings
    overlaps += other.overlaps
    lineCount += other.lineCount
    told.merge(other.told) { $0 + $1 }
    if !other.parts.isEmpty { parts = other.parts }
    for type in lineEnds.indices {
      lineEnds[type].add(other.lineEnds[type])
      junctions[type].add(other.junctions[type])
    }
  }
}
