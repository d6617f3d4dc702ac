extension Geometry {
  /// The geometry without Z; the geometry itself when it has none.
  public func removingZ() -> Geometry { keeping(.xym) }

  /// The geometry without M; the geometry itself when it has none.
  public func removingM() -> Geometry { keeping(.xyz) }

  /// The geometry without Z and M; the geometry itself when it has neither.
  public func removingZAndM() -> Geometry { keeping(.xy) }

  /// The geometry with those of its ordinates that are among `kept`.
  fileprivate func keeping(_ kept: CoordinateDimensions) -> Geometry {
    guard dimensions.intersection(kept) != dimensions else { return self }
    switch self {
    case .point(let point):
      return .point(Point(point, keeping: kept))
    case .lineString(let line):
      return .lineString(LineString(line, keeping: kept))
    case .polygon(let polygon):
      return .polygon(Polygon(polygon, keeping: kept))
    case .multiPoint(let points):
      return .multiPoint(MultiPoint(points.coordinates.keeping(kept), srid: points.srid))
    case .multiLineString(let lines):
      return .multiLineString(MultiLineString(lines, keeping: kept))
    case .multiPolygon(let polygons):
      return .multiPolygon(MultiPolygon(polygons, keeping: kept))
    case .collection(let collection):
      return .collection(GeometryCollection(collection, keeping: kept))
    }
  }
}

// With fewer ordinates a geometry has the same places, so these need none of the public
// initialisers' checks.

extension Point {
  fileprivate init(_ point: Point, keeping kept: CoordinateDimensions) {
    guard let coordinate = point.coordinate else {
      self = point
      return
    }
    self.init(
      coordinate,
      z: kept.hasZ ? point.z : nil,
      m: kept.hasM ? point.m : nil,
      srid: point.srid
    )
  }
}

extension LineString {
  fileprivate init(_ line: LineString, keeping kept: CoordinateDimensions) {
    coordinates = line.coordinates.keeping(kept)
    srid = line.srid
  }
}

extension Polygon {
  fileprivate init(_ polygon: Polygon, keeping kept: CoordinateDimensions) {
    coordinates = polygon.coordinates.keeping(kept)
    ringEnds = polygon.ringEnds
    srid = polygon.srid
  }
}

extension MultiLineString {
  fileprivate init(_ lines: MultiLineString, keeping kept: CoordinateDimensions) {
    coordinates = lines.coordinates.keeping(kept)
    partEnds = lines.partEnds
    srid = lines.srid
  }
}

extension MultiPolygon {
  fileprivate init(_ polygons: MultiPolygon, keeping kept: CoordinateDimensions) {
    coordinates = polygons.coordinates.keeping(kept)
    ringEnds = polygons.ringEnds
    polygonEnds = polygons.polygonEnds
    srid = polygons.srid
  }
}

extension GeometryCollection {
  fileprivate init(_ collection: GeometryCollection, keeping kept: CoordinateDimensions) {
    geometries = collection.geometries.map { $0.keeping(kept) }
    srid = collection.srid
  }
}
