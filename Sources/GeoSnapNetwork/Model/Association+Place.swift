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

  /// The place where it meets a point or a line; nil for an area, which only GEOS finds a place in, and
  /// for what is empty.
  package func place(on geometry: Geometry) -> Coordinate? {
    switch geometry {
    case .point(let point): return point.coordinate
    case .multiPoint(let points): return points.coordinates.first
    case .lineString, .multiLineString:
      // A fraction is a number and a network's ordinates are finite: nothing to refuse here.
      let location = try? geometry.linearLocation(atFraction: edgeFraction)
      return location?.coordinate
    case .polygon, .multiPolygon, .collection: return nil
    }
  }
}

extension EditedNetwork {
  /// The place where an association meets the point or line at one of its ends, the from-side first.
  package func place(of association: Association) -> Coordinate? {
    place(of: association, at: association.from) ?? place(of: association, at: association.to)
  }

  private func place(of association: Association, at end: Association.End) -> Coordinate? {
    guard let feature = feature(globalID: end.globalID), let geometry = geometry(of: feature) else {
      return nil
    }
    return association.place(on: geometry)
  }
}

extension UtilityNetwork {
  /// The place where an association meets the point or line at one of its ends, the from-side first.
  package func place(of association: Association) -> Coordinate? {
    place(of: association, at: association.from) ?? place(of: association, at: association.to)
  }

  private func place(of association: Association, at end: Association.End) -> Coordinate? {
    guard let feature = feature(globalID: end.globalID), let geometry = geometry(of: feature) else {
      return nil
    }
    return association.place(on: geometry)
  }
}
