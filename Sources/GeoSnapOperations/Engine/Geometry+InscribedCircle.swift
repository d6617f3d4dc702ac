extension Geometry {
  /// The largest circle inside an area; nil for an empty geometry, or one without area.
  ///
  /// Squares that may contain the centre are divided in four, the most promising first, until no square can improve
  /// the radius by more than `tolerance`. By default the tolerance is a hundredth of the area over the perimeter, and
  /// no inscribed circle's radius is below that quotient. After 100,000 squares, as for a strip a thousand times as
  /// long as wide, the best circle so far is returned.
  ///
  /// ```swift
  /// let parcel = try Geometry(wkt: "POLYGON ((0 0, 0 4, 10 4, 10 0, 0 0))")
  /// try parcel.maximumInscribedCircle(tolerance: 0.001)?.radius          // -> 2
  /// try Geometry(wkt: "POLYGON EMPTY").maximumInscribedCircle()?.radius  // -> nil
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless the geometry is a polygon or multi polygon,
  ///   `invalidArgument` for a tolerance that is not positive, `nonFiniteOrdinate`, `ordinateOutOfRange`, or
  ///   `engine`.
  /// - Complexity: O(n) for each square; some hundreds of squares for most parcels.
  /// - Source: Garcia-Castellanos and Lombardo, "Poles of inaccessibility: a calculation algorithm for the remotest
  ///   places on earth", 2007, with the heap of Mapbox's polylabel; GEOS's `GEOSMaximumInscribedCircle`.
  public func maximumInscribedCircle(
    tolerance: Double? = nil
  ) throws(GeometryError) -> Circle? {
    guard type == .polygon || type == .multiPolygon else {
      throw GeometryError("Only areas have an inscribed circle", not: type)
    }
    if let tolerance, !(tolerance > 0) {
      throw GeometryError(
        .invalidArgument,
        "A tolerance must be greater than 0; got \(tolerance)."
      )
    }
    try checkPlane()
    let area = area
    guard let envelope, area > 0, let start = try pointOnSurface().coordinate else { return nil }
    let tolerance = tolerance ?? area / length / 100
    var best = InscribedCell(start, half: 0, in: self)
    if let centre = areaCentroid {
      let cell = InscribedCell(centre, half: 0, in: self)
      if cell.distance > best.distance { best = cell }
    }
    var open = [
      InscribedCell(envelope.center, half: max(envelope.width, envelope.height) / 2, in: self)
    ]
    for _ in 0..<100_000 {
      guard let cell = open.popMostPromising() else { break }
      if cell.distance > best.distance { best = cell }
      guard cell.promise - best.distance > tolerance else { break }
      let half = cell.half / 2
      for (east, north) in [(-half, -half), (-half, half), (half, -half), (half, half)] {
        let centre = Coordinate(x: cell.center.x + east, y: cell.center.y + north)
        let quarter = InscribedCell(centre, half: half, in: self)
        if quarter.promise > best.distance { open.push(quarter) }
      }
    }
    return best.distance >= 0 ? Circle(center: best.center, radius: best.distance) : nil
  }
}

/// A square that may contain the centre of the largest circle.
private struct InscribedCell {
  let center: Coordinate
  let half: Double
  /// The distance of its centre from the boundary, negative outside.
  let distance: Double

  init(_ center: Coordinate, half: Double, in area: Geometry) {
    self.center = center
    self.half = half
    let away = area.nearestBoundaryCoordinate(to: center)?.distance ?? 0
    distance = area.areaContains(center) ? away : -away
  }

  /// An upper bound of the distance of its points from the boundary.
  var promise: Double { distance + half * 2.0.squareRoot() }
}

// A binary heap, the most promising first.

extension [InscribedCell] {
  fileprivate mutating func push(_ cell: InscribedCell) {
    append(cell)
    var index = count - 1
    while index > 0, self[(index - 1) / 2].promise < self[index].promise {
      swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  fileprivate mutating func popMostPromising() -> InscribedCell? {
    guard let first else { return nil }
    swapAt(0, count - 1)
    removeLast()
    var index = 0
    while true {
      var greatest = index
      for child in [2 * index + 1, 2 * index + 2]
      where child < count && self[child].promise > self[greatest].promise {
        greatest = child
      }
      if greatest == index { return first }
      swapAt(index, greatest)
      index = greatest
    }
  }
}
