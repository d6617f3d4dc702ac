internal import GeoSnapSupport

/// A part of a line with the targets of its vertices.
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

  /// Whether two different vertices could coincide.
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
      try CollapseResolution.note(number)
      for (place, target) in zip(line.places, line.targets) where place != target {
        linesAt[place, default: []].append(Int32(number))
      }
    }
  }

  /// Throws at some steps when the task was cancelled.
  private static func note(_ done: Int) throws(CancellationError) {
    if done & (1 << 10 - 1) == 0 && Task.isCancelled { throw CancellationError() }
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
