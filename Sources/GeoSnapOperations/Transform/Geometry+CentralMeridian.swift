extension Geometry {
  /// The geometry folded into one turn of the world, split where it crosses the antimeridian.
  ///
  /// For coordinates that run on beyond 180 degrees, or their like in a projection around the world. What
  /// lies within one turn is moved as a whole; a line or area that crosses is cut at the antimeridian. The
  /// reference system is kept; an empty geometry is answered as it is.
  ///
  /// ```swift
  /// let route = try Geometry(wkt: "LINESTRING (170 0, 190 0)")
  /// try route.normalizingCentralMeridian().wkt  // -> MULTILINESTRING ((170 0, 180 0), (-180 0, -170 0))
  /// let mercator = try Geometry(wkt: "POINT (20037509 0)")
  /// try mercator.normalizingCentralMeridian(worldWidth: 40_075_017).wkt  // -> POINT (-20037508 0)
  /// ```
  ///
  /// - Parameter worldWidth: The length of one turn in coordinate units; the meridian in its middle is 0.
  /// - Returns: A geometry within half a turn of 0; a multi geometry where it was split.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a width that is not a positive finite
  ///   number, or a geometry that spans more than 100 turns; `nonFiniteOrdinate`, `ordinateOutOfRange`,
  ///   or `engine` for areas that are not valid.
  /// - Units: The width is in coordinate units: 360 degrees, or the metres of a projection around the world.
  /// - Z and M: Kept by what is moved as a whole; of what is cut Z is kept and interpolated when every
  ///   coordinate has it, M is dropped.
  /// - Complexity: O(n log n) in the number of coordinates, for each turn.
  /// - Source: With `GEOSIntersection` where something is cut; Esri's `normalizeCentralMeridian`.
  public func normalizingCentralMeridian(
    worldWidth: Double = 360
  ) throws(GeometryError) -> Geometry {
    guard worldWidth > 0, worldWidth.isFinite else {
      throw GeometryError(
        .invalidArgument,
        "The width of the world must be greater than 0; got \(worldWidth)."
      )
    }
    try checkPlane()
    let half = worldWidth / 2
    if let envelope, envelope.minX >= -half, envelope.maxX <= half { return self }
    var folded: [Geometry] = []
    for part in parts {
      guard let envelope = part.envelope else { continue }
      // A turn's own antimeridian is its western border; what only reaches to it stays east of it.
      let first = ((envelope.minX + half) / worldWidth).rounded(.down)
      let last = max(first, ((envelope.maxX + half) / worldWidth).rounded(.up) - 1)
      guard last - first <= 100 else {
        throw GeometryError(
          .invalidArgument,
          "The \(part.type.name) goes around the world more than 100 times."
        )
      }
      for turn in 0...Int(last - first) {
        let west = (first + Double(turn)) * worldWidth - half
        let strip = Envelope(
          minX: west,
          minY: envelope.minY - 1,
          maxX: west + worldWidth,
          maxY: envelope.maxY + 1
        )
        let piece = first == last ? part : try part.clipped(to: strip)
        folded += try piece.moved(dx: -half - west, dy: 0).parts
      }
    }
    return folded.isEmpty ? self : .joining(folded, srid)
  }
}
