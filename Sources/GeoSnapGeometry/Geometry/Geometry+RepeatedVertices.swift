extension Geometry {
  /// The geometry without the vertices that lie within `tolerance`, in coordinate units, of the last vertex kept; 0
  /// removes exact repetitions.
  ///
  /// The type stays. A line keeps its ends: the last vertex stays, and vertices close to it are removed. A line keeps
  /// at least two vertices. A ring that would have fewer than four is unchanged, and so are points.
  ///
  /// ```swift
  /// let track = try Geometry(wkt: "LINESTRING (0 0, 0 0, 5 0, 5.001 0, 9 0)")
  /// try track.removingRepeatedVertices().wkt                 // -> LINESTRING (0 0, 5 0, 5.001 0, 9 0)
  /// try track.removingRepeatedVertices(tolerance: 0.01).wkt  // -> LINESTRING (0 0, 5 0, 9 0)
  /// ```
  ///
  /// - Throws: ``GeometryError`` with code `invalidArgument` for a negative tolerance or NaN, `nonFiniteOrdinate` or
  ///   `ordinateOutOfRange`.
  /// - Z and M: Kept at the remaining vertices; they do not decide which remain.
  /// - Complexity: Linear in the number of coordinates.
  /// - Source: As GEOS's `GEOSRemoveRepeatedPoints` of 3.11.
  public func removingRepeatedVertices(
    tolerance: Double = 0
  ) throws(GeometryError) -> Geometry {
    try checkArgument("A tolerance", tolerance, least: 0)
    try checkPlane()
    return withoutRepeatedVertices(tolerance)
  }

  private func withoutRepeatedVertices(_ tolerance: Double) -> Geometry {
    switch self {
    case .point, .multiPoint: return self
    case .collection(let collection):
      return collection.mapping { $0.withoutRepeatedVertices(tolerance) }
    default:
      if isEmpty { return self }
      let thinner = keepingVertices { path in
        let kept = path.spacedVertices(tolerance)
        return path.kind == .ring && kept.count < 4 ? Array(path.range) : kept
      }
      let isMulti = type == .multiLineString || type == .multiPolygon
      return isMulti ? thinner.asMulti() : thinner
    }
  }
}

extension GeometryPath {
  /// The indices of the vertices farther than `tolerance` from the last vertex kept.
  fileprivate func spacedVertices(_ tolerance: Double) -> [Int] {
    guard count > 2 else { return Array(range) }
    let limit = tolerance * tolerance
    var kept = [range.lowerBound]
    for index in range.dropFirst().dropLast()
    where sequence[kept[kept.count - 1]].squaredDistance(to: sequence[index]) > limit {
      kept.append(index)
    }
    let last = range.upperBound - 1
    while kept.count > 1,
      sequence[kept[kept.count - 1]].squaredDistance(to: sequence[last]) <= limit
    {
      kept.removeLast()
    }
    return kept + [last]
  }
}
