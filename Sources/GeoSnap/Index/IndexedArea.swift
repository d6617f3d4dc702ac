/// One polygon of a feature, kept to answer whether a place lies inside.
///
/// Shares the coordinates of the geometry it comes from.
struct IndexedArea: Sendable {
  let feature: Int32
  let coordinates: CoordinateSequence
  /// The rings as ranges of `coordinates`.
  let rings: [Range<Int>]

  /// Whether the place lies inside or on the border: the even-odd rule over all rings.
  ///
  /// - Complexity: Linear in the number of coordinates.
  func contains(_ point: Coordinate) -> Bool {
    var isInside = false
    for ring in rings {
      for index in ring.dropLast() {
        let start = coordinates[index]
        let end = coordinates[index + 1]
        if start == point { return true }
        if start.y == point.y && end.y == point.y {
          let between = min(start.x, end.x) <= point.x && point.x <= max(start.x, end.x)
          if between { return true }
        }
        guard (start.y > point.y) != (end.y > point.y) else { continue }
        // Measured from the place itself, where the sign matters most.
        let side =
          (start.x - point.x) * (end.y - point.y) - (end.x - point.x) * (start.y - point.y)
        if side == 0 { return true }
        // The ray to the right crosses when the place is left of an upward segment, or right of a
        // downward one.
        if (side > 0) == (end.y > start.y) { isInside.toggle() }
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

  /// The areas of a geometry, members of collections included.
  static func areas(of geometry: Geometry, feature: Int32) -> [IndexedArea] {
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
