extension Geometry {
  /// The geometry with vertices added so that no segment is longer than a limit.
  ///
  /// A segment that is longer is divided into equal pieces, as few as will do; the others stay. Z and M
  /// are kept and interpolated, the reference system kept; points are answered as they are. As GEOS's
  /// `GEOSDensify`.
  ///
  /// ```swift
  /// let dense = try main.densified(maxSegmentLength: 10)
  /// ```
  ///
  /// - Parameter maxSegmentLength: In coordinate units, more than 0.
  /// - Returns: A geometry of the same type.
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a limit that is not a positive finite
  ///   number, or so small that there would be more than 10 million vertices; `nonFiniteOrdinate` when
  ///   the length is not a finite number.
  /// - Complexity: Linear in the number of coordinates of the answer.
  public func densified(maxSegmentLength: Double) throws(GeometryError) -> Geometry {
    guard maxSegmentLength > 0, maxSegmentLength.isFinite else {
      throw GeometryError(
        .invalidArgument,
        "A length of segments must be greater than 0; got \(maxSegmentLength)."
      )
    }
    let length = length
    guard length.isFinite else {
      throw GeometryError(
        .nonFiniteOrdinate,
        "The \(type.name) has an ordinate that is not finite, or is too long."
      )
    }
    guard length / maxSegmentLength <= 10_000_000 else {
      throw GeometryError(
        .invalidArgument,
        "Segments of at most \(maxSegmentLength) on a length of \(length) are more than 10 million."
      )
    }
    return densified(unchecked: maxSegmentLength)
  }

  private func densified(unchecked limit: Double) -> Geometry {
    switch self {
    case .point, .multiPoint: return self
    case .collection(let collection):
      return .collection(
        GeometryCollection(
          trusted: collection.geometries.map { $0.densified(unchecked: limit) },
          srid: collection.srid
        )
      )
    default: break
    }
    var ordinates: [Double] = []
    var ends: [Int] = []
    let width = coordinates.dimensions.count
    forEachPath { path in
      path.appendDensified(limit, to: &ordinates)
      ends.append(ordinates.count / width)
    }
    let dense = CoordinateSequence(ordinates: ordinates, dimensions: coordinates.dimensions)
    switch self {
    case .lineString: return .lineString(LineString(trusted: dense, srid: srid))
    case .multiLineString:
      return .multiLineString(MultiLineString(trusted: dense, partEnds: ends, srid: srid))
    case .multiPolygon(let polygons):
      return .multiPolygon(
        MultiPolygon(
          trusted: dense,
          ringEnds: ends,
          polygonEnds: polygons.polygonEnds,
          srid: srid
        )
      )
    default: return .polygon(Polygon(trusted: dense, ringEnds: ends, srid: srid))
    }
  }
}

extension GeometryPath {
  fileprivate func appendDensified(_ limit: Double, to ordinates: inout [Double]) {
    let width = sequence.dimensions.count
    for index in 0..<count {
      if index > 0 {
        let segment = segment(index - 1)
        let pieces = (segment.length / limit).rounded(.up)
        for piece in 1..<max(Int(pieces), 1) {
          let fraction = Double(piece) / pieces
          let place = segment.coordinate(atFraction: fraction)
          ordinates += [place.x, place.y]
          if let z = z(on: index - 1, atFraction: fraction) { ordinates.append(z) }
          if let m = m(on: index - 1, atFraction: fraction) { ordinates.append(m) }
        }
      }
      let base = (range.lowerBound + index) * width
      ordinates += sequence.ordinates[base..<base + width]
    }
  }
}
