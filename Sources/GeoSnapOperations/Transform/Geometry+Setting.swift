extension Geometry {
  /// The geometry with `z`, in any unit and NaN for a missing height, at all coordinates, whether it had Z or not.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING M (0 0 1, 9 0 2)").settingZ(5).wkt  // -> LINESTRING ZM (0 0 5 1, 9 0 5 2)
  /// ```
  ///
  /// - Z and M: Z is set, M is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `setZ`.
  public func settingZ(_ z: Double) -> Geometry { replacingZ { _ in z } }

  /// The geometry with `m`, in any unit and NaN for a missing measure, at all coordinates, whether it had M or not.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT Z (9 0 6)").settingM(12).wkt    // -> POINT ZM (9 0 6 12)
  /// try Geometry(wkt: "POINT Z (9 0 6)").settingM(.nan).wkt  // -> POINT ZM (9 0 6 nan)
  /// ```
  ///
  /// - Z and M: M is set, Z is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `setM`.
  public func settingM(_ m: Double) -> Geometry { replacingM { _ in m } }

  /// The geometry with `z` and `m` at all coordinates, as by ``settingZ(_:)`` and ``settingM(_:)``.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT (3 4)").settingZAndM(z: 12, m: 0).wkt  // -> POINT ZM (3 4 12 0)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `setZAndM`.
  public func settingZAndM(z: Double, m: Double) -> Geometry {
    mappingSequences { $0.replacing(.xyzm) { _ in (z, m) } }
  }

  /// The line with heights, in any unit, that change evenly from start to end along its planar length.
  ///
  /// Lengths add up over the parts; gaps between parts add nothing. On zero length the height is that of the start.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 2 0, 8 0)")
  /// try main.interpolatingZ(from: 10, to: 14).wkt  // -> LINESTRING Z (0 0 10, 2 0 11, 8 0 14)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless the geometry is a line string or a multi line,
  ///   `nonFiniteOrdinate` when its length is not a finite number.
  /// - Z and M: Z is replaced; M is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `interpolateZsBetween` for a whole line.
  public func interpolatingZ(from start: Double, to end: Double) throws(GeometryError) -> Geometry {
    let shares = try vertexFractions()
    return replacingZ { interpolated(start, end, atFraction: shares[$0]) }
  }

  /// The line with measures, in any unit, that change evenly from start to end along its planar length.
  ///
  /// Lengths add up over the parts; gaps between parts add nothing. On zero length the measure is that of the start.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 2 0, 8 0)")
  /// try main.interpolatingM(from: 0, to: 800).wkt  // -> LINESTRING M (0 0 0, 2 0 200, 8 0 800)
  /// ```
  ///
  /// - Throws: As ``interpolatingZ(from:to:)``.
  /// - Z and M: M is replaced; Z is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: PostGIS's `ST_AddMeasure`.
  public func interpolatingM(from start: Double, to end: Double) throws(GeometryError) -> Geometry {
    let shares = try vertexFractions()
    return replacingM { interpolated(start, end, atFraction: shares[$0]) }
  }

  /// The line with missing heights (NaN) interpolated between the nearest known ones along each part's planar length.
  ///
  /// Before the first and after the last known height of a part, that height is taken. A part without known heights
  /// keeps NaN; a geometry without Z is unchanged.
  ///
  /// ```swift
  /// let surveyed = try Geometry(wkt: "LINESTRING Z (0 0 10, 2 0 nan, 8 0 14, 9 0 nan)")
  /// try surveyed.fillingMissingZ().wkt  // -> LINESTRING Z (0 0 10, 2 0 11, 8 0 14, 9 0 14)
  /// ```
  ///
  /// - Throws: As ``interpolatingZ(from:to:)``; never for a geometry without Z.
  /// - Z and M: Missing Z is filled in, M is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `interpolateZsBetween`.
  public func fillingMissingZ() throws(GeometryError) -> Geometry {
    guard hasZ else { return self }
    let filled = try filling { $0.z(at: $1) ?? .nan }
    return replacingZ { filled[$0] }
  }

  /// The line with missing measures (NaN) interpolated between the nearest known ones along each part's planar
  /// length.
  ///
  /// Before the first and after the last known measure of a part, that measure is taken. A part without known
  /// measures keeps NaN; a geometry without M is unchanged.
  ///
  /// ```swift
  /// let route = try Geometry(wkt: "LINESTRING M (0 0 0, 2 0 nan, 8 0 800)")
  /// try route.fillingMissingM().wkt  // -> LINESTRING M (0 0 0, 2 0 200, 8 0 800)
  /// ```
  ///
  /// - Throws: As ``interpolatingZ(from:to:)``; never for a geometry without M.
  /// - Z and M: Missing M is filled in, Z is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `calibrateByMs` between known measures.
  public func fillingMissingM() throws(GeometryError) -> Geometry {
    guard hasM else { return self }
    let filled = try filling { $0.m(at: $1) ?? .nan }
    return replacingM { filled[$0] }
  }

  private func replacingZ(_ value: (Int) -> Double) -> Geometry {
    mappingSequences { sequence in
      sequence.replacing(CoordinateDimensions(hasZ: true, hasM: sequence.dimensions.hasM)) {
        (value($0), sequence.m(at: $0) ?? .nan)
      }
    }
  }

  private func replacingM(_ value: (Int) -> Double) -> Geometry {
    mappingSequences { sequence in
      sequence.replacing(CoordinateDimensions(hasZ: sequence.dimensions.hasZ, hasM: true)) {
        (sequence.z(at: $0) ?? 0, value($0))
      }
    }
  }

  /// For each vertex of a line, the share of the line's length before it.
  private func vertexFractions() throws(GeometryError) -> [Double] {
    let length = try LinePaths(self).length()
    var shares: [Double] = []
    var before = 0.0
    forEachPath { path in
      for index in 0..<path.count {
        if index > 0 { before += path[index - 1].distance(to: path[index]) }
        shares.append(length > 0 ? before / length : 0)
      }
    }
    return shares
  }

  private func filling(_ value: (GeometryPath, Int) -> Double) throws(GeometryError) -> [Double] {
    _ = try LinePaths(self).length()
    var filled: [Double] = []
    forEachPath { path in
      let start = filled.count
      var known: (index: Int, along: Double)?
      var along = 0.0
      var distances: [Double] = []
      for index in 0..<path.count {
        if index > 0 { along += path[index - 1].distance(to: path[index]) }
        distances.append(along)
        filled.append(value(path, index))
        guard !filled[start + index].isNaN else { continue }
        for gap in (known?.index ?? -1) + 1..<index {
          let share = known.map { last in
            along > last.along ? (distances[gap] - last.along) / (along - last.along) : 0
          }
          filled[start + gap] = interpolated(
            filled[start + (known?.index ?? index)],
            filled[start + index],
            atFraction: share ?? 1
          )
        }
        known = (index, along)
      }
      if let known {
        for gap in known.index + 1..<path.count {
          filled[start + gap] = filled[start + known.index]
        }
      }
    }
    return filled
  }
}

extension CoordinateSequence {
  /// The same x and y with the z and m of `values`.
  func replacing(
    _ dimensions: CoordinateDimensions,
    _ values: (Int) -> (z: Double, m: Double)
  ) -> CoordinateSequence {
    var replaced: [Double] = []
    replaced.reserveCapacity(count * dimensions.count)
    for index in indices {
      let place = self[index]
      let (z, m) = values(index)
      replaced.append(place.x)
      replaced.append(place.y)
      if dimensions.hasZ { replaced.append(z) }
      if dimensions.hasM { replaced.append(m) }
    }
    return CoordinateSequence(trusted: replaced, dimensions: dimensions)
  }
}
