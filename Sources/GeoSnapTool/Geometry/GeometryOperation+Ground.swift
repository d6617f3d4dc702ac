import GeoSnap
import GeoSnapProjection

extension GeometryOperation {
  /// Operations that need the reference system of the coordinates.
  static let onGround: [GeometryOperation] = [
    .unary("project", "Transforms the geometry to another reference system.", "--to-srid [--srid]")
    { call in
      guard let target = call.parameters.toSrid else { throw Failure.usage("Give --to-srid.") }
      let transformation = try ReferenceSystemCache.shared.transformation(
        from: call.srid(),
        to: target,
        covering: call.extent
      )
      return .geometry(try transformation.transform(call.geometry))
    },
    .unary("geodesic-length", "The length in metres.", "[--srid]") {
      .number(try $0.ground().length(of: $0.geometry))
    },
    .unary("geodesic-area", "The area in square metres.", "[--srid]") {
      .number(try $0.ground().area(of: $0.geometry))
    },
    .binary("geodesic-distance", "The distance in metres.", "[--srid]") {
      .number(try $0.ground().distance(from: $0.geometry, to: $0.other()))
    },
    .binary("geodesic-line", "Length and azimuths to a point.", "[--srid]") { call in
      let line = try call.ground().line(
        from: call.requiredPlace(of: call.geometry),
        to: call.requiredPlace(of: call.other())
      )
      return .record([
        ("distance", .number(line.distance)), ("startAzimuth", .number(line.startAzimuth)),
        ("endAzimuth", .number(line.endAzimuth)),
      ])
    },
    .unary("geodesic-nearest", "The closest place on the ground.", "--at [--srid]") { call in
      guard
        let found = try call.ground().nearestLocation(on: call.geometry, to: call.place())
      else { return .geometry(nil) }
      return .record([
        ("location", call.place(found.coordinate, z: found.z, m: found.m)),
        ("distance", .number(found.distance)), ("part", .count(found.part)),
        ("index", .count(found.segment)), ("fraction", .number(found.segmentFraction)),
      ])
    },
    .unary(
      "geodesic-fraction",
      "The fraction of the length on the ground at a place.",
      "--at [--tolerance --srid]"
    ) {
      call in
      .number(
        try call.ground().location(
          along: call.geometry,
          closestTo: call.place(),
          tolerance: call.fractionTolerance
        )?.fraction
      )
    },
    .unary(
      "geodesic-point-at-fraction",
      "The place at a fraction of the length on the ground.",
      "--fraction [--srid]"
    ) {
      .geometry(.point(try $0.ground().point(along: $0.geometry, atFraction: $0.fraction())))
    },
    .unary("geodesic-densify", "Adds vertices along geodesics.", "--length [--srid]") {
      .geometry(
        try $0.ground().densified($0.geometry, maxSegmentLength: $0.number(\.length, "length"))
      )
    },
    .unary("geodesic-buffer", "The area within a distance.", "--distance [--deviation --srid]") {
      .geometry(
        try $0.ground().buffer(
          $0.geometry,
          distance: $0.number(\.distance, "distance"),
          maxDeviation: $0.parameters.deviation?.number
        )
      )
    },
    .unary("geodesic-move", "Moves a point.", "--distance --azimuth [--srid]") { call in
      .geometry(
        .point(
          Point(
            try call.ground().place(
              from: call.requiredPlace(of: call.geometry),
              distance: call.number(\.distance, "distance"),
              azimuth: call.number(\.azimuth, "azimuth")
            ),
            srid: call.geometry.srid
          )
        )
      )
    },
  ]
}

extension GeometryCall {
  /// The code of the required reference system.
  fileprivate func srid() throws -> SRID {
    guard let srid = parameters.srid ?? geometry.srid else {
      throw Failure.usage("Give the reference system of the coordinates with --srid.")
    }
    return srid
  }

  fileprivate func ground() throws -> Geodesy { try ReferenceSystemCache.shared.geodesy(srid()) }

  /// The coordinate of a point; refuses a point of another system.
  fileprivate func requiredPlace(of geometry: Geometry) throws -> Coordinate {
    _ = try commonSRID(srid(), geometry.srid)
    guard case .point(let point) = geometry, let place = point.coordinate else {
      throw Failure.badData("A point is needed, not a \(geometry.type.name).")
    }
    return place
  }
}
