extension Geometry {
  /// The first segment without length in x, y and z.
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
    case .collection(let collection):
      return collection.mapping { $0.removingZeroLengthSegments() }
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

extension GeometryPath {
  /// Whether a vertex repeats x, y and z of the one before.
  fileprivate func repeatsVertex(_ index: Int) -> Bool {
    self[index] == self[index - 1] && z(at: index) == z(at: index - 1)
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
