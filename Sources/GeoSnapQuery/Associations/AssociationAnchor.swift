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
    case .point, .multiPoint, .lineString, .multiLineString: return association.place(on: geometry)
    case .polygon, .multiPolygon, .collection:
      // A ring so broken that GEOS finds no inside still has a first vertex to be drawn at.
      let inside = try? geometry.pointOnSurface()
      return inside?.coordinate ?? association.place(on: geometry)
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
