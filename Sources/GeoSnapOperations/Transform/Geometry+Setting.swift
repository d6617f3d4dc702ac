extension Geometry {
  /// The geometry with one Z at all coordinates, whether it had Z or not.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING M (0 0 1, 9 0 2)").settingZ(5).wkt  // -> LINESTRING ZM (0 0 5 1, 9 0 5 2)
  /// ```
  ///
  /// - Parameter z: In any unit; NaN for a height that is missing.
  /// - Returns: A geometry of the same type; an empty one stays empty.
  /// - Units: Z is in whatever units the data has it.
  /// - Z and M: Z is set, M is kept.
  /// - Errors: Ordinates and the height may be anything.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `setZ`.
  public func settingZ(_ z: Double) -> Geometry {
    mappingSequences { sequence in
      sequence.replacing(CoordinateDimensions(hasZ: true, hasM: sequence.dimensions.hasM)) {
        index in
        (z, sequence.m(at: index) ?? .nan)
      }
    }
  }

  /// The geometry with one M at all coordinates, whether it had M or not.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT Z (9 0 6)").settingM(12).wkt    // -> POINT ZM (9 0 6 12)
  /// try Geometry(wkt: "POINT Z (9 0 6)").settingM(.nan).wkt  // -> POINT ZM (9 0 6 nan)
  /// ```
  ///
  /// - Parameter m: In any unit; NaN for a measure that is missing.
  /// - Returns: A geometry of the same type; an empty one stays empty.
  /// - Units: M is in whatever units the data has it.
  /// - Z and M: M is set, Z is kept.
  /// - Errors: Ordinates and the measure may be anything.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `setM`.
  public func settingM(_ m: Double) -> Geometry {
    mappingSequences { sequence in
      sequence.replacing(CoordinateDimensions(hasZ: sequence.dimensions.hasZ, hasM: true)) {
        index in
        (sequence.z(at: index) ?? 0, m)
      }
    }
  }

  /// The geometry with one Z and one M at all coordinates, whether it had them or not.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT (3 4)").settingZAndM(z: 12, m: 0).wkt  // -> POINT ZM (3 4 12 0)
  /// ```
  ///
  /// - Parameters:
  ///   - z: In any unit; NaN for a height that is missing.
  ///   - m: In any unit; NaN for a measure that is missing.
  /// - Returns: A geometry of the same type; an empty one stays empty.
  /// - Units: Z and M are in whatever units the data has them.
  /// - Z and M: Both are set.
  /// - Errors: Ordinates, the height and the measure may be anything.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `setZAndM`.
  public func settingZAndM(z: Double, m: Double) -> Geometry {
    mappingSequences { $0.replacing(.xyzm) { _ in (z, m) } }
  }

  /// A line with heights that change evenly along its planar length.
  ///
  /// Lengths add up over the parts; gaps between parts add nothing.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 2 0, 8 0)")
  /// try main.interpolatingZ(from: 10, to: 14).wkt  // -> LINESTRING Z (0 0 10, 2 0 11, 8 0 14)
  /// ```
  ///
  /// - Parameters:
  ///   - start: The height at its start.
  ///   - end: The height at its end; a line without length has the height of its start.
  /// - Returns: The line with Z; an empty one stays empty.
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless the geometry is a line string or a
  ///   multi line, `nonFiniteOrdinate` when its length is not a finite number.
  /// - Units: Heights are in any unit, lengths planar in coordinate units.
  /// - Z and M: Z is set, in place of what it had; M is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `interpolateZsBetween` for a whole line.
  public func interpolatingZ(
    from start: Double,
    to end: Double
  ) throws(GeometryError) -> Geometry {
    let shares = try vertexFractions()
    return mappingSequences { sequence in
      sequence.replacing(CoordinateDimensions(hasZ: true, hasM: sequence.dimensions.hasM)) {
        index in
        (interpolated(start, end, atFraction: shares[index]), sequence.m(at: index) ?? .nan)
      }
    }
  }

  /// A line with measures that change evenly along its planar length.
  ///
  /// Lengths add up over the parts; gaps between parts add nothing.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING (0 0, 2 0, 8 0)")
  /// try main.interpolatingM(from: 0, to: 800).wkt  // -> LINESTRING M (0 0 0, 2 0 200, 8 0 800)
  /// ```
  ///
  /// - Parameters:
  ///   - start: The measure at its start.
  ///   - end: The measure at its end; a line without length has the measure of its start.
  /// - Returns: The line with M; an empty one stays empty.
  /// - Throws: As ``interpolatingZ(from:to:)``.
  /// - Units: Measures are in any unit, lengths planar in coordinate units.
  /// - Z and M: M is set, in place of what it had; Z is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: PostGIS's `ST_AddMeasure`.
  public func interpolatingM(
    from start: Double,
    to end: Double
  ) throws(GeometryError) -> Geometry {
    let shares = try vertexFractions()
    return mappingSequences { sequence in
      sequence.replacing(CoordinateDimensions(hasZ: sequence.dimensions.hasZ, hasM: true)) {
        index in
        (sequence.z(at: index) ?? 0, interpolated(start, end, atFraction: shares[index]))
      }
    }
  }

  /// A line whose missing heights (NaN) are interpolated between the nearest known ones.
  ///
  /// Along the planar length of each part; before the first known height and after the last they are the
  /// same as there. A part without any known height keeps its NaN, a line without Z is answered as it is.
  ///
  /// ```swift
  /// let surveyed = try Geometry(wkt: "LINESTRING Z (0 0 10, 2 0 nan, 8 0 14, 9 0 nan)")
  /// try surveyed.fillingMissingZ().wkt  // -> LINESTRING Z (0 0 10, 2 0 11, 8 0 14, 9 0 14)
  /// ```
  ///
  /// - Returns: A line of the same type.
  /// - Throws: As ``interpolatingZ(from:to:)``; nothing for a geometry without Z, of whatever type.
  /// - Units: Heights are in any unit, lengths planar in coordinate units.
  /// - Z and M: Z that is missing is filled in, M is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `interpolateZsBetween`.
  public func fillingMissingZ() throws(GeometryError) -> Geometry {
    guard hasZ else { return self }
    let filled = try filling { $0.z(at: $1) ?? .nan }
    return mappingSequences { sequence in
      sequence.replacing(sequence.dimensions) { (filled[$0], sequence.m(at: $0) ?? .nan) }
    }
  }

  /// A line whose missing measures (NaN) are interpolated between the nearest known ones.
  ///
  /// Along the planar length of each part; before the first known measure and after the last they are the
  /// same as there. A part without any known measure keeps its NaN, a line without M is answered as it is.
  ///
  /// ```swift
  /// let route = try Geometry(wkt: "LINESTRING M (0 0 0, 2 0 nan, 8 0 800)")
  /// try route.fillingMissingM().wkt  // -> LINESTRING M (0 0 0, 2 0 200, 8 0 800)
  /// ```
  ///
  /// - Returns: A line of the same type.
  /// - Throws: As ``interpolatingZ(from:to:)``; nothing for a geometry without M, of whatever type.
  /// - Units: Measures are in any unit, lengths planar in coordinate units.
  /// - Z and M: M that is missing is filled in, Z is kept.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: Esri's `calibrateByMs` between known measures.
  public func fillingMissingM() throws(GeometryError) -> Geometry {
    guard hasM else { return self }
    let filled = try filling { $0.m(at: $1) ?? .nan }
    return mappingSequences { sequence in
      sequence.replacing(sequence.dimensions) { (sequence.z(at: $0) ?? 0, filled[$0]) }
    }
  }

  /// For each vertex of a line the share of its length that lies before it.
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

  private func filling(
    _ value: (GeometryPath, Int) -> Double
  ) throws(GeometryError) -> [Double] {
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
  /// The same places with other ordinates, and the z and m that `values` says for each.
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
