/// A probable mistake of drawing or conversion that breaks no rule.
public struct NetworkDoubt: Equatable, Sendable {
  /// The kind of a doubt.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// A line with the course of another, in either direction, and the same values.
    case duplicateLine
    /// A line with the course of another, but other values.
    case linesOnEachOther
    /// Two lines that overlap for a stretch.
    case overlap
    /// An end of a line without a connection.
    case looseEnd
    /// A junction or device without a connection.
    case looseJunction
    /// Two features that nearly meet but are not connected.
    case nearMiss
    /// Two lines of the same kind that cross without a joint.
    case crossing
    /// A part of the network without a connection to a source, or to the rest.
    case island
    /// A place far from all others.
    case remotePlace
    /// A place far from all others, which is among them with x and y swapped.
    case swappedAxes
    /// A line that is hardly longer than the tolerance.
    case shortLine
    /// A line that turns back at a vertex.
    case spike
  }

  /// The kind.
  public let kind: Kind
  /// The features concerned, the doubtful one first.
  public internal(set) var features: [FeatureID]
  /// The location.
  public let location: Coordinate
  /// The distance in coordinate units: from a loose end to the nearest feature, the length of an overlap or of a
  /// short line, from a remote place to the others; nil for other kinds.
  public let distance: Double?
  /// A fix without a loss; nil if a person has to decide.
  public internal(set) var fix: NetworkFix?
  /// The reason, in a sentence.
  public let message: String
  /// The advice, in a sentence.
  public let advice: String

  func renaming(_ name: (FeatureID) -> FeatureID) -> NetworkDoubt {
    var doubt = self
    doubt.features = features.map(name)
    doubt.fix = fix?.renaming(name)
    return doubt
  }
}

/// The permanent identification of a doubt: its kind and the global ids of its features.
public struct DoubtKey: Hashable, Sendable {
  package let kind: NetworkDoubt.Kind
  package let features: [GlobalID]

  /// Creates a key; the order of the features does not matter.
  public init(_ kind: NetworkDoubt.Kind, _ features: [GlobalID]) {
    self.kind = kind
    self.features = features.sorted()
  }
}

/// The settings of the search for doubts.
public struct DoubtSettings: Sendable {
  /// The accepted doubts, which are counted but not listed.
  public var accepted: Set<DoubtKey>

  /// Creates settings.
  public init(accepted: Set<DoubtKey> = []) { self.accepted = accepted }
}

extension NetworkReading {
  /// The key of a doubt, which stays the same when the network is read again.
  public func key(of doubt: NetworkDoubt) -> DoubtKey {
    DoubtKey(doubt.kind, doubt.features.compactMap { globalID(of: $0) })
  }

  /// Describes the reason and the location of a doubt.
  public func describe(_ doubt: NetworkDoubt) -> String {
    doubt.message + " At \(Words.place(doubt.location))."
  }
}

/// Notes on single features for later decisions: whether something is a doubt depends on how the others are drawn.
struct DoubtNotes: Sendable {
  struct Loose: Sendable {
    let feature: FeatureID
    let type: Int32
    let place: Coordinate
    let end: NetworkFix.LineEnd?
  }

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
  func standOut(_ meetings: [Meeting]) -> Bool { meetings.count <= max(lineCount * 15 / 1000, 5) }

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

/// The area of nearly all features and the typical length of lines, for the detection of exceptions.
struct PlaceBounds: Sendable {
  private let core: Envelope
  private let around: Envelope
  /// The median length of lines, in coordinate units; infinite without lines.
  let typicalLength: Double

  /// Samples some thousand features, evenly spread, in O(1); nil when too few have a place.
  init?(_ network: UtilityNetwork) {
    let step = max(network.featureCount / 4096, 1)
    let shapes = stride(from: 0, to: network.featureCount, by: step).compactMap { ordinal in
      network.geometry(of: network.feature(ordinal: Int32(ordinal)))
    }
    let places = shapes.compactMap(\.coordinates.first)
    let lengths = shapes.map(\.length).filter { $0 > 0 }.sorted()
    typicalLength = lengths.isEmpty ? .infinity : lengths[lengths.count / 2]
    guard places.count >= 8 else { return nil }
    let xs = places.map(\.x).sorted()
    let ys = places.map(\.y).sorted()
    // A twentieth at each side may be wrong.
    let margin = max(places.count / 20, 1)
    let last = places.count - 1 - margin
    core = Envelope(minX: xs[margin], minY: ys[margin], maxX: xs[last], maxY: ys[last])
    let span = max(core.width, core.height)
    around = core.expanded(by: span * 5)
    guard span > 0 else { return nil }
  }

  /// Windows that together cover all places far from the others.
  var outside: [Envelope] {
    let far = Double.greatestFiniteMagnitude
    return [
      Envelope(minX: -far, minY: -far, maxX: around.minX, maxY: far),
      Envelope(minX: around.maxX, minY: -far, maxX: far, maxY: far),
      Envelope(minX: around.minX, minY: -far, maxX: around.maxX, maxY: around.minY),
      Envelope(minX: around.minX, minY: around.maxY, maxX: around.maxX, maxY: far),
    ]
  }

  func holds(_ place: Coordinate) -> Bool { around.contains(place) }

  /// Whether a place is among the others with x and y swapped.
  func holdsSwapped(_ place: Coordinate) -> Bool {
    core.expanded(by: max(core.width, core.height)).contains(Coordinate(x: place.y, y: place.x))
  }

  func distance(_ place: Coordinate) -> Double {
    let dx = max(core.minX - place.x, place.x - core.maxX, 0)
    let dy = max(core.minY - place.y, place.y - core.maxY, 0)
    return (dx * dx + dy * dy).squareRoot()
  }
}
