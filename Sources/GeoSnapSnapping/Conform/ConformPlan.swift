internal import GeoSnapSupport

/// The contribution of one block to the plan.
package struct ConformSurvey: Sendable {
  var moving: [Coordinate] = []
  var lines: [ConformLine] = []
  /// Whether a vertex never moves.
  var hasHolders = false
}

/// Collects the data of a whole data set that decide the moves of vertices.
///
/// Memory: two bytes for each expected vertex, at most 64 MiB, and the lines that could collapse, which are no longer
/// than some tolerances or have vertices that could coincide.
package struct ConformPlan: Sendable {
  /// The coordinates that would move, with some false positives.
  package private(set) var moving: CoordinateFilter
  private var lines: [ConformLine] = []
  private var held: Set<Coordinate> = []
  private var hasHolders = false
  private var hasMovers = false

  /// Creates a plan; the expected number of vertices affects only the memory.
  package init(expecting count: Int) { moving = CoordinateFilter(expecting: count) }

  /// Adds a block's survey; the order does not matter.
  package mutating func add(_ survey: ConformSurvey) {
    for place in survey.moving { moving.insert(place) }
    lines += survey.lines
    hasHolders = hasHolders || survey.hasHolders
    hasMovers = hasMovers || !survey.moving.isEmpty
  }

  /// Whether ``Conformer/heldPlaces(in:near:)`` has to read the data set once more.
  package var needsHolders: Bool { hasHolders && hasMovers }

  /// Adds places that stay; the order does not matter.
  package mutating func hold(_ places: [Coordinate]) { held.formUnion(places) }

  /// Determines the coordinates that stay.
  package func pins() throws(CancellationError) -> ConformPins {
    ConformPins(held: held, givenUp: try CollapseResolution(lines).givenUp(keeping: held))
  }
}

/// The coordinates that stay although the network is near.
package struct ConformPins: Sendable {
  /// Those with a vertex that never moves.
  let held: Set<Coordinate>
  /// Those that lines give up to avoid a collapse.
  let givenUp: Set<Coordinate>

  /// No coordinates, for a data set of points.
  package static let none = ConformPins(held: [], givenUp: [])
}

extension Conformer {
  /// Surveys one block for the plan, with one snap for each vertex that may move.
  package func survey(_ block: ConformBlock) -> ConformSurvey {
    let targets = targets(in: block)
    var survey = ConformSurvey()
    for (vertex, place) in block.places.enumerated() {
      if !targets.mayMove(vertex) {
        survey.hasHolders = true
      } else if targets.target(vertex, from: place) != place {
        survey.moving.append(place)
      }
    }
    for feature in 0..<block.count where block.shapes[feature] == .lines {
      for part in block.parts(of: feature) {
        let line = line(part, of: block, targets)
        if let line, line.isInDanger { survey.lines.append(line) }
      }
    }
    return survey
  }

  /// The places in a block that never move and from which others may move.
  package func heldPlaces(in block: ConformBlock, near moving: CoordinateFilter) -> [Coordinate] {
    var places: [Coordinate] = []
    for feature in 0..<block.count {
      forEachVertex(of: feature, in: block) { vertex, mayMove in
        let place = block.places[vertex]
        if !mayMove, moving.mayContain(place) { places.append(place) }
      }
    }
    return places
  }

  /// A part of a line with its targets; nil when no vertex would move.
  func line(_ part: Range<Int>, of block: ConformBlock, _ targets: ConformTargets) -> ConformLine? {
    guard part.contains(where: { targets.target($0, from: block.places[$0]) != block.places[$0] })
    else { return nil }
    return ConformLine(
      places: Array(block.places[part]),
      targets: part.map { targets.target($0, from: block.places[$0]) },
      tolerance: tolerance
    )
  }
}

struct ConformLine: Sendable {
  let places: [Coordinate]
  let targets: [Coordinate]
  /// The length below which it collapses.
  let leastLength: Double

  init(places: [Coordinate], targets: [Coordinate], tolerance: Double) {
    self.places = places
    self.targets = targets
    leastLength = min(tolerance, ConformLine.length(places))
  }

  static func length(_ places: [Coordinate]) -> Double {
    var length = 0.0
    for vertex in places.indices.dropFirst() {
      length += places[vertex - 1].distance(to: places[vertex])
    }
    return length
  }

  private func moves(_ vertex: Int) -> Bool { targets[vertex] != places[vertex] }

  /// Whether it could collapse for some choice of vertices that stay.
  ///
  /// Measures the shortest path through places and targets. Sums of doubles grow with their terms, so that rounding
  /// cannot make a line shorter that was found safe.
  var isInDanger: Bool {
    var atPlace = 0.0
    var atTarget = 0.0
    for vertex in places.indices.dropFirst() {
      let (from, to) = (vertex - 1, vertex)
      if fallsTogether(from, to) { return true }
      let straight = places[from].distance(to: places[to])
      guard moves(from) || moves(to) else {
        atPlace += straight
        atTarget = atPlace
        continue
      }
      let nextAtPlace = min(atPlace + straight, atTarget + targets[from].distance(to: places[to]))
      atTarget = min(
        atPlace + places[from].distance(to: targets[to]),
        atTarget + targets[from].distance(to: targets[to])
      )
      atPlace = nextAtPlace
    }
    return min(atPlace, atTarget) < leastLength
  }

