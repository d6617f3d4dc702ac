internal import CGEOS

extension OwnedGeometry {
  /// Copies the geometry from GEOS, without M, and without Z when only some parts have it.
  package func value(srid: SRID?, _ thread: EngineThread) throws(GeometryError) -> Geometry {
    try unsafe withPointer { pointer throws(GeometryError) in
      do throws(GeometryError) {
        return try unsafe EngineReader(thread: thread, srid: srid, keepsZ: true).geometry(pointer)
      } catch {
        guard error.code == .mixedDimensions else { throw error }
        return try unsafe EngineReader(thread: thread, srid: srid, keepsZ: false).geometry(pointer)
      }
    }
  }
}

/// Copies geometries from GEOS; the pointers belong to a geometry that is borrowed meanwhile.
private struct EngineReader {
  let thread: EngineThread
  let srid: SRID?
  let keepsZ: Bool

  @unsafe
  func geometry(_ pointer: OpaquePointer) throws(GeometryError) -> Geometry {
    let type = unsafe GEOSGeomTypeId_r(thread.context, pointer)
    switch GEOSGeomTypes(UInt32(bitPattern: type)) {
    case GEOS_POINT:
      let coordinates = try unsafe coordinates(pointer)
      guard let place = coordinates.first else { return .point(Point(emptyIn: srid)) }
      return .point(Point(place, z: coordinates.z(at: 0), srid: srid))
    case GEOS_LINESTRING, GEOS_LINEARRING:
      return .lineString(try LineString(try unsafe coordinates(pointer), srid: srid))
    case GEOS_POLYGON: return .polygon(try unsafe polygon(pointer))
    case GEOS_MULTIPOINT:
      var points = CoordinateSequence(dimensions: unsafe dimensions(pointer))
      for part in try unsafe members(of: pointer, coordinates) {
        try points.append(contentsOf: part)
      }
      return .multiPoint(MultiPoint(points, srid: srid))
    case GEOS_MULTILINESTRING:
      let parts = try unsafe members(of: pointer, coordinates)
      return .multiLineString(try MultiLineString(parts: parts, srid: srid))
    case GEOS_MULTIPOLYGON:
      let polygons = try unsafe members(of: pointer, polygon)
      return .multiPolygon(try MultiPolygon(polygons: polygons, srid: srid))
    case GEOS_GEOMETRYCOLLECTION:
      let geometries = try unsafe members(of: pointer, geometry)
      return .collection(try GeometryCollection(geometries, srid: srid))
    default: throw thread.failure(of: "Reading a geometry of type \(type)")
    }
  }

  @unsafe
  private func members<Member>(
    of pointer: OpaquePointer,
    _ read: (OpaquePointer) throws(GeometryError) -> Member
  ) throws(GeometryError) -> [Member] {
    let count = max(unsafe GEOSGetNumGeometries_r(thread.context, pointer), 0)
    return try (0..<count).map { index throws(GeometryError) in
      guard let member = unsafe GEOSGetGeometryN_r(thread.context, pointer, index) else {
        throw thread.failure(of: "Reading a part")
      }
      return try unsafe read(member)
    }
  }

  @unsafe
  private func polygon(_ pointer: OpaquePointer) throws(GeometryError) -> Polygon {
    guard unsafe GEOSisEmpty_r(thread.context, pointer) == 0 else {
      return try Polygon(rings: [], srid: srid)
    }
    let holeCount = unsafe GEOSGetNumInteriorRings_r(thread.context, pointer)
    var rings = [try unsafe ring(GEOSGetExteriorRing_r(thread.context, pointer))]
    for index in 0..<max(holeCount, 0) {
      rings.append(try unsafe ring(GEOSGetInteriorRingN_r(thread.context, pointer, index)))
    }
    return try Polygon(rings: rings, srid: srid)
  }

  @unsafe
  private func ring(_ pointer: OpaquePointer?) throws(GeometryError) -> CoordinateSequence {
    guard let pointer = unsafe pointer else { throw thread.failure(of: "Reading a ring") }
    return try unsafe coordinates(pointer)
  }

  @unsafe
  private func dimensions(_ pointer: OpaquePointer) -> CoordinateDimensions {
    unsafe keepsZ && GEOSHasZ_r(thread.context, pointer) == 1 ? .xyz : .xy
  }

  /// Copies the coordinates of a point, line or ring at once.
  @unsafe
  private func coordinates(_ pointer: OpaquePointer) throws(GeometryError) -> CoordinateSequence {
    let dimensions = unsafe dimensions(pointer)
    var count: UInt32 = 0
    guard let sequence = unsafe GEOSGeom_getCoordSeq_r(thread.context, pointer),
      unsafe GEOSCoordSeq_getSize_r(thread.context, sequence, &count) == 1
    else { throw thread.failure(of: "Reading coordinates") }
    var ordinates = [Double](repeating: 0, count: Int(count) * dimensions.count)
    let hasZ: Int32 = dimensions.hasZ ? 1 : 0
    let isCopied = unsafe ordinates.withUnsafeMutableBufferPointer { buffer in
      // The buffer holds `count` coordinates, all of the sequence.
      unsafe GEOSCoordSeq_copyToBuffer_r(thread.context, sequence, buffer.baseAddress, hasZ, 0)
    }
    guard isCopied == 1 else { throw thread.failure(of: "Reading coordinates") }
    return CoordinateSequence(trusted: ordinates, dimensions: dimensions)
  }
}
