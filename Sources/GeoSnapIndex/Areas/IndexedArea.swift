/// A polygon of a feature, to test whether it contains a point.
///
/// It shares the coordinates of its geometry, unless it is a copy from columns.
package struct IndexedArea: Sendable {
  package let feature: Int32
  let coordinates: CoordinateSequence
  let rings: [Range<Int>]

  /// Whether the area or its boundary contains the point, by the even-odd rule, in linear time.
  package func contains(_ point: Coordinate) -> Bool {
    var isInside = false
    for ring in rings {
      for index in ring.dropLast() {
        switch crossing(Segment(coordinates[index], coordinates[index + 1]), rightOf: point) {
        case .none: break
        case .crosses: isInside.toggle()
        case .touches: return true
        }
      }
    }
    return isInside
  }

  var envelope: Envelope? {
    var envelope: Envelope?
    for ring in rings {
      for index in ring {
        let place = Envelope(coordinates[index])
        envelope = envelope?.union(place) ?? place
      }
    }
    return envelope
  }

  /// Whether the other area has the same feature and the same rings, bit for bit in x and y.
  func isIdentical(to other: IndexedArea) -> Bool {
    guard feature == other.feature, rings.count == other.rings.count else { return false }
    for (ring, otherRing) in zip(rings, other.rings) {
      guard ring.count == otherRing.count else { return false }
      for (index, otherIndex) in zip(ring, otherRing) {
        let (place, otherPlace) = (coordinates[index], other.coordinates[otherIndex])
        guard place.x.bitPattern == otherPlace.x.bitPattern,
          place.y.bitPattern == otherPlace.y.bitPattern
        else { return false }
      }
    }
    return true
  }

  /// The areas of a geometry, including members of collections.
  package static func areas(of geometry: Geometry, feature: Int32) -> [IndexedArea] {
    switch geometry {
    case .polygon(let polygon):
      let rings = ranges(polygon.ringEnds)
      return rings.isEmpty
        ? [] : [IndexedArea(feature: feature, coordinates: polygon.coordinates, rings: rings)]
    case .multiPolygon(let polygons):
      let rings = ranges(polygons.ringEnds)
      return polygons.polygonRings.map { range in
        IndexedArea(
          feature: feature,
          coordinates: polygons.coordinates,
          rings: Array(rings[range])
        )
      }
    case .collection(let collection):
      return collection.geometries.flatMap { areas(of: $0, feature: feature) }
    case .point, .multiPoint, .lineString, .multiLineString:
      return []
    }
  }

  private static func ranges(_ ends: [Int]) -> [Range<Int>] {
    zip([0] + ends.dropLast(), ends).map { $0..<$1 }
  }
}
