extension Geometry {
  /// The points, lines and polygons of the geometry, in stored order.
  ///
  /// Collections are flattened at any depth; empty parts are left out.
  ///
  /// ```swift
  /// try Geometry(wkt: "MULTIPOINT ((0 0), (1 1))").parts  // -> [POINT (0 0), POINT (1 1)]
  /// let mixture = try Geometry(wkt: "GEOMETRYCOLLECTION (POINT EMPTY, LINESTRING (0 0, 1 1))")
  /// mixture.parts  // -> [LINESTRING (0 0, 1 1)]
  /// ```
  ///
  /// - Complexity: Linear in the number of coordinates, which are copied unless there is a single part.
  /// - Source: GEOS's `GEOSGetGeometryN` at any depth, `ST_Dump` of PostGIS.
  public var parts: [Geometry] {
    switch self {
    case .point, .lineString, .polygon: return isEmpty ? [] : [self]
    case .multiPoint(let points):
      let places = points.coordinates
      return places.indices.map { index in
        .point(
          Point(places[index], z: places.z(at: index), m: places.m(at: index), srid: points.srid)
        )
      }
    case .multiLineString(let lines):
      return zip([0] + lines.partEnds, lines.partEnds).map { start, end in
        .lineString(LineString(trusted: lines.coordinates.slice(start..<end), srid: lines.srid))
      }
    case .multiPolygon(let polygons):
      return polygons.polygonRings.map { .polygon(polygons.polygon(rings: $0)) }
    case .collection(let collection): return collection.geometries.flatMap(\.parts)
    }
  }

  /// The parts of one dimension, as the simplest geometry; an empty point, line or polygon without any.
  package func parts(ofDimension dimension: Int) -> Geometry {
    if type != .geometryCollection {
      return type.dimension == dimension ? self : .empty(ofDimension: dimension, srid)
    }
    let members = parts.filter { $0.type.dimension == dimension }
    return members.isEmpty ? .empty(ofDimension: dimension, srid) : .joining(members, srid)
  }

  /// The greatest dimension of a part; -1 without parts.
  package var greatestPartDimension: Int {
    if case .collection(let collection) = self {
      return collection.geometries.map(\.greatestPartDimension).max() ?? -1
    }
    return isEmpty ? -1 : type.dimension
  }

  /// The empty point, line or polygon; the empty collection for dimension -1.
  package static func empty(ofDimension dimension: Int, _ srid: SRID?) -> Geometry {
    switch dimension {
    case ..<0: .collection(GeometryCollection(trusted: [], srid: srid))
    case 0: .point(Point(emptyIn: srid))
    case 1: .lineString(LineString(trusted: [], srid: srid))
    default: .polygon(Polygon(trusted: [], ringEnds: [], srid: srid))
    }
  }

  /// The simplest geometry of all `parts`: the part itself, a multi geometry of one dimension, or a collection; the
  /// empty collection for no parts.
  ///
  /// An ordinate, Z or M, is kept when all parts have it.
  ///
  /// - Precondition: `parts` are points, lines and polygons, as ``parts`` returns them.
  package static func joining(_ parts: [Geometry], _ srid: SRID?) -> Geometry {
    guard let first = parts.first else {
      return .collection(GeometryCollection(trusted: [], srid: srid))
    }
    if parts.count == 1 { return first.declared(in: srid) }
    guard parts.allSatisfy({ $0.type == first.type }) else {
      let members = parts.map { $0.declared(in: srid) }
      return .collection(GeometryCollection(trusted: members, srid: srid))
    }
    let kept = parts.reduce(first.dimensions) { $0.intersection($1.dimensions) }
    var ordinates: [Double] = []
    var pathEnds: [Int] = []
    var partEnds: [Int] = []
    for part in parts {
      part.forEachPath { path in
        ordinates += path.sequence.slice(path.range).keeping(kept).ordinates
        pathEnds.append(ordinates.count / kept.count)
      }
      partEnds.append(pathEnds.count)
    }
    let coordinates = CoordinateSequence(trusted: ordinates, dimensions: kept)
    switch first.type.dimension {
    case 0: return .multiPoint(MultiPoint(coordinates, srid: srid))
    case 1:
      return .multiLineString(MultiLineString(trusted: coordinates, partEnds: pathEnds, srid: srid))
    default:
      return .multiPolygon(
        MultiPolygon(trusted: coordinates, ringEnds: pathEnds, polygonEnds: partEnds, srid: srid)
      )
    }
  }

  /// The geometry as a multi geometry: a point, line or polygon becomes one with a single part; others are unchanged.
  ///
  /// An empty point, line or polygon becomes an empty multi geometry.
  ///
  /// ```swift
  /// try Geometry(wkt: "POINT (1 2)").asMulti().wkt                  // -> MULTIPOINT ((1 2))
  /// try Geometry(wkt: "LINESTRING Z (0 0 5, 1 2 6)").asMulti().wkt  // -> MULTILINESTRING Z ((0 0 5, 1 2 6))
  /// ```
  ///
  /// - Complexity: Constant; a point's coordinate is copied, sequences are shared.
  /// - Source: `ST_Multi` of PostGIS.
  public func asMulti() -> Geometry {
    switch self {
    case .point(let point): .multiPoint(MultiPoint(point.coordinates, srid: point.srid))
    case .lineString(let line):
      .trusted(
        .multiLineString,
        line.coordinates,
        pathEnds: line.coordinates.isEmpty ? [] : [line.coordinates.count],
        srid: line.srid
      )
    case .polygon(let polygon):
      .trusted(
        .multiPolygon,
        polygon.coordinates,
        pathEnds: polygon.ringEnds,
        partEnds: polygon.ringEnds.isEmpty ? [] : [polygon.ringEnds.count],
        srid: polygon.srid
      )
    default: self
    }
  }
}

extension MultiPolygon {
  func polygon(rings: Range<Int>) -> Polygon {
    let start = rings.lowerBound == 0 ? 0 : ringEnds[rings.lowerBound - 1]
    return Polygon(
      trusted: coordinates.slice(start..<ringEnds[rings.upperBound - 1]),
      ringEnds: ringEnds[rings].map { $0 - start },
      srid: srid
    )
  }
}
