extension Geometry {
  /// The geometry without Z; the geometry itself when it has none.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingZ().wkt  // -> LINESTRING M (0 0 1, 9 0 2)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates; constant without a Z to remove.
  /// - Source: Esri's `removeZ`.
  public func removingZ() -> Geometry { keeping(.xym) }

  /// The geometry without M; the geometry itself when it has none.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingM().wkt  // -> LINESTRING Z (0 0 5, 9 0 6)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates; constant without an M to remove.
  /// - Source: Esri's `removeM`.
  public func removingM() -> Geometry { keeping(.xyz) }

  /// The geometry without Z and M; the geometry itself when it has neither.
  ///
  /// ```swift
  /// try Geometry(wkt: "LINESTRING ZM (0 0 5 1, 9 0 6 2)").removingZAndM().wkt  // -> LINESTRING (0 0, 9 0)
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates; constant when there is nothing to remove.
  /// - Source: Esri's `removeZAndM`.
  public func removingZAndM() -> Geometry { keeping(.xy) }

  private func keeping(_ kept: CoordinateDimensions) -> Geometry {
    guard dimensions.intersection(kept) != dimensions else { return self }
    return mappingSequences { $0.keeping(kept) }
  }

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
  public func removingRepeatedVertices(tolerance: Double = 0) throws(GeometryError) -> Geometry {
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

  package var zeroLengthSegment: ValidityProblem? {
    for path in paths {
      for index in 1..<max(path.count, 1) where path.repeatsVertex(index) {
        return ValidityProblem(reason: "Zero-length Segment", location: path[index])
      }
    }
    return nil
  }

  /// The geometry without repeated vertices and without parts of zero length; Z and M are kept.
  ///
  /// Rings that would have fewer than four coordinates stay as they are. Points of a multi point that are equal in x,
  /// y and z become one.
  package func removingZeroLengthSegments() -> Geometry {
    switch self {
    case .point: return self
    case .multiPoint(let points):
      let kept = points.coordinates.selecting(points.firstOccurrences)
      return .multiPoint(MultiPoint(kept, srid: srid))
    case .collection(let collection): return collection.mapping { $0.removingZeroLengthSegments() }
    default:
      return keepingVertices { path in
        let kept = path.range.filter { index in
          let place = index - path.range.lowerBound
          return place == 0 || !path.repeatsVertex(place)
        }
        if path.kind == .line { return kept.count < 2 ? nil : kept }
        return kept.count < 4 ? Array(path.range) : kept
      }
    }
  }

  /// The simplest geometry of some vertices of the line or area; Z and M are kept.
  ///
  /// `choose` returns indices into a path's sequence, or nil to leave the path out; a polygon without its exterior
  /// ring is left out. Without any vertices the result is an empty geometry of the same dimension.
  package func keepingVertices(_ choose: (GeometryPath) -> [Int]?) -> Geometry {
    var remaining: [Geometry] = []
    for part in parts {
      var kept: [Int] = []
      var ends: [Int] = []
      for path in part.paths {
        guard let own = choose(path) else {
          if path.part == 0 { break }
          continue
        }
        kept += own
        ends.append(kept.count)
      }
      if ends.isEmpty { continue }
      let coordinates = part.coordinates.selecting(kept)
      remaining.append(
        part.type == .polygon
          ? .polygon(Polygon(trusted: coordinates, ringEnds: ends, srid: srid))
          : .lineString(LineString(trusted: coordinates, srid: srid))
      )
    }
    return remaining.isEmpty
      ? .empty(ofDimension: type.dimension, srid) : .joining(remaining, srid)
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

  fileprivate func repeatsVertex(_ index: Int) -> Bool {
    self[index] == self[index - 1] && z(at: index) == z(at: index - 1)
  }
}

extension MultiPoint {
  /// The indices of the points that repeat x, y and z of no point before.
  package var firstOccurrences: [Int] {
    var seen: Set<[Double]> = []
    return coordinates.indices.filter {
      let place = coordinates[$0]
      let z = coordinates.z(at: $0) ?? .nan
      // All missing heights are equal.
      return seen.insert([place.x, place.y, z.isNaN ? -.infinity : z]).inserted
    }
  }
}

extension CoordinateSequence {
  package func selecting(_ indices: [Int]) -> CoordinateSequence {
    let width = dimensions.count
    var selected: [Double] = []
    selected.reserveCapacity(indices.count * width)
    for index in indices { selected += ordinates[index * width..<(index + 1) * width] }
    return CoordinateSequence(trusted: selected, dimensions: dimensions)
  }
}
