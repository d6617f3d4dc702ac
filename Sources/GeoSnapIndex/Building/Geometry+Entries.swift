extension Geometry {
  /// The number of index entries of the geometry: one per segment and per single point.
  var entryCount: Int {
    // Parts of lines have at least 2 coordinates and rings at least 4, or are left out.
    switch self {
    case .point(let point): point.coordinate == nil ? 0 : 1
    case .multiPoint(let points): points.coordinates.count
    case .lineString(let line): max(line.coordinates.count - 1, 0)
    case .multiLineString(let lines): lines.coordinates.count - lines.partEnds.count
    case .polygon(let polygon): polygon.coordinates.count - polygon.ringEnds.count
    case .multiPolygon(let polygons): polygons.coordinates.count - polygons.ringEnds.count
    case .collection(let collection): collection.geometries.reduce(0) { $0 + $1.entryCount }
    }
  }

  /// The problem of the first coordinate that cannot be indexed; nil when all can be indexed.
  package func indexProblem(entry: Int) -> IndexError? {
    switch self {
    case .point(let point): return point.coordinate.flatMap { coordinateProblem($0, entry: entry) }
    case .collection(let collection):
      for member in collection.geometries {
        if let problem = member.indexProblem(entry: entry) { return problem }
      }
      return nil
    case .lineString(let line): return line.coordinates.indexProblem(entry: entry)
    default: return coordinates.indexProblem(entry: entry)
    }
  }
}

extension CoordinateSequence {
  fileprivate func indexProblem(entry: Int) -> IndexError? {
    GeoSnapIndex.indexProblem(ordinates.span, width: dimensions.count, entry: entry)
  }
}

/// The problem of the first of interleaved coordinates that cannot be indexed; nil when all can be indexed.
func indexProblem(_ ordinates: Span<Double>, width: Int, entry: Int) -> IndexError? {
  var index = 0
  while index < ordinates.count {
    let coordinate = Coordinate(x: ordinates[index], y: ordinates[index + 1])
    if let problem = coordinateProblem(coordinate, entry: entry) { return problem }
    index += width
  }
  return nil
}
