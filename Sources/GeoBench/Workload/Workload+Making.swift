import Foundation
import GeoSnap
import GeoSnapTestSupport

/// Makes a workload of any size, always the same for that size: a street grid with a dense centre and a sparse
/// fringe, 400 segments per square kilometre on average, stored in random order. Ordinates are whole millimetres.
extension Workload {
  static var questions: (points: Int, extents: Int) { (100_000, 10_000) }

  /// - Precondition: `segments` is a positive multiple of 8.
  init(segments: Int) {
    precondition(
      segments > 0 && segments.isMultiple(of: 8),
      "A workload has a multiple of 8 segments"
    )
    var random = SeededGenerator(seed: Self.seed)
    let lines = segments / 4
    let streets = StreetGrid(edges: lines, side: side(segments), &random)
    addLines(along: streets, &random)
    addAssociations(segments / 10, &random)
    addQuestions(&random, rounded: millimetres) { workload, random in
      workload.place(onLine: random.below(workload.lineCount), &random)
    }
  }

  private func side(_ segments: Int) -> Double { 50000 * (Double(segments) / 1e6).squareRoot() }

  /// Lines come in pairs of 8 segments together; inner vertices are moved by 1.5 m.
  private mutating func addLines(along streets: StreetGrid, _ random: inout SeededGenerator) {
    var firstOfPair = 0
    for (line, edge) in streets.edges.enumerated() {
      if line.isMultiple(of: 2) { firstOfPair = 1 + random.below(7) }
      let count = line.isMultiple(of: 2) ? firstOfPair : 8 - firstOfPair
      let (startX, startY) = (streets.x[edge.from], streets.y[edge.from])
      let (endX, endY) = (streets.x[edge.to], streets.y[edge.to])
      for vertex in 0...count {
        let fraction = Double(vertex) / Double(count)
        var x = startX + fraction * (endX - startX)
        var y = startY + fraction * (endY - startY)
        if vertex > 0 && vertex < count {
          x = millimetres(x + 1.5 * random.gaussian())
          y = millimetres(y + 1.5 * random.gaussian())
        }
        lineOrdinates += [x, y]
      }
      lineStarts.append(UInt32(lineOrdinates.count / 2))
      junctionOrdinates += [endX, endY]
    }
  }

  /// From a random junction to a place about 5 m away.
  private mutating func addAssociations(_ count: Int, _ random: inout SeededGenerator) {
    for _ in 0..<count {
      let from = junction(random.below(junctionCount))
      let x = millimetres(from.x + 5 * random.gaussian())
      let y = millimetres(from.y + 5 * random.gaussian())
      associationOrdinates += [from.x, from.y, x, y]
    }
  }

  /// Clicks about 2 m from random places, and rectangles of 200 m around others.
  mutating func addQuestions(
    _ random: inout SeededGenerator,
    rounded: (Double) -> Double,
    at place: (Workload, inout SeededGenerator) -> Coordinate
  ) {
    for _ in 0..<Self.questions.points {
      let place = place(self, &random)
      let (dx, dy) = (random.gaussian(), random.gaussian())
      queryOrdinates += [rounded(place.x + 2 * dx), rounded(place.y + 2 * dy)]
    }
    for _ in 0..<Self.questions.extents {
      let place = place(self, &random)
      let (x, y) = (rounded(place.x), rounded(place.y))
      extentOrdinates += [x - 100, y - 100, x + 100, y + 100]
    }
  }

  func place(onLine line: Int, _ random: inout SeededGenerator) -> Coordinate {
    let first = Int(lineStarts[line])
    let vertex = first + random.below(Int(lineStarts[line + 1]) - first - 1)
    let fraction = random.uniform()
    let (x, y) = (lineOrdinates[2 * vertex], lineOrdinates[2 * vertex + 1])
    let (nextX, nextY) = (lineOrdinates[2 * vertex + 2], lineOrdinates[2 * vertex + 3])
    return Coordinate(x: x + fraction * (nextX - x), y: y + fraction * (nextY - y))
  }
}

/// Street corners on a warped grid, and the blocks' sides between them in random order.
private struct StreetGrid {
  var x: [Double] = []
  var y: [Double] = []
  var edges: [(from: Int, to: Int)] = []

