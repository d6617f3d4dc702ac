extension Geometry {
  /// The centre of mass of an area; nil without area.
  ///
  /// Measured from the first vertex, so large coordinates cost no precision. An exterior ring adds and a hole
  /// subtracts, in any ring direction.
  package var areaCentroid: Coordinate? {
    var sum = AreaMoment()
    switch self {
    case .polygon(let polygon): sum.add(polygon.coordinates, polygon.ringEnds[...], from: 0)
    case .multiPolygon(let polygons):
      var firstRing = 0
      for end in polygons.polygonEnds {
        let start = firstRing == 0 ? 0 : polygons.ringEnds[firstRing - 1]
        sum.add(polygons.coordinates, polygons.ringEnds[firstRing..<end], from: start)
        firstRing = end
      }
    default: return nil
    }
    return sum.centre
  }
}

/// Area and first moments, summed over triangles from one origin.
private struct AreaMoment {
  private var origin: Coordinate?
  private var area = 0.0
  private var x = 0.0
  private var y = 0.0

  mutating func add(_ coordinates: CoordinateSequence, _ ringEnds: ArraySlice<Int>, from: Int) {
    var start = from
    for (number, end) in ringEnds.enumerated() {
      add(coordinates, start..<end, isHole: number > 0)
      start = end
    }
  }

  private mutating func add(_ ring: CoordinateSequence, _ range: Range<Int>, isHole: Bool) {
    guard let first = range.first else { return }
    let origin = self.origin ?? ring[first]
    self.origin = origin
    var area = 0.0
    var x = 0.0
    var y = 0.0
    for index in range.dropLast() {
      let one = Coordinate(x: ring[index].x - origin.x, y: ring[index].y - origin.y)
      let two = Coordinate(x: ring[index + 1].x - origin.x, y: ring[index + 1].y - origin.y)
      let cross = one.x * two.y - two.x * one.y
      area += cross
      x += cross * (one.x + two.x)
      y += cross * (one.y + two.y)
    }
    let sign = (area < 0) != isHole ? -1.0 : 1.0
    self.area += sign * area
    self.x += sign * x
    self.y += sign * y
  }

  var centre: Coordinate? {
    guard let origin, area != 0 else { return nil }
    return Coordinate(x: origin.x + x / (3 * area), y: origin.y + y / (3 * area))
  }
}
