extension Geometry {
  /// The geometry moved by a distance along each axis, east, north and up; the type stays.
  ///
  /// ```swift
  /// let pole = try Geometry(wkt: "POINT Z (10 20 3)")
  /// try pole.moved(dx: 2, dy: 0, dz: 1).wkt  // -> POINT Z (12 20 4)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a distance that is not finite.
  /// - Z and M: Z moves by `dz`, in the units of Z, if there is one; M is kept.
  /// - Complexity: Linear in the number of coordinates; ordinates that are not finite are unchanged.
  /// - Source: Esri's `move`.
  public func moved(dx: Double, dy: Double, dz: Double = 0) throws(GeometryError) -> Geometry {
    try checkArgument("A distance to move", dx)
    try checkArgument("A distance to move", dy)
    try checkArgument("A distance to move", dz)
    return mappingPlaces(dz: dz) { Coordinate(x: $0.x + dx, y: $0.y + dy) }
  }

  /// The geometry rotated by `degrees`, counterclockwise if positive, around `origin` or the centre of its envelope.
  ///
  /// Rotations by multiples of 90 degrees are exact, except for the rounding of sums. The type stays.
  ///
  /// ```swift
  /// let valve = try Geometry(wkt: "LINESTRING (0 0, 2 0)")
  /// try valve.rotated(degrees: 90).wkt                                   // -> LINESTRING (1 -1, 1 1)
  /// try valve.rotated(degrees: -90, around: Coordinate(x: 0, y: 0)).wkt  // -> LINESTRING (0 0, 0 -2)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` for an angle or origin that is not finite.
  /// - Complexity: Linear in the number of coordinates; ordinates that are not finite are unchanged.
  /// - Source: A rotation matrix with fdlibm's kernels for sine and cosine; Esri's `rotate`.
  public func rotated(
    degrees: Double,
    around origin: Coordinate? = nil
  ) throws(GeometryError) -> Geometry {
    try checkArgument("An angle", degrees)
    guard let origin = try checkedOrigin(origin) else { return self }
    let (sine, cosine) = sineAndCosine(degrees: degrees)
    return mappingPlaces { place in
      let x = place.x - origin.x
      let y = place.y - origin.y
      return Coordinate(
        x: origin.x + (cosine * x - sine * y),
        y: origin.y + (sine * x + cosine * y)
      )
    }
  }

  /// The geometry scaled by factors of x and y around `origin`, or by default around the centre of its envelope.
  ///
  /// Negative factors mirror it. The type stays.
  ///
  /// ```swift
  /// let symbol = try Geometry(wkt: "LINESTRING (0 0, 2 2)")
  /// try symbol.scaled(x: 2, y: 2).wkt                                   // -> LINESTRING (-1 -1, 3 3)
  /// try symbol.scaled(x: 1, y: -1, around: Coordinate(x: 0, y: 0)).wkt  // -> LINESTRING (0 0, 2 -2)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a factor or origin that is not finite.
  /// - Complexity: Linear in the number of coordinates; ordinates that are not finite are unchanged.
  /// - Source: Esri's `scale`.
  public func scaled(
    x: Double,
    y: Double,
    around origin: Coordinate? = nil
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A factor", x)
    try checkArgument("A factor", y)
    guard let origin = try checkedOrigin(origin) else { return self }
    return mappingPlaces { place in
      Coordinate(x: origin.x + x * (place.x - origin.x), y: origin.y + y * (place.y - origin.y))
    }
  }

  /// The origin; nil for an empty geometry.
  private func checkedOrigin(_ origin: Coordinate?) throws(GeometryError) -> Coordinate? {
    guard let origin = origin ?? envelope?.center else { return nil }
    try checkArgument("An origin's x", origin.x)
    try checkArgument("An origin's y", origin.y)
    return origin
  }

  private func mappingPlaces(dz: Double = 0, _ change: (Coordinate) -> Coordinate) -> Geometry {
    mappingSequences { sequence in
      let width = sequence.dimensions.count
      var ordinates = sequence.ordinates
      for index in sequence.indices {
        let place = change(sequence[index])
        ordinates[index * width] = place.x
        ordinates[index * width + 1] = place.y
        if sequence.dimensions.hasZ { ordinates[index * width + 2] += dz }
      }
      return CoordinateSequence(trusted: ordinates, dimensions: sequence.dimensions)
    }
  }
}
