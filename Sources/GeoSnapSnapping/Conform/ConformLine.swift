internal import GeoSnapSupport

/// A part of a line with the places its vertices would go to.
struct ConformLine: Sendable {
  let places: [Coordinate]
  let targets: [Coordinate]
  /// The length that it may not fall below.
  let leastLength: Double

  init(places: [Coordinate], targets: [Coordinate], tolerance: Double) {
    self.places = places
    self.targets = targets
    leastLength = min(tolerance, ConformLine.length(places))
  }

  /// The length of a path, summed from its start.
  static func length(_ places: [Coordinate]) -> Double {
    var length = 0.0
    for vertex in places.indices.dropFirst() {
      length += places[vertex - 1].distance(to: places[vertex])
    }
    return length
  }

  private func moves(_ vertex: Int) -> Bool { targets[vertex] != places[vertex] }

  /// Whether it could collapse, whichever of its vertices are kept from moving.
  ///
  /// Each vertex is taken to be at its place or at its target, and the shortest path through such
  /// choices measured. Sums of doubles grow with their terms, so that no line that is found safe can
  /// be shorter for rounding's sake.
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

  /// Whether two vertices that lie apart could come to lie together.
  private func fallsTogether(_ one: Int, _ other: Int) -> Bool {
    guard places[one] != places[other], moves(one) || moves(other) else { return false }
    return targets[one] == places[other] || places[one] == targets[other]
      || targets[one] == targets[other]
  }

  /// The coordinates whose moves it gives up, given those that are kept already; none when it is
  /// well.
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
    // Several at once where there are many, lest a line of many vertices takes as many rounds.
    return farthest(max(1, movers.count / 16), of: movers)
  }

  /// The places of the vertices that would move farthest; of several as far the one with the least x,
  /// then the least y, comes first.
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
  /// The lines with a vertex that moves at a coordinate.
  private var linesAt: [Coordinate: [Int32]] = [:]

  init(_ lines: [ConformLine]) throws(CancellationError) {
    self.lines = lines
    for (number, line) in lines.enumerated() {
      try CollapseResolution.note(number)
      for (place, target) in zip(line.places, line.targets) where place != target {
        linesAt[place, default: []].append(Int32(number))
      }
    }
  }

  /// Ends the work of a task that was cancelled, asked now and then.
  private static func note(_ done: Int) throws(CancellationError) {
    if done & (1 << 10 - 1) == 0 && Task.isCancelled { throw CancellationError() }
  }

  /// The coordinates that lines give up in the end, beside those kept anyway.
  ///
  /// A round looks at all lines as the one before left them, so that the order of lines plays no
  /// part; only those that something changed for need looking at. Every round but the last keeps one
  /// more coordinate, so it ends.
  func givenUp(keeping kept: Set<Coordinate>) throws(CancellationError) -> Set<Coordinate> {
    var all: Set<Coordinate> = []
    var touched = Set(lines.indices.map { Int32($0) })
    while true {
      var found: Set<Coordinate> = []
      for (done, number) in touched.enumerated() {
        try CollapseResolution.note(done)
        found.formUnion(
          lines[Int(number)].givenUp { kept.contains($0) || all.contains($0) }
        )
      }
      guard !found.isEmpty else { return all }
      all.formUnion(found)
      touched = Set(found.flatMap { linesAt[$0] ?? [] })
    }
  }
}
