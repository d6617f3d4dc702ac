extension Geometry {
  /// The rectangle of least area around the geometry, in any direction.
  ///
  /// One of its sides lies along a side of the convex hull.
  ///
  /// ```swift
  /// let building = try Geometry(wkt: "POLYGON ((1 0, 0 1, 3 4, 4 3, 1 0))")
  /// try building.minimumRotatedRectangle().area.rounded()  // -> 6
  /// let row = try Geometry(wkt: "MULTIPOINT ((0 0), (2 2), (1 1))")
  /// try row.minimumRotatedRectangle().wkt  // -> LINESTRING (0 0, 2 2)
  /// ```
  ///
  /// - Returns: A polygon whose ring runs clockwise; a line or a point when it has no area; the empty polygon for an
  ///   empty geometry.
  /// - Throws: As ``convexHull()``.
  /// - Z and M: Dropped.
  /// - Complexity: O(n log n) in the number of coordinates.
  /// - Source: Rotating calipers on GEOS's `GEOSConvexHull`; Freeman and Shapira, "Determining the minimum-area
  ///   encasing rectangle for an arbitrary closed curve", 1975. GEOS 3.11's `GEOSMinimumRotatedRectangle` has the
  ///   least width instead.
  public func minimumRotatedRectangle() throws(GeometryError) -> Geometry {
    let hull = try convexHull()
    if hull.isEmpty { return .empty(ofDimension: 2, srid) }
    guard hull.type == .polygon, let corners = hull.orientingRings(.counterclockwise).leastRectangle
    else { return hull }
    return .polygon(
      Polygon(
        trusted: CoordinateSequence(corners + corners.prefix(1)),
        ringEnds: [corners.count + 1],
        srid: srid
      )
    )
  }

  /// The corners, clockwise, of the least rectangle around a convex, counterclockwise ring.
  private var leastRectangle: [Coordinate]? {
    let ring = coordinates.dropLast()
    guard let origin = ring.first else { return nil }
    // Relative to the first vertex, so large coordinates lose no precision.
    let places = ring.map { Coordinate(x: $0.x - origin.x, y: $0.y - origin.y) }
    let count = places.count
    var best: Rectangle?
    // The vertices farthest ahead, aside and behind; each moves around the ring once.
    var ahead = 1
    var aside = 1
    var behind = 1
    for index in places.indices {
      let start = places[index]
      let end = places[(index + 1) % count]
      let length = start.distance(to: end)
      guard length > 0 else { continue }
      let axis = Coordinate(x: (end.x - start.x) / length, y: (end.y - start.y) / length)
      func along(_ vertex: Int) -> Double {
        (places[vertex % count].x - start.x) * axis.x + (places[vertex % count].y - start.y)
          * axis.y
      }
      func across(_ vertex: Int) -> Double {
        (places[vertex % count].y - start.y) * axis.x - (places[vertex % count].x - start.x)
          * axis.y
      }
      ahead = max(ahead, index + 1)
      while ahead < index + count, along(ahead + 1) > along(ahead) { ahead += 1 }
      aside = max(aside, ahead)
      while aside < index + count, across(aside + 1) > across(aside) { aside += 1 }
      behind = max(behind, aside)
      while behind < index + count, along(behind + 1) < along(behind) { behind += 1 }
      let rectangle = Rectangle(
        start: start,
        axis: axis,
        least: along(behind),
        greatest: along(ahead),
        height: across(aside)
      )
      if rectangle.area < best?.area ?? .infinity { best = rectangle }
    }
    return best?.corners.map { Coordinate(x: $0.x + origin.x, y: $0.y + origin.y) }
  }
}

/// A rectangle with a side on an axis through a point, on the left of the axis.
private struct Rectangle {
  let start: Coordinate
  let axis: Coordinate
  /// The start of its extent along the axis.
  let least: Double
  let greatest: Double
  let height: Double

  var area: Double { (greatest - least) * height }

  var corners: [Coordinate] {
    [(least, 0.0), (least, height), (greatest, height), (greatest, 0.0)].map { along, across in
      Coordinate(
        x: start.x + along * axis.x - across * axis.y,
        y: start.y + along * axis.y + across * axis.x
      )
    }
  }
}
