extension Geometry {
  /// The geometry without Z; the geometry itself when it has none.
  public func removingZ() -> Geometry {
    guard hasZ else { return self }
    switch self {
    case .point(let point):
      return .point(point.coordinate.map { Point($0, srid: point.srid) } ?? point)
    case .lineString(let line):
      return .lineString(line.removingZ())
    case .polygon(let polygon):
      return .polygon(polygon.removingZ())
    case .multiPoint(let points):
      return .multiPoint(MultiPoint(points.coordinates.removingZ(), srid: points.srid))
    case .multiLineString(let lines):
      return .multiLineString(lines.removingZ())
    case .multiPolygon(let polygons):
      return .multiPolygon(polygons.removingZ())
    case .collection(let collection):
      return .collection(collection.removingZ())
    }
  }
}

// Without Z a geometry has the same places, so these need none of the public initialisers' checks.

extension LineString {
  fileprivate func removingZ() -> LineString { LineString(flat: self) }

  private init(flat line: LineString) {
    coordinates = line.coordinates.removingZ()
    srid = line.srid
  }
}

extension Polygon {
  fileprivate func removingZ() -> Polygon { Polygon(flat: self) }

  private init(flat polygon: Polygon) {
    coordinates = polygon.coordinates.removingZ()
    ringEnds = polygon.ringEnds
    srid = polygon.srid
  }
}

extension MultiLineString {
  fileprivate func removingZ() -> MultiLineString { MultiLineString(flat: self) }

  private init(flat lines: MultiLineString) {
    coordinates = lines.coordinates.removingZ()
    partEnds = lines.partEnds
    srid = lines.srid
  }
}

extension MultiPolygon {
  fileprivate func removingZ() -> MultiPolygon { MultiPolygon(flat: self) }

  private init(flat polygons: MultiPolygon) {
    coordinates = polygons.coordinates.removingZ()
    ringEnds = polygons.ringEnds
    polygonEnds = polygons.polygonEnds
    srid = polygons.srid
  }
}

extension GeometryCollection {
  fileprivate func removingZ() -> GeometryCollection { GeometryCollection(flat: self) }

  private init(flat collection: GeometryCollection) {
    geometries = collection.geometries.map { $0.removingZ() }
    srid = collection.srid
  }
}
