extension Geometry {
  /// The geometry in a reference system that its coordinates are known to be in; coordinates stay
  /// as they are.
  func declared(in srid: SRID?) -> Geometry {
    guard self.srid != srid else { return self }
    switch self {
    case .point(let point): return .point(Point(point, srid: srid))
    case .lineString(let line): return .lineString(LineString(line, srid: srid))
    case .polygon(let polygon): return .polygon(Polygon(polygon, srid: srid))
    case .multiPoint(let points):
      return .multiPoint(MultiPoint(points.coordinates, srid: srid))
    case .multiLineString(let lines): return .multiLineString(MultiLineString(lines, srid: srid))
    case .multiPolygon(let polygons): return .multiPolygon(MultiPolygon(polygons, srid: srid))
    case .collection(let collection):
      return .collection(
        GeometryCollection(
          geometries: collection.geometries.map { $0.declared(in: srid) },
          srid: srid
        )
      )
    }
  }
}

// The same places need none of the public initialisers' checks.

extension Point {
  fileprivate init(_ point: Point, srid: SRID?) {
    if let coordinate = point.coordinate {
      self.init(coordinate, z: point.z, m: point.m, srid: srid)
    } else {
      self.init(emptyIn: srid)
    }
  }
}

extension LineString {
  fileprivate init(_ line: LineString, srid: SRID?) {
    coordinates = line.coordinates
    self.srid = srid
  }
}

extension Polygon {
  fileprivate init(_ polygon: Polygon, srid: SRID?) {
    coordinates = polygon.coordinates
    ringEnds = polygon.ringEnds
    self.srid = srid
  }
}

extension MultiLineString {
  fileprivate init(_ lines: MultiLineString, srid: SRID?) {
    coordinates = lines.coordinates
    partEnds = lines.partEnds
    self.srid = srid
  }
}

extension MultiPolygon {
  fileprivate init(_ polygons: MultiPolygon, srid: SRID?) {
    coordinates = polygons.coordinates
    ringEnds = polygons.ringEnds
    polygonEnds = polygons.polygonEnds
    self.srid = srid
  }
}

extension GeometryCollection {
  fileprivate init(geometries: [Geometry], srid: SRID?) {
    self.geometries = geometries
    self.srid = srid
  }
}
