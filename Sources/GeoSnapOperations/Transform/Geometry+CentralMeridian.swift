extension Geometry {
  /// The geometry moved into one turn of the world, split where it crosses the antimeridian.
  ///
  /// It is for coordinates beyond 180 degrees, or the like in a projection around the world. `worldWidth` is the
  /// length of a turn, whose middle is 0. Parts within one turn are moved as a whole; a line or area that crosses the
  /// antimeridian is cut.
  ///
  /// ```swift
  /// let route = try Geometry(wkt: "LINESTRING (170 0, 190 0)")
  /// try route.normalizingCentralMeridian().wkt  // -> MULTILINESTRING ((170 0, 180 0), (-180 0, -170 0))
  /// let mercator = try Geometry(wkt: "POINT (20037509 0)")
  /// try mercator.normalizingCentralMeridian(worldWidth: 40_075_017).wkt  // -> POINT (-20037508 0)
  /// ```
  ///
  /// - Returns: A geometry within half a turn of 0; a multi geometry if it was split.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a width that is not a positive finite number, or a
  ///   geometry that spans more than 100 turns; `nonFiniteOrdinate`, `ordinateOutOfRange`, or `engine` for areas that
  ///   are not valid.
  /// - Units: The width is in coordinate units: 360 degrees, or the metres of a projection around the world.
  /// - Z and M: Kept by parts that are moved; cut parts keep Z, interpolated, when every coordinate has it, and lose
  ///   M.
  /// - Complexity: O(n log n) in the number of coordinates, for each turn.
  /// - Source: `GEOSIntersection` for cuts; Esri's `normalizeCentralMeridian`.
  public func normalizingCentralMeridian(
    worldWidth: Double = 360
  ) throws(GeometryError) -> Geometry {
    guard worldWidth > 0, worldWidth.isFinite else {
      throw GeometryError(
        .invalidArgument,
        "The width of the world must be a finite number greater than 0; got \(worldWidth)."
      )
    }
    try checkPlane()
    let half = worldWidth / 2
    if let envelope, envelope.minX >= -half, envelope.maxX <= half { return self }
    var folded: [Geometry] = []
    for part in parts {
      guard let envelope = part.envelope else { continue }
      // An antimeridian begins a turn; parts that only reach it from the west stay in their turn.
      let first = ((envelope.minX + half) / worldWidth).rounded(.down)
      let last = max(first, ((envelope.maxX + half) / worldWidth).rounded(.up) - 1)
      guard last - first <= 100 else {
        throw GeometryError(
          .invalidArgument,
          "The \(part.type.name) goes around the world more than 100 times."
        )
      }
      let turns = Int(last - first)
      for turn in 0...turns {
        let west = (first + Double(turn)) * worldWidth - half
        let east = (first + Double(turn + 1)) * worldWidth - half
        // Rounding must leave nothing out, neither at the ends nor between turns.
        let strip = Envelope(
          minX: turn == 0 ? min(west, envelope.minX) : west,
          minY: envelope.minY - 1,
          maxX: turn == turns ? max(east, envelope.maxX) : east,
          maxY: envelope.maxY + 1
        )
        var piece = first == last ? part : try part.clipped(to: strip)
        // A stretch along the antimeridian belongs to the turn west of it only.
        if turn > 0, piece.type.dimension == 1, piece.runs(along: west) {
          let ends = [Coordinate(x: west, y: strip.minY), Coordinate(x: west, y: strip.maxY)]
          let border = LineString(trusted: CoordinateSequence(ends), srid: piece.srid)
          piece = try piece.difference(.lineString(border))
        }
        folded += try piece.moved(dx: -half - west, dy: 0).parts
      }
    }
    return folded.isEmpty ? self : .joining(folded, srid)
  }

  /// Whether a segment lies on a meridian.
  private func runs(along meridian: Double) -> Bool {
    paths.contains { path in
      (0..<path.segmentCount).contains { index in
        let segment = path.segment(index)
        return segment.start != segment.end && segment.start.x == meridian
          && segment.end.x == meridian
      }
    }
  }
}
