/// One polygon of a feature, kept to answer whether a place lies inside.
///
/// Shares the coordinates of the geometry it comes from, unless it was taken out of columns.
package struct IndexedArea: Sendable {
  package let feature: Int32
  let coordinates: CoordinateSequence
  /// The rings as ranges of `coordinates`.
  let rings: [Range<Int>]

  /// Whether the place lies inside or on the border: the even-odd rule over all rings.
  ///
  /// - Complexity: Linear in the number of coordinates.
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

  /// The envelope of the rings; nil when they have no coordinates.
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

  /// Whether the other area is of the same feature and has the same rings, in all bits of their x and y.
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

  /// The areas of a geometry, members of collections included.
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
