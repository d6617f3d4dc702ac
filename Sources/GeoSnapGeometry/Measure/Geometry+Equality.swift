extension Geometry {
  /// Whether the geometries have the same type and structure, and each coordinate lies within `tolerance`, a planar
  /// distance, of its counterpart.
  ///
  /// The order of parts, rings and vertices counts. Empty members of collections count; empty parts are never stored.
  /// The reference system is not compared.
  ///
  /// ```swift
  /// let read = try Geometry(wkt: "LINESTRING (0 0, 3 4.0000001)")
  /// let written = try Geometry(wkt: "LINESTRING (0 0, 3 4)")
  /// read.equalsExactly(written)                              // -> false
  /// read.equalsExactly(written, tolerance: 1e-6)             // -> true
  /// read.equalsExactly(written.reversed(), tolerance: 1e-6)  // -> false
  /// ```
  ///
  /// - Returns: Whether they are equal; false where an ordinate is NaN.
  /// - Z and M: Not compared; `==` compares them.
  /// - Errors: A tolerance that is negative or NaN counts as 0.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSEqualsExact`.
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
}
