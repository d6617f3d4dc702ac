internal import GeoSnapSupport

/// A point inside each area of some geometries, to test whether other areas contain it.
struct InnerPlaces {
  /// Sorted by y.
  private let places: [Coordinate]

  /// Takes the middle of the widest stretch of each area at about half its height, if it is wider than `least`.
  init(of geometries: [Geometry], widerThan least: Double) {
    var places: [Coordinate] = []
    var crossings: [Double] = []
    for geometry in geometries {
      geometry.forEachArea { coordinates, rings in
        guard let place = coordinates.innerPlace(rings, widerThan: least, &crossings) else {
          return
        }
        places.append(place)
      }
    }
    self.places = places.rising(by: \.y)
  }

  /// The first point at which the areas of a result are wrong for those of two geometries, by `holds`; nil when there
  /// is none farther than `least` from their boundaries.
  func firstWrong(
    in result: Geometry,
    _ first: Geometry,
    _ second: Geometry,
    fartherThan least: Double,
    holds: (Bool, Bool) -> Bool
  ) -> Coordinate? {
    let (found, ones, others) = (counts(in: result), counts(in: first), counts(in: second))
    for (index, place) in places.enumerated()
    where found[index] != (holds(ones[index] > 0, others[index] > 0) ? 1 : 0) {
      let isClear = [first, second].allSatisfy { area in
        area.nearestBoundaryCoordinate(to: place).map { $0.distance > least } ?? true
      }
      if isClear { return place }
    }
    return nil
  }

  /// The number of areas that contain each point; a hole subtracts from its area wherever it lies.
  private func counts(in geometry: Geometry) -> [Int] {
    var counts = Array(repeating: 0, count: places.count)
    geometry.forEachArea { coordinates, rings in
      for (number, ring) in rings.enumerated() {
        let isClockwise = coordinates.signedArea(ring) < 0
        count(coordinates, ring, (number == 0) == isClockwise ? 1 : -1, &counts)
      }
    }
    return counts
  }

  /// Counts along a ring, passing the points in order of y.
  private func count(
    _ coordinates: CoordinateSequence,
    _ ring: Range<Int>,
    _ step: Int,
    _ counts: inout [Int]
  ) {
    let ordinates = coordinates.ordinates.span
    let width = coordinates.dimensions.count
    var start = Coordinate(
      x: ordinates[ring.lowerBound * width],
      y: ordinates[ring.lowerBound * width + 1]
    )
    // The number of points below.
    var (below, most) = (0, places.count)
    while below < most {
      let middle = (below + most) / 2
      if places[middle].y < start.y { below = middle + 1 } else { most = middle }
    }
    for index in ring.dropFirst() {
      let end = Coordinate(x: ordinates[index * width], y: ordinates[index * width + 1])
      func isRight(of place: Coordinate) -> Bool {
        let share = (place.y - start.y) / (end.y - start.y)
        return start.x + share * (end.x - start.x) > place.x
      }
      while below < places.count, places[below].y < end.y {
        if isRight(of: places[below]) { counts[below] -= step }
        below += 1
      }
      while below > 0, places[below - 1].y >= end.y {
        below -= 1
        if isRight(of: places[below]) { counts[below] += step }
      }
      start = end
    }
  }
}

extension CoordinateSequence {
  /// The middle of the widest stretch of an area at about half its height.
  fileprivate func innerPlace(
    _ rings: [Range<Int>],
    widerThan least: Double,
    _ crossings: inout [Double]
  ) -> Coordinate? {
    let ordinates = ordinates.span
    let width = dimensions.count
    guard let shell = rings.first, !shell.isEmpty else { return nil }
    var lowest = Double.infinity
    var highest = -Double.infinity
    for index in shell {
      lowest = Swift.min(lowest, ordinates[index * width + 1])
      highest = Swift.max(highest, ordinates[index * width + 1])
    }
    // Between two vertices, so that no segment lies on it.
    let middle = lowest + (highest - lowest) / 2
    for ring in rings {
      for index in ring {
        let y = ordinates[index * width + 1]
        if y <= middle { lowest = Swift.max(lowest, y) } else { highest = Swift.min(highest, y) }
      }
    }
    let y = lowest + (highest - lowest) / 2
    crossings.removeAll(keepingCapacity: true)
    for ring in rings {
      for index in ring.dropFirst() {
        let (start, end) = ((index - 1) * width, index * width)
        guard (ordinates[start + 1] > y) != (ordinates[end + 1] > y) else { continue }
        let share = (y - ordinates[start + 1]) / (ordinates[end + 1] - ordinates[start + 1])
        crossings.append(ordinates[start] + share * (ordinates[end] - ordinates[start]))
      }
    }
    crossings.sort()
    var widest = least
    var place: Coordinate?
    for index in stride(from: 1, to: crossings.count, by: 2)
    where crossings[index] - crossings[index - 1] > widest {
      widest = crossings[index] - crossings[index - 1]
      place = Coordinate(x: crossings[index - 1] + widest / 2, y: y)
    }
    return place
  }
}

extension Geometry {
  /// Calls `body` with the rings of each area, the exterior first.
  fileprivate func forEachArea(_ body: (CoordinateSequence, [Range<Int>]) -> Void) {
    func give(_ coordinates: CoordinateSequence, _ ringEnds: [Int], _ rings: Range<Int>) {
      body(coordinates, rings.map { ($0 == 0 ? 0 : ringEnds[$0 - 1])..<ringEnds[$0] })
    }
    switch self {
    case .polygon(let polygon):
      give(polygon.coordinates, polygon.ringEnds, polygon.ringEnds.indices)
    case .multiPolygon(let polygons):
      for rings in polygons.polygonRings { give(polygons.coordinates, polygons.ringEnds, rings) }
    case .collection(let collection):
      for member in collection.geometries { member.forEachArea(body) }
    default: break
    }
  }
}