  private func fallsTogether(_ one: Int, _ other: Int) -> Bool {
    guard places[one] != places[other], moves(one) || moves(other) else { return false }
    return targets[one] == places[other] || places[one] == targets[other]
      || targets[one] == targets[other]
  }

  /// The coordinates whose moves it gives up if some already stay; empty when it does not collapse.
  func givenUp(keeping isKept: (Coordinate) -> Bool) -> [Coordinate] {
    let mobile = places.indices.map { moves($0) && !isKept(places[$0]) }
    let now = places.indices.map { mobile[$0] ? targets[$0] : places[$0] }
    var givenUp: [Coordinate] = []
    for vertex in places.indices.dropFirst()
    where now[vertex - 1] == now[vertex] && places[vertex - 1] != places[vertex] {
      givenUp += farthest(1, of: [vertex - 1, vertex].filter { mobile[$0] })
    }
    guard givenUp.isEmpty, ConformLine.length(now) < leastLength else { return givenUp }
    let movers = places.indices.filter { mobile[$0] }
    // Several at once if there are many, to need fewer rounds for a line of many vertices.
    return farthest(max(1, movers.count / 16), of: movers)
  }

  /// The places of the farthest-moving vertices; at equal distances, the least x, then the least y comes first.
  private func farthest(_ count: Int, of vertices: [Int]) -> [Coordinate] {
    vertices.ordered { one, other in
      let distances = [one, other].map { places[$0].squaredDistance(to: targets[$0]) }
      if distances[0] != distances[1] { return distances[0] > distances[1] }
      return (places[one].x, places[one].y) < (places[other].x, places[other].y)
    }.prefix(count).map { places[$0] }
  }
}

/// Finds the coordinates that must stay so that no line collapses.
struct CollapseResolution {
  private let lines: [ConformLine]
  private var linesAt: [Coordinate: [Int32]] = [:]

  init(_ lines: [ConformLine]) throws(CancellationError) {
    self.lines = lines
    for (number, line) in lines.enumerated() {
      if number & 1023 == 0, Task.isCancelled { throw CancellationError() }
      for (place, target) in zip(line.places, line.targets) where place != target {
        linesAt[place, default: []].append(Int32(number))
      }
    }
  }

  /// All coordinates that lines give up, without those that stay anyway.
  ///
  /// Each round checks the lines in the state after the round before, so that their order does not matter, but only
  /// lines with a change. Each round except the last keeps one more coordinate, so the process ends.
  func givenUp(keeping kept: Set<Coordinate>) throws(CancellationError) -> Set<Coordinate> {
    var all: Set<Coordinate> = []
    var touched = Set(lines.indices.map { Int32($0) })
    while true {
      var found: Set<Coordinate> = []
      for (done, number) in touched.enumerated() {
        if done & 1023 == 0, Task.isCancelled { throw CancellationError() }
        found.formUnion(lines[Int(number)].givenUp { kept.contains($0) || all.contains($0) })
      }
      guard !found.isEmpty else { return all }
      all.formUnion(found)
      touched = Set(found.flatMap { linesAt[$0] ?? [] })
    }
  }
}

/// A set of coordinates in bounded memory, with false positives but no false negatives.
package struct CoordinateFilter: Sendable {
  private var words: [UInt64]
  private let mask: UInt64

  /// Creates an empty filter.
  ///
  /// It takes two bytes for each expected coordinate, 1 KiB to 64 MiB, for about one false positive in a thousand.
  package init(expecting count: Int) {
    var bits = 1 << 13
    while bits < 1 << 29, bits / 16 < count { bits *= 2 }
    words = Array(repeating: 0, count: bits / 64)
    mask = UInt64(bits - 1)
  }

  package func mayContain(_ place: Coordinate) -> Bool {
    var key = ConformKey(place)
    for _ in 0..<4 {
      let bit = key.next() & mask
      if words[Int(bit >> 6)] & 1 << (bit & 63) == 0 { return false }
    }
    return true
  }

  mutating func insert(_ place: Coordinate) {
    var key = ConformKey(place)
    for _ in 0..<4 {
      let bit = key.next() & mask
      words[Int(bit >> 6)] |= 1 << (bit & 63)
    }
  }
}

/// Bits derived from a coordinate, equal for equal coordinates and zeros of either sign.
private struct ConformKey {
  private var state: UInt64

  init(_ place: Coordinate) {
    state = ConformKey.mixed((place.x + 0).bitPattern)
    state = ConformKey.mixed(state ^ (place.y + 0).bitPattern)
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    return ConformKey.mixed(state)
  }

  // The finaliser of splitmix64.
  private static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value
    mixed = (mixed ^ (mixed &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed &>> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed &>> 31)
  }
}
