extension NetworkReading {
  /// The point where an association meets one of its ends; nil for objects, which have no geometry, and empty
  /// geometries.
  ///
  /// A point is its own anchor. On a line, kinds 4 to 6 name the anchor (its end, a fraction, its start); for other
  /// kinds it is the midpoint. In an area it is a point on its surface.
  public func anchor(of end: Association.End, in association: Association) -> Coordinate? {
    feature(globalID: end.globalID).flatMap { geometry(of: $0) }
      .flatMap { association.anchor(on: $0) }
  }

  /// The straight line between the two anchors, from the from-side to the to-side; nil when an end has no anchor.
  ///
  /// It is also nil for containment, which has no geometry by definition.
  public func geometry(of association: Association) -> LineString? {
    anchors(of: association).flatMap { try? LineString([$0.start, $0.end], srid: base.srid) }
  }

  /// The anchors at the two ends; nil for containment, and when an end has no anchor.
  func anchors(of association: Association) -> Segment? {
    guard association.kind != .containment,
      let from = anchor(of: association.from, in: association),
      let to = anchor(of: association.to, in: association)
    else { return nil }
    return Segment(from, to)
  }
}

extension Association {
  fileprivate func anchor(on geometry: Geometry) -> Coordinate? {
    switch geometry {
    case .point, .multiPoint, .lineString, .multiLineString: return place(on: geometry)
    case .polygon, .multiPolygon, .collection:
      // A ring so invalid that GEOS finds no point inside still has a first vertex.
      let inside = try? geometry.pointOnSurface()
      return inside?.coordinate ?? place(on: geometry)
    }
  }
}
