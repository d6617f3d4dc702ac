internal import GeoSnapSupport

/// The geometry of a trace's result: one geometry for each dimension.
public struct AggregatedGeometry: Equatable, Sendable {
  /// The points of junctions and other features, each once; nil when there are none.
  public let points: MultiPoint?
  /// The stretches of lines, adjacent ones merged; nil when there are none.
  public let lines: MultiLineString?
  /// The areas of containers and structures; nil when there are none.
  public let polygons: MultiPolygon?
}

extension TraceElements {
  /// The geometry of the elements, for a map: for a line only the stretches among them.
  ///
  /// The parts are in the order of ``features``, in the coordinates of the network. Z and M are kept when all parts
  /// of one dimension have them. Objects have no geometry. Positions are planar: a vertical part between two
  /// connections has no separate stretch.
  ///
  /// - Throws: ``GeometryError`` for a stretch of a line whose length is not a finite number.
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
            ? geometry : try geometry.substring(from: stretch.lowerBound, to: stretch.upperBound)
        )
      }
    }
    return try gathered.geometry(srid: network.srid)
  }

  /// The stretches of each line among the elements, adjacent ones merged.
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

  /// Stretches in rising order, adjacent ones merged.
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

  /// The non-empty sequences, with only those ordinates that all of them have.
  private func alike(_ lists: [[CoordinateSequence]]) -> [[CoordinateSequence]] {
    let lists = lists.map { $0.filter { !$0.isEmpty } }
    let all = lists.joined().map(\.dimensions)
    guard let first = all.first else { return lists }
    let shared = all.reduce(first) { $0.intersection($1) }
    return lists.map { $0.map { $0.keeping(shared) } }
  }
}
