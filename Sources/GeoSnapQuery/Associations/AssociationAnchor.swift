extension UtilityNetwork {
  /// The place where an association meets one of its ends.
  ///
  /// A point is its own anchor. A line is met where kinds 4 to 6 say (its end, a fraction, its start), and at its
  /// midpoint by any other kind. An area is met at a point on its surface. Nil for objects, which have no geometry,
  /// and for empty geometries.
  public func anchor(of end: Association.End, in association: Association) -> Coordinate? {
    feature(globalID: end.globalID).flatMap { geometry(of: $0) }
      .flatMap { association.anchor(on: $0) }
  }

  /// The straight line between the two anchors, from the from-side to the to-side.
  ///
  /// Nil for containment, which has no geometry by definition, and when an end has no anchor.
  public func geometry(of association: Association) -> LineString? {
    association.line(from: { anchor(of: $0, in: association) }, srid: srid)
  }
}

extension EditedNetwork {
  /// The place where an association meets one of its ends, as in a network without edits.
  public func anchor(of end: Association.End, in association: Association) -> Coordinate? {
    feature(globalID: end.globalID).flatMap { geometry(of: $0) }
      .flatMap { association.anchor(on: $0) }
  }

  /// The straight line between the two anchors, from the from-side to the to-side.
  ///
  /// Nil for containment, which has no geometry by definition, and when an end has no anchor.
  public func geometry(of association: Association) -> LineString? {
    association.line(from: { anchor(of: $0, in: association) }, srid: srid)
  }
}

extension Association {
  /// The place where it meets a geometry.
  fileprivate func anchor(on geometry: Geometry) -> Coordinate? {
    switch geometry {
    case .point, .multiPoint, .lineString, .multiLineString: return place(on: geometry)
    case .polygon, .multiPolygon, .collection:
      // A ring so broken that GEOS finds no inside still has a first vertex to be drawn at.
      let inside = try? geometry.pointOnSurface()
      return inside?.coordinate ?? place(on: geometry)
    }
  }

  fileprivate func line(from anchor: (End) -> Coordinate?, srid: SRID?) -> LineString? {
    guard kind != .containment, let from = anchor(from), let to = anchor(to) else { return nil }
    return try? LineString([from, to], srid: srid)
  }
}
