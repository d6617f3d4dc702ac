extension Geometry {
  /// Creates a geometry of any type but a collection.
  ///
  /// `pathEnds` has the index after the last coordinate of each ring, or of each part of a multi line; `partEnds` the
  /// index after the last ring of each of several polygons.
  package static func trusted(
    _ type: GeometryType,
    _ coordinates: CoordinateSequence,
    pathEnds: [Int] = [],
    partEnds: [Int] = [],
    srid: SRID?
  ) -> Geometry {
    switch type {
    case .point:
      guard let place = coordinates.first else { return .point(Point(emptyIn: srid)) }
      return .point(Point(place, z: coordinates.z(at: 0), m: coordinates.m(at: 0), srid: srid))
    case .multiPoint: return .multiPoint(MultiPoint(coordinates, srid: srid))
    case .lineString: return .lineString(LineString(trusted: coordinates, srid: srid))
    case .multiLineString:
      return .multiLineString(MultiLineString(trusted: coordinates, partEnds: pathEnds, srid: srid))
    case .polygon: return .polygon(Polygon(trusted: coordinates, ringEnds: pathEnds, srid: srid))
    case .multiPolygon:
      return .multiPolygon(
        MultiPolygon(trusted: coordinates, ringEnds: pathEnds, polygonEnds: partEnds, srid: srid)
      )
    case .geometryCollection: preconditionFailure("A collection is made of its members")
    }
  }

  /// The ends of rings or parts, and of several polygons, as ``trusted(_:_:pathEnds:partEnds:srid:)`` takes them.
  private var ends: (ofPaths: [Int], ofParts: [Int]) {
    switch self {
    case .multiLineString(let lines): (lines.partEnds, [])
    case .polygon(let polygon): (polygon.ringEnds, [])
    case .multiPolygon(let polygons): (polygons.ringEnds, polygons.polygonEnds)
    case .point, .lineString, .multiPoint, .collection: ([], [])
    }
  }

  /// The same coordinates, declared to be in a reference system.
  package func declared(in srid: SRID?) -> Geometry {
    if self.srid == srid { return self }
    switch self {
    case .point(let point):
      guard let place = point.coordinate else { return .point(Point(emptyIn: srid)) }
      return .point(Point(place, z: point.z, m: point.m, srid: srid))
    case .collection(let collection): return collection.mapping(in: srid) { $0.declared(in: srid) }
    default:
      let (pathEnds, partEnds) = ends
      return .trusted(type, coordinates, pathEnds: pathEnds, partEnds: partEnds, srid: srid)
    }
  }

  /// The geometry with its coordinates mapped by `change`.
  ///
  /// `change` returns as many coordinates as it receives, and equal ones for equal ones, so rings stay closed.
  package func mappingSequences<Thrown: Error>(
    _ change: (CoordinateSequence) throws(Thrown) -> CoordinateSequence
  ) throws(Thrown) -> Geometry {
    switch self {
    case .point(let point) where point.coordinate == nil: return self
    case .collection(let collection):
      return try collection.mapping(in: srid) { member throws(Thrown) in
        try member.mappingSequences(change)
      }
    default:
      let (pathEnds, partEnds) = ends
      let changed = try change(coordinates)
      return .trusted(type, changed, pathEnds: pathEnds, partEnds: partEnds, srid: srid)
    }
  }

  /// The line or area with the ordinates that `append` adds for each path; other geometries as they are.
  package func mappingPaths<Thrown: Error>(
    _ append: (GeometryPath, inout [Double]) throws(Thrown) -> Void
  ) throws(Thrown) -> Geometry {
    guard type.dimension > 0, type != .geometryCollection else { return self }
    let (old, partEnds) = (coordinates, ends.ofParts)
    var ordinates: [Double] = []
    var pathEnds: [Int] = []
    ordinates.reserveCapacity(old.ordinates.count)
    for path in paths {
      try append(path, &ordinates)
      pathEnds.append(ordinates.count / old.dimensions.count)
    }
    let new = CoordinateSequence(trusted: ordinates, dimensions: old.dimensions)
    return .trusted(type, new, pathEnds: pathEnds, partEnds: partEnds, srid: srid)
  }
}
