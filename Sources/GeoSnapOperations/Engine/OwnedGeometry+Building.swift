internal import CGEOS

extension OwnedGeometry {
  /// Creates GEOS's form of a geometry, with Z and without M, which GEOS 3.11 does not have.
  ///
  /// Empty members of collections are left out.
  package init(_ geometry: Geometry, _ thread: EngineThread) throws(GeometryError) {
    if geometry.isEmpty {
      self = try Self.empty(geometry.type, thread)
      return
    }
    switch geometry {
    case .point(let point):
      self = try Self.path(GEOS_POINT, point.coordinates, 0..<1, thread)
    case .lineString(let line):
      self = try OwnedGeometry(path: line.coordinates, thread)
    case .polygon(let polygon):
      self = try Self.polygon(
        polygon.coordinates,
        polygon.ringEnds,
        polygon.ringEnds.indices,
        thread
      )
    case .multiPoint(let points):
      var parts = OwnedGeometries()
      for index in points.coordinates.indices {
        parts.append(try Self.path(GEOS_POINT, points.coordinates, index..<index + 1, thread))
      }
      self = try Self.collection(GEOS_MULTIPOINT, parts, thread)
    case .multiLineString(let lines):
      var parts = OwnedGeometries()
      var start = 0
      for end in lines.partEnds {
        parts.append(try Self.path(GEOS_LINESTRING, lines.coordinates, start..<end, thread))
        start = end
      }
      self = try Self.collection(GEOS_MULTILINESTRING, parts, thread)
    case .multiPolygon(let polygons):
      var parts = OwnedGeometries()
      for rings in polygons.polygonRings {
        parts.append(try Self.polygon(polygons.coordinates, polygons.ringEnds, rings, thread))
      }
      self = try Self.collection(GEOS_MULTIPOLYGON, parts, thread)
    case .collection(let collection):
      // GEOS 3.11 crashes in some operations on members without coordinates.
      var parts = OwnedGeometries()
      for member in collection.geometries where !member.isEmpty {
        parts.append(try OwnedGeometry(member, thread))
      }
      self = try Self.collection(GEOS_GEOMETRYCOLLECTION, parts, thread)
    }
  }

  /// Creates GEOS's form of a point, which must not be NaN.
  package init(_ place: Coordinate, _ thread: EngineThread) throws(GeometryError) {
    self = try unsafe OwnedGeometry(
      adopting: GEOSGeom_createPointFromXY_r(thread.context, place.x, place.y),
      of: "Making a point",
      thread
    )
  }

  /// Creates GEOS's form of a line, which must have vertices.
  package init(path: CoordinateSequence, _ thread: EngineThread) throws(GeometryError) {
    self = try Self.path(GEOS_LINESTRING, path, 0..<path.count, thread)
  }

  private static func empty(
    _ type: GeometryType,
    _ thread: EngineThread
  ) throws(GeometryError) -> OwnedGeometry {
    let empty =
      switch type {
      case .point: unsafe GEOSGeom_createEmptyPoint_r(thread.context)
      case .lineString: unsafe GEOSGeom_createEmptyLineString_r(thread.context)
      case .polygon: unsafe GEOSGeom_createEmptyPolygon_r(thread.context)
      default:
        // GEOS numbers its types as OGC does.
        unsafe GEOSGeom_createEmptyCollection_r(thread.context, Int32(type.rawValue))
      }
    return try unsafe OwnedGeometry(adopting: empty, of: "Making an empty geometry", thread)
  }

  /// A point, line or ring of coordinates in a range.
  private static func path(
    _ type: GEOSGeomTypes,
    _ coordinates: CoordinateSequence,
    _ range: Range<Int>,
    _ thread: EngineThread
  ) throws(GeometryError) -> OwnedGeometry {
    let sequence = try OwnedSequence(coordinates, range, thread)
    let (path, making) =
      switch type {
      case GEOS_POINT:
        unsafe (GEOSGeom_createPoint_r(thread.context, sequence.release()), "Making a point")
      case GEOS_LINESTRING:
        unsafe (GEOSGeom_createLineString_r(thread.context, sequence.release()), "Making a line")
      default:
        unsafe (GEOSGeom_createLinearRing_r(thread.context, sequence.release()), "Making a ring")
      }
    return try unsafe OwnedGeometry(adopting: path, of: making, thread)
  }

  private static func polygon(
    _ coordinates: CoordinateSequence,
    _ ringEnds: [Int],
    _ rings: Range<Int>,
    _ thread: EngineThread
  ) throws(GeometryError) -> OwnedGeometry {
    func range(_ ring: Int) -> Range<Int> { (ring == 0 ? 0 : ringEnds[ring - 1])..<ringEnds[ring] }
    let shell = try path(GEOS_LINEARRING, coordinates, range(rings.lowerBound), thread)
    var holes = OwnedGeometries()
    for index in rings.dropFirst() {
      holes.append(try path(GEOS_LINEARRING, coordinates, range(index), thread))
    }
    var pointers = unsafe holes.release()
    let count = UInt32(rings.count - 1)
    // GEOS copies the array of pointers and owns the geometries.
    let polygon = unsafe GEOSGeom_createPolygon_r(thread.context, shell.release(), &pointers, count)
    return try unsafe OwnedGeometry(adopting: polygon, of: "Making a polygon", thread)
  }

  private static func collection(
    _ type: GEOSGeomTypes,
    _ parts: consuming OwnedGeometries,
    _ thread: EngineThread
  ) throws(GeometryError) -> OwnedGeometry {
    var parts = parts
    var pointers = unsafe parts.release()
    let count = unsafe UInt32(pointers.count)
    // GEOS copies the array of pointers and owns the geometries.
    let collection = unsafe GEOSGeom_createCollection_r(
      thread.context,
      Int32(type.rawValue),
      &pointers,
      count
    )
    return try unsafe OwnedGeometry(adopting: collection, of: "Making a collection", thread)
  }
}
