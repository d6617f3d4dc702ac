extension Geometry {
  /// The planar length: of lines their length, of areas their perimeter; 0 for points and empty geometries.
  ///
  /// A collection has the sum of its members' lengths. With coordinates in degrees the number has no meaning:
  /// GeoSnapProjection's `Geodesy` returns metres.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING Z (0 0 0, 3 4 99)").length         // -> 5
  /// try Geometry(wkt: "POLYGON ((0 0, 0 2, 2 2, 2 0, 0 0))").length  // -> 8
  /// ```
  ///
  /// - Z and M: Play no part; a slope is as long as its projection.
  /// - Errors: NaN when an ordinate is NaN.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSLength`.
  public var length: Double {
    var length = 0.0
    switch self {
    case .point, .multiPoint: break
    case .lineString(let line):
      line.coordinates.addLength(ofOffsets: 0..<line.coordinates.ordinates.count, to: &length)
    case .polygon, .multiLineString, .multiPolygon, .collection:
      forEachPath { path in path.sequence.addLength(of: path.range, to: &length) }
    }
    return length
  }

  /// The geometry with vertices added so that no segment is longer than `maxSegmentLength`, in coordinate units and
  /// above 0.
  ///
  /// A longer segment is divided into the fewest equal pieces; others and points are unchanged. The type stays.
  ///
  /// ```swift
  /// let main = try Geometry(wkt: "LINESTRING Z (0 0 10, 3 0 13, 4 0 13)")
  /// try main.densified(maxSegmentLength: 1.5).wkt  // -> LINESTRING Z (0 0 10, 1.5 0 11.5, 3 0 13, 4 0 13)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a limit that is not a positive finite number, or so
  ///   small that there would be more than 10 million vertices; `nonFiniteOrdinate` when the length is not a finite
  ///   number.
  /// - Z and M: Kept and interpolated; a measure is missing (NaN) where it is missing at an end of the segment.
  /// - Complexity: Linear in the number of coordinates of the result.
  /// - Source: As GEOS's `GEOSDensify`; Esri's `densify`.
  public func densified(maxSegmentLength: Double) throws(GeometryError) -> Geometry {
    guard maxSegmentLength > 0, maxSegmentLength.isFinite else {
      throw GeometryError(
        .invalidArgument,
        "A segment length must be a finite number greater than 0; got \(maxSegmentLength)."
      )
    }
    let length = length
    guard length.isFinite else {
      throw GeometryError(
        .nonFiniteOrdinate,
        "The \(type.name) is too long, or has an ordinate that is not finite."
      )
    }
    guard length / maxSegmentLength <= 10_000_000 else {
      throw GeometryError(
        .invalidArgument,
        "A length of \(length) would need more than 10 million segments of \(maxSegmentLength): give a greater "
          + "segment length."
      )
    }
    return densified(unchecked: maxSegmentLength)
  }

  private func densified(unchecked limit: Double) -> Geometry {
    if case .collection(let collection) = self {
      return collection.mapping { $0.densified(unchecked: limit) }
    }
    return mappingPaths { path, ordinates in path.appendDensified(limit, to: &ordinates) }
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
