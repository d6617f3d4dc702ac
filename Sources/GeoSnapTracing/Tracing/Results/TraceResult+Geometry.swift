internal import GeoSnapSupport

/// The places and shapes of a trace's results, taken together: one geometry for each dimension.
public struct AggregatedGeometry: Equatable, Sendable {
  /// The places of junctions and of other points, each feature once; nil when there are none.
  public let points: MultiPoint?
  /// The stretches of lines, parts that go on into each other as one; nil when there are none.
  public let lines: MultiLineString?
  /// The areas of containers and structures; nil when there are none.
  public let polygons: MultiPolygon?
}

extension TraceElements {
  /// The geometry of the elements, for a map to show: of a line only the stretches among them.
  ///
  /// Z and M are kept where all parts of one dimension have them. Objects have no place, and are in none of it.
  /// Positions are planar: a vertical part between two connections has no stretch of its own.
  ///
  /// - Returns: The geometry, in the coordinates of the network; its parts in the order of ``features``.
  /// - Throws: ``GeometryError`` when a stretch is asked for of a line whose length is not a finite number.
  /// - Complexity: O(n log n) for n elements, and linear in their vertices.
  public func aggregatedGeometry() throws(GeometryError) -> AggregatedGeometry {
    let network = topology.network
    let stretches = stretches()
    var gathered = GatheredParts()
    for feature in features {
      guard let geometry = network.geometry(of: feature) else { continue }
      let number = stretches.numbers[network.ordinal(of: feature)]
      let own = number.map { stretches.lists[$0] } ?? [0...1]
      for stretch in own where stretch.lowerBound < stretch.upperBound {
        gathered.add(
          stretch == 0...1
            ? geometry
            : try geometry.substring(from: stretch.lowerBound, to: stretch.upperBound)
        )
      }
    }
    return try gathered.geometry(srid: network.srid)
  }

  /// For each line the stretches that are among the elements, those that touch as one.
  private func stretches() -> (numbers: [Int32: Int], lists: [[ClosedRange<Double>]]) {
    var numbers: [Int32: Int] = [:]
    var lists: [[ClosedRange<Double>]] = []
    for element in self {
      guard let positions = element.positions else { continue }
      let feature = topology.network.ordinal(of: element.feature)
      if let known = numbers[feature] {
        lists[known].append(positions)
      } else {
        numbers[feature] = lists.count
        lists.append([positions])
      }
    }
    return (numbers, lists.map { TraceElements.joined($0) })
  }

  /// Stretches in rising order, those that touch as one.
  private static func joined(_ stretches: [ClosedRange<Double>]) -> [ClosedRange<Double>] {
    var joined: [ClosedRange<Double>] = []
    for stretch in stretches.ordered(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = joined.last, stretch.lowerBound <= last.upperBound {
        let end = Swift.max(last.upperBound, stretch.upperBound)
        joined[joined.count - 1] = last.lowerBound...end
      } else {
        joined.append(stretch)
      }
    }
    return joined
  }
}

/// Parts of geometries by dimension.
private struct GatheredParts {
  private var points: [CoordinateSequence] = []
  private var lines: [CoordinateSequence] = []
  private var polygons: [[CoordinateSequence]] = []

  mutating func add(_ geometry: Geometry) {
    switch geometry {
    case .point(let point): points.append(point.coordinates)
    case .lineString(let line): lines.append(line.coordinates)
    case .polygon(let polygon):
      let starts = [0] + polygon.ringEnds
      polygons.append(zip(starts, polygon.ringEnds).map { polygon.coordinates.slice($0..<$1) })
    case .multiPoint, .multiLineString, .multiPolygon, .collection:
      for part in geometry.parts { add(part) }
    }
  }

  func geometry(srid: SRID?) throws(GeometryError) -> AggregatedGeometry {
    let (points, lines) = (alike([points])[0], alike([lines])[0])
    let areas = alike(polygons)
    var places = CoordinateSequence(dimensions: points.first?.dimensions ?? .xy)
    for sequence in points { try places.append(contentsOf: sequence) }
    var members: [Polygon] = []
    for rings in areas { members.append(try Polygon(rings: rings)) }
    return AggregatedGeometry(
      points: places.isEmpty ? nil : MultiPoint(places, srid: srid),
      lines: lines.isEmpty ? nil : try MultiLineString(parts: lines, srid: srid),
      polygons: members.isEmpty ? nil : try MultiPolygon(polygons: members, srid: srid)
    )
  }

  /// The sequences with those ordinates that all of them have, without empty ones.
  private func alike(_ lists: [[CoordinateSequence]]) -> [[CoordinateSequence]] {
    let lists = lists.map { $0.filter { !$0.isEmpty } }
    let all = lists.joined().map(\.dimensions)
    guard let first = all.first else { return lists }
    let shared = all.reduce(first) { $0.intersection($1) }
    return lists.map { $0.map { $0.keeping(shared) } }
  }
}
