extension Association {
  /// The position of this association on its line, as a fraction of the length.
  package var edgeFraction: Double {
    switch kind {
    case .junctionEdgeFromConnectivity: 1
    case .junctionEdgeToConnectivity: 0
    case .junctionMidspanConnectivity: fractionAlongEdge ?? 0.5
    case .connectivity, .containment, .attachment: 0.5
    }
  }

  /// The position on a geometry: a point, a place along a line or a vertex of an area; nil for an empty geometry.
  package func place(on geometry: Geometry) -> Coordinate? {
    switch geometry {
    case .point(let point): return point.coordinate
    case .lineString, .multiLineString:
      // Cannot throw: a fraction is a number, and a network's ordinates are finite.
      let location = try? geometry.linearLocation(atFraction: edgeFraction)
      return location?.coordinate
    case .multiPoint, .polygon, .multiPolygon, .collection: return geometry.coordinates.first
    }
  }

  /// The position on one of the ends, the from-side first; nil when neither has a geometry.
  package func place(_ geometry: (GlobalID) -> Geometry?) -> Coordinate? {
    geometry(from.globalID).flatMap(place(on:)) ?? geometry(to.globalID).flatMap(place(on:))
  }
}
