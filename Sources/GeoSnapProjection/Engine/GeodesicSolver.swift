internal import CPROJ
internal import GeoSnap

/// Solves geodesics on one ellipsoid, in degrees and metres, with azimuths clockwise from north.
///
/// Karney, Algorithms for geodesics, J. Geodesy 87 (2013), in PROJ's geodesic.h: accurate to 15 nanometres.
struct GeodesicSolver: Sendable {
  private let geodesic: geod_geodesic

  init(_ ellipsoid: Ellipsoid) {
    var geodesic = geod_geodesic()
    unsafe geod_init(&geodesic, ellipsoid.semiMajorAxis, ellipsoid.flattening)
    self.geodesic = geodesic
  }

  /// The shortest way between two places: its length and its azimuth at both ends.
  func inverse(
    _ start: Coordinate,
    _ end: Coordinate
  ) -> (distance: Double, startAzimuth: Double, endAzimuth: Double) {
    var (distance, startAzimuth, endAzimuth) = (0.0, 0.0, 0.0)
    // PROJ only reads through the pointer, and only during the call.
    unsafe withUnsafePointer(to: geodesic) { pointer in
      unsafe geod_inverse(
        pointer,
        start.y,
        start.x,
        end.y,
        end.x,
        &distance,
        &startAzimuth,
        &endAzimuth
      )
    }
    return (distance, startAzimuth, endAzimuth)
  }

  /// The place at a distance in a direction, with a longitude that may exceed 180 degrees, and the azimuth there.
  func direct(
    _ start: Coordinate,
    azimuth: Double,
    distance: Double
  ) -> (place: Coordinate, azimuth: Double) {
    var place = Coordinate(x: 0, y: 0)
    var endAzimuth = 0.0
    // PROJ only reads through the pointer, and only during the call.
    unsafe withUnsafePointer(to: geodesic) { pointer in
      _ = unsafe geod_gendirect(
        pointer,
        start.y,
        start.x,
        azimuth,
        GEOD_LONG_UNROLL.rawValue,
        distance,
        &place.y,
        &place.x,
        &endAzimuth,
        nil,
        nil,
        nil,
        nil,
        nil
      )
    }
    return (place, endAzimuth)
  }

  /// The area to the left of a ring: positive when the ring runs counter-clockwise around the smaller part of the
  /// world, negative when it runs clockwise.
  func signedArea(_ ring: some Sequence<Coordinate>) -> Double {
    var polygon = geod_polygon()
    var area = 0.0
    // PROJ only reads through the pointer, and only during the calls; this function owns the polygon.
    unsafe withUnsafePointer(to: geodesic) { pointer in
      unsafe geod_polygon_init(&polygon, 0)
      for place in ring { unsafe geod_polygon_addpoint(pointer, &polygon, place.y, place.x) }
      _ = unsafe geod_polygon_compute(pointer, &polygon, 0, 1, &area, nil)
    }
    return area
  }
}
