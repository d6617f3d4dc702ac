extension UtilityNetwork {
  /// The place where an association meets one of its ends.
  ///
  /// A point is its own anchor. A line is met where kinds 4 to 6 say (its end, a fraction, its
  /// start), and at its midpoint by any other kind. An area is met at a point on its surface.
  /// Nil for objects, which have no geometry, and for empty geometries.
  public func anchor(of end: Association.End, in association: Association) -> Coordinate? {
    guard let feature = feature(globalID: end.globalID), let geometry = geometry(of: feature) else {
      return nil
    }
    switch geometry {
    case .point(let point): return point.coordinate
    case .multiPoint(let points): return points.coordinates.first
    case .lineString, .multiLineString:
      // A fraction is a number and a network's ordinates are finite: nothing to refuse here.
      let location = try? geometry.linearLocation(atFraction: association.edgeFraction)
      return location?.coordinate
    case .polygon, .multiPolygon, .collection:
      // A ring so broken that GEOS finds no inside still has a first vertex to be drawn at.
      let inside = try? geometry.pointOnSurface()
      return inside?.coordinate ?? geometry.coordinates.first
    }
  }

  /// The straight line between the two anchors, from the from-side to the to-side.
  ///
  /// Nil for containment, which has no geometry by definition, and when an end has no anchor.
  public func geometry(of association: Association) -> LineString? {
    guard association.kind != .containment,
      let from = anchor(of: association.from, in: association),
      let to = anchor(of: association.to, in: association)
    else { return nil }
    return try? LineString([from, to], srid: srid)
  }
}

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
}
