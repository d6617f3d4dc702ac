package import GeoSnapColumns

/// The areas of features in columns, created from geometries or mapped from an image.
// A class, so that the copies of an index for snapshots count one reference.
package final class AreaColumns: ImagePart, Sendable {
  private let features: Column<Int32>
  /// The end of each area's rings in `ringEnds`.
  private let areaEnds: Column<Int>
  /// The end of each ring's coordinates.
  private let ringEnds: Column<Int>
  /// The coordinates of all rings: x, y, x, y.
  private let ordinates: Column<Double>

  init(_ areas: some Sequence<IndexedArea>) {
    var features = Column<Int32>()
    var areaEnds = Column<Int>()
    var ringEnds = Column<Int>()
    var ordinates = Column<Double>()
    for area in areas {
      for ring in area.rings {
        for place in ring {
          ordinates.append(area.coordinates[place].x)
          ordinates.append(area.coordinates[place].y)
        }
        ringEnds.append(ordinates.count / 2)
      }
      areaEnds.append(ringEnds.count)
      features.append(area.feature)
    }
    (self.features, self.areaEnds) = (features, areaEnds)
    (self.ringEnds, self.ordinates) = (ringEnds, ordinates)
  }

  var count: Int { features.count }

  var byteCount: Int {
    features.byteCount + areaEnds.byteCount + ringEnds.byteCount + ordinates.byteCount
  }

  func feature(_ area: Int) -> Int32 { features[area] }

  private func rings(_ area: Int) -> Range<Int> {
    (area == 0 ? 0 : areaEnds[area - 1])..<areaEnds[area]
  }

  private func places(_ ring: Int) -> Range<Int> {
    (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring]
  }

  private func coordinate(_ place: Int) -> Coordinate {
    Coordinate(x: ordinates[2 * place], y: ordinates[2 * place + 1])
  }

  /// A copy of an area.
  subscript(area: Int) -> IndexedArea {
    let rings = rings(area)
    let first = rings.isEmpty ? 0 : places(rings.lowerBound).lowerBound
    let end = rings.isEmpty ? 0 : places(rings.upperBound - 1).upperBound
    return IndexedArea(
      feature: features[area],
      coordinates: CoordinateSequence(
        trusted: ordinates.copied(2 * first..<2 * end),
        dimensions: .xy
      ),
      rings: rings.map { places($0).lowerBound - first..<places($0).upperBound - first }
    )
  }

  /// Whether an area has the same feature as another and the same rings, bit for bit.
  func isIdentical(_ area: Int, to other: IndexedArea) -> Bool {
    let rings = rings(area)
    guard features[area] == other.feature, rings.count == other.rings.count else { return false }
    for (ring, otherRing) in zip(rings, other.rings) {
      let places = places(ring)
      guard places.count == otherRing.count else { return false }
      for (place, otherPlace) in zip(places, otherRing) {
        let (one, another) = (coordinate(place), other.coordinates[otherPlace])
        guard one.x.bitPattern == another.x.bitPattern, one.y.bitPattern == another.y.bitPattern
        else { return false }
      }
    }
    return true
  }

  /// Whether an area or its boundary contains a point, by the even-odd rule, in linear time.
  func contains(_ point: Coordinate, in area: Int) -> Bool {
    var isInside = false
    for ring in rings(area) {
      for place in places(ring).dropLast() {
        switch crossing(Segment(coordinate(place), coordinate(place + 1)), rightOf: point) {
        case .none: break
        case .crosses: isInside.toggle()
        case .touches: return true
        }
      }
    }
    return isInside
  }

  // MARK: Images

  package init(from image: inout ImageReader) throws(ImageError) {
    features = try image.read("areaFeatures")
    areaEnds = try image.read("areaEnds")
    ringEnds = try image.read("ringEnds")
    ordinates = try image.read("ordinates")
    func isRising(_ ends: Column<Int>, to last: Int) -> Bool {
      ends.last ?? 0 == last && (ends.first ?? 0) >= 0
        && zip(ends, ends.dropFirst()).allSatisfy { $0 <= $1 }
    }
    guard features.count == areaEnds.count, isRising(areaEnds, to: ringEnds.count),
      isRising(ringEnds, to: ordinates.count / 2), ordinates.count % 2 == 0
    else { throw ImageError("Areas refer to rings that do not exist.") }
  }

  package func write(to image: inout ImageWriter) throws(ImageError) {
    try image.write(features, "areaFeatures")
    try image.write(areaEnds, "areaEnds")
    try image.write(ringEnds, "ringEnds")
    try image.write(ordinates, "ordinates")
  }
}
