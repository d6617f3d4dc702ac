/// What is noted of single features until all are known: whether something is a doubt depends on how the others
/// are drawn.
struct DoubtNotes: Sendable {
  /// An end of a line, or a junction, that joins nothing.
  struct Loose: Sendable {
    let feature: FeatureID
    let type: Int32
    let place: Coordinate
    /// Which end of a line; nil for a junction.
    let end: NetworkFix.LineEnd?
  }

  /// Two lines that cross without a joint, or run on each other for a length.
  struct Meeting: Sendable {
    let one: Int32
    let other: Int32
    let place: Coordinate
    /// How long the common stretch is; 0 for a crossing.
    let length: Double
  }

  /// How many there are of an asset type, and how many of them are joined.
  private struct Share: Sendable {
    var count = 0
    var joined = 0

    mutating func add(_ isJoined: Bool) {
      count += 1
      if isJoined { joined += 1 }
    }

    /// Whether nearly all are joined, so that one that is not stands out.
    var isUsual: Bool { joined * 10 >= count * 9 }
  }

  private(set) var loose: [Loose] = []
  private(set) var crossings: [Meeting] = []
  private(set) var overlaps: [Meeting] = []
  private(set) var lineCount = 0
  /// The places of errors by feature; nil for an error without a place.
  var told: [FeatureID: [Coordinate?]] = [:]
  /// For each node the lowest node that is joined with it; empty until it is known.
  var parts: [Int32] = []
  // By the ordinals of asset types.
  private var lineEnds: [Share]
  private var junctions: [Share]

  /// - Parameter typeCount: The number of asset types.
  init(typeCount: Int) {
    lineEnds = Array(repeating: Share(), count: typeCount)
    junctions = lineEnds
  }

  mutating func addLine() { lineCount += 1 }

  mutating func addCrossing(_ meeting: Meeting) { crossings.append(meeting) }

  mutating func addOverlap(_ meeting: Meeting) { overlaps.append(meeting) }

  mutating func addLoose(_ item: Loose) { loose.append(item) }

  /// Counts an end of a line of a type, and whether a junction stands there.
  mutating func countEnd(_ type: Int32, isJoined: Bool) {
    lineEnds[Int(type)].add(isJoined)
  }

  /// Counts a junction of a type, and whether it joins anything.
  mutating func countJunction(_ type: Int32, isJoined: Bool) {
    junctions[Int(type)].add(isJoined)
  }

  /// Whether nearly all like it are joined: those of its type, or of all types where there are few.
  func standsOut(_ item: Loose) -> Bool {
    let shares = item.end == nil ? junctions : lineEnds
    if shares[Int(item.type)].count >= 20 { return shares[Int(item.type)].isUsual }
    let all = shares.reduce(into: Share()) { sum, share in
      sum.count += share.count
      sum.joined += share.joined
    }
    return all.isUsual
  }

  /// Whether lines meet in a way so seldom that one that does stands out: at most 15 of 1,000.
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
      lineEnds[type] = DoubtNotes.sum(lineEnds[type], other.lineEnds[type])
      junctions[type] = DoubtNotes.sum(junctions[type], other.junctions[type])
    }
  }

  private static func sum(_ one: Share, _ other: Share) -> Share {
    Share(count: one.count + other.count, joined: one.joined + other.joined)
  }
}
