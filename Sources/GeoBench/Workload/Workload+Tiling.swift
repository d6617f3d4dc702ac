import GeoSnap
import GeoSnapTestSupport

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

/// The content of one copy of a network.
private struct Tile {
  var lines: [[Coordinate]] = []
  var points: [Coordinate] = []
  var associations: [(start: Coordinate, end: Coordinate)] = []
  /// The distance between copies.
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
