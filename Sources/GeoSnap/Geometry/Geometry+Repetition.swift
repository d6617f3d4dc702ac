extension Geometry {
  /// The first segment without length in x, y and z.
  var zeroLengthSegment: ValidityProblem? {
    for path in paths {
      for index in 1..<max(path.count, 1) where path.repeatsVertex(index) {
        return ValidityProblem(reason: "Zero-length Segment", location: path[index])
      }
    }
    return nil
  }

  /// The geometry without repeated vertices, parts of one place left out.
  ///
  /// Rings that would have fewer than four coordinates stay as they are. Places of a multi point that
  /// are equal become one. Z and M of what remains are kept.
  func removingZeroLengthSegments() -> Geometry {
    switch self {
    case .point: return self
    case .multiPoint(let points):
      var seen: Set<Coordinate> = []
      let kept = points.coordinates.indices.filter { seen.insert(points.coordinates[$0]).inserted }
      return .multiPoint(MultiPoint(points.coordinates.selecting(kept), srid: srid))
    case .collection(let collection):
      return .collection(
        GeometryCollection(
          trusted: collection.geometries.map { $0.removingZeroLengthSegments() },
          srid: srid
        )
      )
    default: break
    }
    let shorter = parts.compactMap { part -> Geometry? in
      var ends: [Int] = []
      var kept: [Int] = []
      var sequence = CoordinateSequence()
      for path in part.paths {
        sequence = path.sequence
        let own = path.range.filter { index in
          let place = index - path.range.lowerBound
          return place == 0 || !path.repeatsVertex(place)
        }
        let isTooShort = own.count < (path.kind == .ring ? 4 : 2)
        if path.kind == .line && isTooShort { return nil }
        kept += isTooShort ? Array(path.range) : own
        ends.append(kept.count)
      }
      let coordinates = sequence.selecting(kept)
      return part.type == .polygon
        ? .polygon(Polygon(trusted: coordinates, ringEnds: ends, srid: srid))
        : .lineString(LineString(trusted: coordinates, srid: srid))
    }
    return shorter.isEmpty ? .empty(ofDimension: type.dimension, srid) : .joining(shorter, srid)
  }
}

extension GeometryPath {
  /// Whether a vertex stands where the one before it does, and as high.
  fileprivate func repeatsVertex(_ index: Int) -> Bool {
    self[index] == self[index - 1] && z(at: index) == z(at: index - 1)
  }
}

extension CoordinateSequence {
  /// The coordinates at `indices` as a sequence of their own, Z and M kept.
  func selecting(_ indices: [Int]) -> CoordinateSequence {
    let width = dimensions.count
    var selected: [Double] = []
    selected.reserveCapacity(indices.count * width)
    for index in indices { selected += ordinates[index * width..<(index + 1) * width] }
    return CoordinateSequence(ordinates: selected, dimensions: dimensions)
  }
}
