extension Association {
  /// Where along a line this association meets it, as a fraction of the length.
  package var edgeFraction: Double {
    switch kind {
    case .junctionEdgeFromConnectivity: 1
    case .junctionEdgeToConnectivity: 0
    case .junctionMidspanConnectivity: fractionAlongEdge ?? 0.5
    case .connectivity, .containment, .attachment: 0.5
    }
  }

  /// The place where it meets a geometry: a point, a place along a line, a vertex of an area; nil for what is
  /// empty.
  package func place(on geometry: Geometry) -> Coordinate? {
    switch geometry {
    case .point(let point): return point.coordinate
    case .lineString, .multiLineString:
      // A fraction is a number and a network's ordinates are finite: nothing to refuse here.
      let location = try? geometry.linearLocation(atFraction: edgeFraction)
      return location?.coordinate
    case .multiPoint, .polygon, .multiPolygon, .collection: return geometry.coordinates.first
    }
  }

  /// The place where it meets one of its ends, the from-side first; nil when neither has a geometry.
  ///
  /// - Parameter geometry: The geometry of the feature with a global id.
  /// - Returns: The place.
  package func place(_ geometry: (GlobalID) -> Geometry?) -> Coordinate? {
    geometry(from.globalID).flatMap(place(on:)) ?? geometry(to.globalID).flatMap(place(on:))
  }
}
