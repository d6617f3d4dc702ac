extension Geometry {
  /// The geometry with one Z at all coordinates, whether it had Z or not; M is kept.
  ///
  /// Esri's `setZ`.
  ///
  /// ```swift
  /// let onGround = main.settingZ(0)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  public func settingZ(_ z: Double) -> Geometry {
    mappingSequences { sequence in
      sequence.replacing(CoordinateDimensions(hasZ: true, hasM: sequence.dimensions.hasM)) {
        index in
        (z, sequence.m(at: index) ?? .nan)
      }
    }
  }

  /// The geometry with one M at all coordinates, whether it had M or not; Z is kept.
  ///
  /// Esri's `setM`; NaN stands for a measure that is missing.
  ///
  /// ```swift
  /// let unmeasured = main.settingM(.nan)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
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
  /// Esri's `setZAndM`.
  ///
  /// ```swift
  /// let placed = pole.settingZAndM(z: 12, m: .nan)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates.
  public func settingZAndM(z: Double, m: Double) -> Geometry {
    mappingSequences { $0.replacing(.xyzm) { _ in (z, m) } }
  }

  /// A line with heights that change evenly along its planar length.
  ///
  /// Lengths add up over the parts; gaps between parts add nothing. Heights it had are replaced, M is
  /// kept.
  ///
  /// ```swift
  /// let laid = try main.interpolatingZ(from: 101.5, to: 99.25)
  /// ```
  ///
  /// - Parameters:
  ///   - start: The height at its start.
  ///   - end: The height at its end; a line without length has the height of its start.
  /// - Returns: The line with Z.
  /// - Throws: ``GeometryError`` with code `unsupportedType` unless the geometry is a line string or a
  ///   multi line, `nonFiniteOrdinate` when its length is not a finite number.
  /// - Complexity: Linear in the number of coordinates.
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

  /// A line with measures that change evenly along its planar length; Z is kept.
  ///
  /// As ``interpolatingZ(from:to:)`` otherwise.
  ///
  /// ```swift
  /// let route = try main.interpolatingM(from: 0, to: 1_250)
  /// ```
  ///
  /// - Parameters:
  ///   - start: The measure at its start.
  ///   - end: The measure at its end.
  /// - Returns: The line with M.
  /// - Throws: As ``interpolatingZ(from:to:)``.
  /// - Complexity: Linear in the number of coordinates.
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
  /// same as there. A part without any known height keeps its NaN, a line without Z is answered as it
  /// is, M is kept.
  ///
  /// ```swift
  /// let complete = try surveyed.fillingMissingZ()
  /// ```
  ///
  /// - Throws: As ``interpolatingZ(from:to:)``.
  /// - Complexity: Linear in the number of coordinates.
  public func fillingMissingZ() throws(GeometryError) -> Geometry {
    guard hasZ else { return self }
    let filled = try filling { $0.z(at: $1) ?? .nan }
    return mappingSequences { sequence in
      sequence.replacing(sequence.dimensions) { (filled[$0], sequence.m(at: $0) ?? .nan) }
    }
  }

  /// A line whose missing measures (NaN) are interpolated between the nearest known ones; Z is kept.
  ///
  /// As ``fillingMissingZ()`` otherwise.
  ///
  /// ```swift
  /// let calibrated = try route.fillingMissingM()
  /// ```
  ///
  /// - Throws: As ``interpolatingZ(from:to:)``.
  /// - Complexity: Linear in the number of coordinates.
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
  fileprivate func replacing(
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
    return CoordinateSequence(ordinates: replaced, dimensions: dimensions)
  }
}
