extension Geometry {
  /// Whether the geometries have the same type and structure, and each coordinate lies within
  /// `tolerance` of its counterpart.
  ///
  /// The order of parts, rings and vertices counts; empty members of collections do, empty parts
  /// are never stored. Z, M and the reference system play no part. GEOS's `GEOSEqualsExact`.
  ///
  /// ```swift
  /// read.equalsExactly(written, tolerance: 1e-9)
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - tolerance: The greatest planar distance, in coordinate units.
  /// - Returns: Whether they are equal; never where an ordinate is NaN.
  /// - Complexity: Linear in the number of coordinates.
  public func equalsExactly(_ other: Geometry, tolerance: Double = 0) -> Bool {
    guard type == other.type else { return false }
    if case .collection(let own) = self, case .collection(let foreign) = other {
      return own.geometries.count == foreign.geometries.count
        && zip(own.geometries, foreign.geometries).allSatisfy {
          $0.equalsExactly($1, tolerance: tolerance)
        }
    }
    if case .multiPolygon(let own) = self, case .multiPolygon(let foreign) = other {
      guard own.polygonEnds == foreign.polygonEnds else { return false }
    }
    let own = paths
    let foreign = other.paths
    return own.count == foreign.count
      && zip(own, foreign).allSatisfy { path, otherPath in
        path.count == otherPath.count
          && (0..<path.count).allSatisfy { index in
            path[index] == otherPath[index]
              || path[index].distance(to: otherPath[index]) <= tolerance
          }
      }
  }

  /// Whether the geometries are equal when both are brought into normal form.
  ///
  /// The order of parts, and where and which way rings run, does not count then. Z, M and the reference
  /// system play no part. GEOS's `GEOSNormalize` and `GEOSEqualsExact`.
  ///
  /// ```swift
  /// try read.equalsNormalized(written, tolerance: 1e-9)
  /// ```
  ///
  /// - Parameters:
  ///   - other: The other geometry.
  ///   - tolerance: The greatest planar distance of a coordinate from its counterpart, in coordinate
  ///     units.
  /// - Returns: Whether they are equal.
  /// - Throws: ``GeometryError`` with code `nonFiniteOrdinate`, `ordinateOutOfRange` or `engine`.
  /// - Complexity: O(n log n) in the number of coordinates.
  public func equalsNormalized(
    _ other: Geometry,
    tolerance: Double = 0
  ) throws(GeometryError) -> Bool {
    try normalized().equalsExactly(other.normalized(), tolerance: tolerance)
  }
}
