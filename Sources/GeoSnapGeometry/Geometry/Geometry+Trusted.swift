// For coordinates of a geometry that was checked when it was created.

extension LineString {
  /// Creates a line of no or at least two coordinates.
  package init(trusted coordinates: CoordinateSequence, srid: SRID?) {
    self.coordinates = coordinates
    self.srid = srid
  }
}

extension Polygon {
  /// Creates a polygon of closed rings.
  package init(trusted coordinates: CoordinateSequence, ringEnds: [Int], srid: SRID?) {
    self.coordinates = coordinates
    self.ringEnds = ringEnds
    self.srid = srid
  }
}

extension MultiLineString {
  /// Creates a multi line of parts of at least two coordinates.
  package init(trusted coordinates: CoordinateSequence, partEnds: [Int], srid: SRID?) {
    self.coordinates = coordinates
    self.partEnds = partEnds
    self.srid = srid
  }
}

extension MultiPolygon {
  /// Creates a multi polygon of closed rings.
  package init(
    trusted coordinates: CoordinateSequence,
    ringEnds: [Int],
    polygonEnds: [Int],
    srid: SRID?
  ) {
    self.coordinates = coordinates
    self.ringEnds = ringEnds
    self.polygonEnds = polygonEnds
    self.srid = srid
  }
}

extension GeometryCollection {
  /// Creates a collection of members of one reference system.
  package init(trusted geometries: [Geometry], srid: SRID?) {
    self.geometries = geometries
    self.srid = srid
  }
}

extension Geometry {
  /// The same coordinates, declared to be in a reference system.
  package func declared(in srid: SRID?) -> Geometry {
    if self.srid == srid { return self }
    switch self {
    case .point(let point):
      guard let place = point.coordinate else { return .point(Point(emptyIn: srid)) }
      return .point(Point(place, z: point.z, m: point.m, srid: srid))
    case .lineString(let line):
      return .lineString(LineString(trusted: line.coordinates, srid: srid))
    case .polygon(let polygon):
      return .polygon(
        Polygon(trusted: polygon.coordinates, ringEnds: polygon.ringEnds, srid: srid)
      )
    case .multiPoint(let points): return .multiPoint(MultiPoint(points.coordinates, srid: srid))
    case .multiLineString(let lines):
      return .multiLineString(
        MultiLineString(trusted: lines.coordinates, partEnds: lines.partEnds, srid: srid)
      )
    case .multiPolygon(let polygons):
      return .multiPolygon(
        MultiPolygon(
          trusted: polygons.coordinates,
          ringEnds: polygons.ringEnds,
          polygonEnds: polygons.polygonEnds,
          srid: srid
        )
      )
    case .collection(let collection):
      return .collection(
        GeometryCollection(trusted: collection.geometries.map { $0.declared(in: srid) }, srid: srid)
      )
    }
  }

  /// The geometry with its coordinates mapped by `change`.
  ///
  /// `change` returns as many coordinates as it receives, and equal ones for equal ones, so rings stay closed.
  package func mappingSequences<Thrown: Error>(
    _ change: (CoordinateSequence) throws(Thrown) -> CoordinateSequence
  ) throws(Thrown) -> Geometry {
    switch self {
    case .point(let point):
      guard point.coordinate != nil else { return self }
      let changed = try change(point.coordinates)
      return .point(Point(changed[0], z: changed.z(at: 0), m: changed.m(at: 0), srid: point.srid))
    case .lineString(let line):
      return .lineString(LineString(trusted: try change(line.coordinates), srid: line.srid))
    case .polygon(let polygon):
      return .polygon(
        Polygon(
          trusted: try change(polygon.coordinates),
          ringEnds: polygon.ringEnds,
          srid: polygon.srid
        )
      )
    case .multiPoint(let points):
      return .multiPoint(MultiPoint(try change(points.coordinates), srid: points.srid))
    case .multiLineString(let lines):
      return .multiLineString(
        MultiLineString(
          trusted: try change(lines.coordinates),
          partEnds: lines.partEnds,
          srid: lines.srid
        )
      )
    case .multiPolygon(let polygons):
      return .multiPolygon(
        MultiPolygon(
          trusted: try change(polygons.coordinates),
          ringEnds: polygons.ringEnds,
          polygonEnds: polygons.polygonEnds,
          srid: polygons.srid
        )
      )
    case .collection(let collection):
      return .collection(
        GeometryCollection(
          trusted: try collection.geometries.map { member throws(Thrown) in
            try member.mappingSequences(change)
          },
          srid: collection.srid
        )
      )
    }
  }
}
