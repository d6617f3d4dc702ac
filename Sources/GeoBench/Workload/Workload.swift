import GeoSnap

/// The data and questions of a benchmark: streets of a made-up city, and clicks near them.
struct Workload {
  /// The tolerance of clicks, in metres.
  static let tolerance = 5.0

  /// The seed of all workloads.
  static let seed: UInt64 = 20_240_601

  /// Vertices of all lines, x and y in turn.
  var lineOrdinates: [Double] = []
  /// Line l owns vertices `lineStarts[l]` until `lineStarts[l + 1]`.
  var lineStarts: [UInt32] = [0]
  /// Junction j is on the last vertex of line j; x and y in turn.
  var junctionOrdinates: [Double] = []
  /// x1, y1, x2, y2 of each association.
  var associationOrdinates: [Double] = []
  /// x, y of each query point.
  var queryOrdinates: [Double] = []
  /// Least x, least y, greatest x, greatest y of each query rectangle.
  var extentOrdinates: [Double] = []

  var lineCount: Int { lineStarts.count - 1 }
  var junctionCount: Int { junctionOrdinates.count / 2 }
  var segmentCount: Int { lineOrdinates.count / 2 - lineCount }
  var associationCount: Int { associationOrdinates.count / 4 }
  var queryCount: Int { queryOrdinates.count / 2 }
  var extentCount: Int { extentOrdinates.count / 4 }
  /// The number of entries of a tree over segments and junctions.
  var entryCount: Int { segmentCount + junctionCount }

  func ordinates(ofLine line: Int) -> ArraySlice<Double> {
    lineOrdinates[Int(lineStarts[line]) * 2..<Int(lineStarts[line + 1]) * 2]
  }

  /// Moves features and questions alike, so that answers stay the same except for rounding.
  mutating func shift(by amount: Double) {
    for index in lineOrdinates.indices { lineOrdinates[index] += amount }
    for index in junctionOrdinates.indices { junctionOrdinates[index] += amount }
    for index in associationOrdinates.indices { associationOrdinates[index] += amount }
    for index in queryOrdinates.indices { queryOrdinates[index] += amount }
    for index in extentOrdinates.indices { extentOrdinates[index] += amount }
  }

  func junction(_ index: Int) -> Coordinate {
    Coordinate(x: junctionOrdinates[2 * index], y: junctionOrdinates[2 * index + 1])
  }

  func query(_ index: Int) -> Coordinate {
    Coordinate(x: queryOrdinates[2 * index], y: queryOrdinates[2 * index + 1])
  }

  func extent(_ index: Int) -> Envelope {
    Envelope(
      minX: extentOrdinates[4 * index],
      minY: extentOrdinates[4 * index + 1],
      maxX: extentOrdinates[4 * index + 2],
      maxY: extentOrdinates[4 * index + 3]
    )
  }

  /// Lines, then junctions: feature l is line l, feature lines + j is junction j.
  func featureGeometries() throws -> [Geometry?] {
    var geometries: [Geometry?] = []
    geometries.reserveCapacity(lineCount + junctionCount)
    for line in 0..<lineCount {
      geometries.append(try lineGeometry(Array(ordinates(ofLine: line))))
    }
    for index in 0..<junctionCount { geometries.append(.point(Point(junction(index)))) }
    return geometries
  }

  func associationGeometries() throws -> [Geometry?] {
    try (0..<associationCount).map { index in
      try lineGeometry(Array(associationOrdinates[4 * index..<4 * index + 4]))
    }
  }

  private func lineGeometry(_ ordinates: [Double]) throws -> Geometry {
    .lineString(try LineString(CoordinateSequence(trusted: ordinates, dimensions: .xy)))
  }
}