  /// The smallest square grid with enough sides, of which the first `count` are kept, shuffled.
  init(edges count: Int, side: Double, _ random: inout SeededGenerator) {
    var corners = 2
    while 2 * corners * (corners - 1) < count { corners += 1 }
    let block = side / Double(corners - 1)
    for row in 0..<corners {
      for column in 0..<corners {
        let u = Double(row) / Double(corners - 1)
        let v = Double(column) / Double(corners - 1)
        let width = block * (1 + 0.6 * cos(2 * Double.pi * u))
        let height = block * (1 + 0.6 * cos(2 * Double.pi * v))
        let (dx, dy) = (random.gaussian(), random.gaussian())
        x.append(millimetres(Self.warped(u, side) + 0.05 * width * dx))
        y.append(millimetres(Self.warped(v, side) + 0.05 * height * dy))
      }
    }
    for row in 0..<corners {
      for column in 0..<corners {
        let corner = row * corners + column
        if row + 1 < corners { edges.append((corner, corner + corners)) }
        if column + 1 < corners { edges.append((corner, corner + 1)) }
      }
    }
    for last in stride(from: edges.count - 1, to: 0, by: -1) {
      edges.swapAt(last, random.below(last + 1))
    }
    edges.removeSubrange(count...)
  }

  private static func warped(_ fraction: Double, _ side: Double) -> Double {
    side * (fraction + 0.6 * sin(2 * Double.pi * fraction) / (2 * Double.pi))
  }
}

private func millimetres(_ metres: Double) -> Double { (metres * 1000).rounded() / 1000 }

/// Lays copies of a real network side by side until there are enough segments: lines and points of all tables, in
/// stored order, copy after copy, without areas. Copies form a square without rotation, with a spacing of the
/// network's extent rounded up to whole kilometres, so that shifts are integers. Ordinates are unchanged: the
/// sample's are not whole millimetres.
extension Workload {
  /// - Precondition: `segments` is positive.
  /// - Throws: `BenchError` when the network has no lines, no points or no associations.
  init(tiling network: UtilityNetwork, segments: Int) throws {
    precondition(segments > 0, "A workload has segments")
    let tile = try Tile(network)
    let copies = (segments + tile.segmentCount - 1) / tile.segmentCount
    var side = 1
    while side * side < copies { side += 1 }
    for copy in 0..<copies {
      let shift = Coordinate(
        x: Double(copy % side) * tile.spacing.x,
        y: Double(copy / side) * tile.spacing.y
      )
      add(tile, shiftedBy: shift)
    }
    var random = SeededGenerator(seed: Self.seed)
    // On a random feature, line or point.
    addQuestions(&random, rounded: Double.init(_:)) { workload, random in
      let feature = random.below(workload.lineCount + workload.junctionCount)
      return feature < workload.lineCount
        ? workload.place(onLine: feature, &random) : workload.junction(feature - workload.lineCount)
    }
  }

  private mutating func add(_ tile: Tile, shiftedBy shift: Coordinate) {
    for line in tile.lines {
      for vertex in line { lineOrdinates += [vertex.x + shift.x, vertex.y + shift.y] }
      lineStarts.append(UInt32(lineOrdinates.count / 2))
    }
    for point in tile.points { junctionOrdinates += [point.x + shift.x, point.y + shift.y] }
    for (start, end) in tile.associations {
      associationOrdinates += [start.x + shift.x, start.y + shift.y]
      associationOrdinates += [end.x + shift.x, end.y + shift.y]
    }
  }
}

private struct Tile {
  var lines: [[Coordinate]] = []
  var points: [Coordinate] = []
  var associations: [(start: Coordinate, end: Coordinate)] = []
  var spacing = Coordinate(x: 0, y: 0)

  var segmentCount: Int { lines.reduce(0) { $0 + $1.count - 1 } }

  init(_ network: UtilityNetwork) throws {
    let geometries = network.tables.flatMap(\.geometries).compactMap(\.self)
    for path in geometries.flatMap(\.paths) {
      let coordinates = (0..<path.count).map { path[$0] }
      switch path.kind {
      case .place: points += coordinates
      case .line where coordinates.count > 1: lines.append(coordinates)
      case .line, .ring: break
      }
    }
    for association in network.associations {
      guard let line = network.geometry(of: association)?.coordinates, line.count > 1 else {
        continue
      }
      associations.append((line[0], line[line.count - 1]))
    }
    guard !lines.isEmpty, !points.isEmpty, !associations.isEmpty,
      let extent = Envelope.combining(geometries.map(\.envelope))
    else { throw BenchError("The network to tile needs lines, points and associations.") }
    spacing = Coordinate(x: Self.kilometres(extent.width), y: Self.kilometres(extent.height))
  }

  private static func kilometres(_ metres: Double) -> Double {
    1000 * max((metres / 1000).rounded(.up), 1)
  }
}

// The random numbers of workloads, the same in every language.
extension SeededGenerator {
  /// A uniform number from 0 up to but not including 1.
  mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A uniform integer from 0 up to but not including `bound`.
  mutating func below(_ bound: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// A normal number with mean 0 and deviation 1 (Box and Muller).
  mutating func gaussian() -> Double {
    let radius = 1 - uniform()
    let turn = uniform()
    return (-2 * log(radius)).squareRoot() * cos(2 * Double.pi * turn)
  }
}
