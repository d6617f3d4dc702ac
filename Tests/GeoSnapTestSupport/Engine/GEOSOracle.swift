internal import CGEOS
public import GeoSnap

/// GEOS called directly, to check our own answers against.
@safe
public final class GEOSOracle {
  private let context: OpaquePointer

  public init() throws {
    guard let context = unsafe GEOS_init_r() else { throw OracleError.failed("init") }
    unsafe self.context = context
  }

  deinit { unsafe GEOS_finish_r(context) }

  public enum OracleError: Error { case failed(String) }

  /// What GEOS reads from bytes and writes again, little-endian; nil when it refuses them.
  public func rewritten(wkb: [UInt8], isBigEndian: Bool = false, isExtended: Bool = false)
    -> [UInt8]?
  {
    unsafe withGeometry(wkb) { geometry in
      let writer = unsafe GEOSWKBWriter_create_r(context)
      defer { unsafe GEOSWKBWriter_destroy_r(context, writer) }
      unsafe GEOSWKBWriter_setOutputDimension_r(context, writer, 3)
      unsafe GEOSWKBWriter_setByteOrder_r(context, writer, isBigEndian ? 0 : 1)
      unsafe GEOSWKBWriter_setFlavor_r(context, writer, isExtended ? 1 : 2)
      unsafe GEOSWKBWriter_setIncludeSRID_r(context, writer, isExtended ? 1 : 0)
      if isExtended { unsafe GEOSSetSRID_r(context, geometry, 25_832) }
      var size = 0
      guard let bytes = unsafe GEOSWKBWriter_write_r(context, writer, geometry, &size) else {
        return nil
      }
      defer { unsafe GEOSFree_r(context, bytes) }
      return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
    } ?? nil
  }

  /// What GEOS reads from a text, as bytes; nil when it refuses it.
  public func wkb(wkt: String) -> [UInt8]? {
    let reader = unsafe GEOSWKTReader_create_r(context)
    defer { unsafe GEOSWKTReader_destroy_r(context, reader) }
    guard let geometry = unsafe GEOSWKTReader_read_r(context, reader, wkt) else { return nil }
    defer { unsafe GEOSGeom_destroy_r(context, geometry) }
    let writer = unsafe GEOSWKBWriter_create_r(context)
    defer { unsafe GEOSWKBWriter_destroy_r(context, writer) }
    unsafe GEOSWKBWriter_setOutputDimension_r(context, writer, 3)
    unsafe GEOSWKBWriter_setFlavor_r(context, writer, 2)
    var size = 0
    guard let bytes = unsafe GEOSWKBWriter_write_r(context, writer, geometry, &size) else {
      return nil
    }
    defer { unsafe GEOSFree_r(context, bytes) }
    return unsafe Array(UnsafeBufferPointer(start: bytes, count: size))
  }

  /// The distance along a line at which GEOS finds the place closest to a point.
  public func project(_ line: Geometry, _ place: Coordinate) throws -> Double {
    try unsafe withGeometry(line.wkb()) { line in
      unsafe withGeometry(Geometry.point(Point(place)).wkb()) { point in
        unsafe GEOSProject_r(context, line, point)
      }
    }.orFail("project").orFail("project")
  }

  public func interpolate(_ line: Geometry, _ distance: Double) throws -> Coordinate {
    try unsafe withGeometry(line.wkb()) { line in
      let point = unsafe GEOSInterpolate_r(context, line, distance)
      defer { unsafe GEOSGeom_destroy_r(context, point) }
      var x = Double.nan
      var y = Double.nan
      unsafe GEOSGeomGetX_r(context, point, &x)
      unsafe GEOSGeomGetY_r(context, point, &y)
      return Coordinate(x: x, y: y)
    }.orFail("interpolate")
  }

  public func length(_ geometry: Geometry) throws -> Double {
    try unsafe withGeometry(geometry.wkb()) { geometry in
      var length = Double.nan
      unsafe GEOSLength_r(context, geometry, &length)
      return length
    }.orFail("length")
  }

  public func area(_ geometry: Geometry) throws -> Double {
    try unsafe withGeometry(geometry.wkb()) { geometry in
      var area = Double.nan
      unsafe GEOSArea_r(context, geometry, &area)
      return area
    }.orFail("area")
  }

  public func isValid(_ geometry: Geometry) throws -> Bool {
    try unsafe withGeometry(geometry.wkb()) { geometry in
      unsafe GEOSisValid_r(context, geometry) == 1
    }.orFail("isValid")
  }

  public func covers(_ geometry: Geometry, _ place: Coordinate) throws -> Bool {
    try unsafe withGeometry(geometry.wkb()) { geometry in
      unsafe withGeometry(Geometry.point(Point(place)).wkb()) { point in
        unsafe GEOSCovers_r(context, geometry, point) == 1
      }
    }.orFail("covers").orFail("covers")
  }

  public func intersects(_ first: Geometry, _ second: Geometry) throws -> Bool {
    try unsafe withGeometry(first.wkb()) { first in
      unsafe withGeometry(second.wkb()) { second in
        unsafe GEOSIntersects_r(context, first, second) == 1
      }
    }.orFail("intersects").orFail("intersects")
  }

  public func distance(_ first: Geometry, _ second: Geometry) throws -> Double {
    try unsafe withGeometry(first.wkb()) { first in
      unsafe withGeometry(second.wkb()) { second in
        var distance = Double.nan
        unsafe GEOSDistance_r(context, first, second, &distance)
        return distance
      }
    }.orFail("distance").orFail("distance")
  }

  @unsafe
  private func withGeometry<Result>(
    _ wkb: [UInt8],
    _ body: (OpaquePointer) throws -> Result
  ) rethrows -> Result? {
    let reader = unsafe GEOSWKBReader_create_r(context)
    defer { unsafe GEOSWKBReader_destroy_r(context, reader) }
    guard let geometry = unsafe GEOSWKBReader_read_r(context, reader, wkb, wkb.count) else {
      return nil
    }
    defer { unsafe GEOSGeom_destroy_r(context, geometry) }
    return try unsafe body(geometry)
  }
}

extension Optional {
  fileprivate func orFail(_ operation: String) throws -> Wrapped {
    guard let self else { throw GEOSOracle.OracleError.failed(operation) }
    return self
  }
}
