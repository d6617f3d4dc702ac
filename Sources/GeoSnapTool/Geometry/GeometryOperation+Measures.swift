import GeoSnap
import GeoSnapProjection

extension GeometryOperation {
  static let predicates: [GeometryOperation] = [
    .binary("contains", "Whether the second lies inside the first.") {
      try $0.geometry.contains($1)
    },
    .binary("covered-by", "Whether no place of the first lies outside the second.") {
      try $0.geometry.isCovered(by: $1)
    },
    .binary("covers", "Whether no place of the second lies outside the first.") {
      try $0.geometry.covers($1)
    },
    .binary("crosses", "Whether the two cross.") { try $0.geometry.crosses($1) },
    .binary("disjoint", "Whether the two share no place.") { try $0.geometry.isDisjoint(from: $1) },
    .binary("equals", "Whether the two cover the same places.") {
      try $0.geometry.equalsTopologically($1)
    },
    .binary("equals-exactly", "Whether all vertices are equal, in order.", "[--tolerance]") {
      $0.geometry.equalsExactly($1, tolerance: $0.tolerance ?? 0)
    },
    .binary("equals-normalized", "Whether the normal forms are equal.", "[--tolerance]") {
      try $0.geometry.equalsNormalized($1, tolerance: $0.tolerance ?? 0)
    },
    .binary("intersects", "Whether the two share a place.") { try $0.geometry.intersects($1) },
    .binary("overlaps", "Whether the two overlap.") { try $0.geometry.overlaps($1) },
    .binary("relate", "The DE-9IM, or whether the DE-9IM fits a pattern.", "[--pattern]") {
      call,
      other in
      let matrix = try call.geometry.relate(other)
      guard let pattern = call.parameters.pattern else { return GeometryAnswer.word("\(matrix)") }
      return GeometryAnswer.truth(try matrix.matches(pattern))
    },
    .binary("touches", "Whether the two touch.") { try $0.geometry.touches($1) },
    .binary("within", "Whether the first lies inside the second.") { try $0.geometry.isWithin($1) },
    .binary(
      "within-distance",
      "Whether the two are within the distance of each other.",
      "--distance"
    ) { try $0.geometry.isWithin(distance: $0.number(\.distance, "distance"), of: $1) },
    .unary("is-simple", "Whether the geometry is simple.", "[--convention]") {
      try $0.geometry.isSimple($0.parameters.convention)
    },
    .unary("is-valid", "Whether the geometry is valid by OGC's rules.") { try $0.geometry.isValid },
    .unary("simplicity", "Why the geometry is not simple, and where.", "[--convention]") {
      $0.problem(try $0.geometry.simplicityProblem($0.parameters.convention))
    },
    .unary("validity", "Why the geometry is not valid, and where.") {
      $0.problem(try $0.geometry.validityProblem())
    },
  ]

  static let measures: [GeometryOperation] = [
    .unary("area", "The area.") { $0.geometry.area },
    .unary("length", "The length, or the perimeter of an area.") { $0.geometry.length },
    .binary("distance", "The least distance.") { try $0.geometry.distance(to: $1) },
    .binary("hausdorff-distance", "The discrete Hausdorff distance.", "[--ratio]") {
      try $0.geometry.hausdorffDistance(to: $1, densifyFraction: $0.parameters.ratio)
    },
    .binary("frechet-distance", "The discrete Frechet distance.", "[--ratio]") {
      try $0.geometry.frechetDistance(to: $1, densifyFraction: $0.parameters.ratio)
    },
    .unary("minimum-clearance", "The minimum clearance of the vertices.") {
      try $0.geometry.minimumClearance()
    },
    .unary("minimum-clearance-line", "The line of the minimum clearance.") {
      try line($0.geometry.minimumClearanceLine(), $0)
    },
    .unary("envelope", "The rectangle around the geometry.") { call in
      call.geometry.envelope.map { Geometry($0, srid: call.geometry.srid) }
    },
    .binary("nearest-points", "The two closest places.") {
      try line($0.geometry.nearestPoints(to: $1), $0)
    },
    .unary("nearest-coordinate", "The closest place, also inside areas.", "--at") {
      $0.proximity($0.geometry.nearestCoordinate(to: try $0.place()))
    },
    .unary("nearest-boundary", "The closest place on lines and borders.", "--at") {
      $0.proximity($0.geometry.nearestBoundaryCoordinate(to: try $0.place()))
    },
    .unary("nearest-vertex", "The closest vertex.", "--at") {
      $0.proximity($0.geometry.nearestVertex(to: try $0.place()))
    },
    .unary(
      "fraction",
      "The fraction of a line at a place; tolerance -1 as in Esri.",
      "--at [--tolerance]"
    ) { call in
      let place = try call.place()
      return GeometryAnswer.number(
        try call.geometry.fraction(closestTo: place, tolerance: call.fractionTolerance)
      )
    },
    .unary("coordinate-count", "The number of coordinates.") { $0.geometry.coordinates.count },
  ]

  private static func line(_ segment: Segment?, _ call: GeometryCall) throws -> Geometry? {
    guard let segment else { return nil }
    return .lineString(try LineString([segment.start, segment.end], srid: call.geometry.srid))
  }
}

extension GeometryCall {
  func place(_ coordinate: Coordinate, z: Double? = nil, m: Double? = nil) -> GeometryAnswer {
    .geometry(.point(Point(coordinate, z: z, m: m, srid: geometry.srid)))
  }

  /// The greatest distance of a place from a line; -1 as Esri defines it.
  var fractionTolerance: FractionTolerance {
    switch tolerance {
    case nil: .unlimited
    case -1: .betweenEnds
    case .some(let limit): .within(limit)
    }
  }

  fileprivate func problem(_ problem: ValidityProblem?) -> GeometryAnswer {
    guard let problem else { return GeometryAnswer.word("none") }
    return .record([("reason", .word(problem.reason)), ("location", place(problem.location))])
  }

  fileprivate func proximity(_ result: ProximityResult?) -> GeometryAnswer {
    guard let result else { return GeometryAnswer.geometry(nil) }
    return .record([
      ("location", place(result.coordinate, z: result.z, m: result.m)),
      ("distance", .number(result.distance)), ("part", .count(result.part)),
      ("index", .count(result.index)), ("fraction", .number(result.fraction)),
    ])
  }
}

extension GeometryOperation {
  static let onGround: [GeometryOperation] = [
    .unary("project", "Transforms the geometry to another reference system.", "--to-srid [--srid]")
    { call in
      guard let target = call.parameters.toSrid else { throw Failure.usage("Give --to-srid.") }
      let transformation = try ReferenceSystemCache.shared.transformation(
        from: call.srid(),
        to: target,
        covering: call.extent
      )
      return GeometryAnswer.geometry(try transformation.transform(call.geometry))
    },
    .unary("geodesic-length", "The length in metres.", "[--srid]") {
      try $0.ground().length(of: $0.geometry)
    },
    .unary("geodesic-area", "The area in square metres.", "[--srid]") {
      try $0.ground().area(of: $0.geometry)
    },
    .binary("geodesic-distance", "The distance in metres.", "[--srid]") {
      try $0.ground().distance(from: $0.geometry, to: $1)
    },
    .binary("geodesic-line", "Length and azimuths to a point.", "[--srid]") { call, other in
      let line = try call.ground().line(
        from: call.requiredPlace(of: call.geometry),
        to: call.requiredPlace(of: other)
      )
      return GeometryAnswer.record([
        ("distance", .number(line.distance)), ("startAzimuth", .number(line.startAzimuth)),
        ("endAzimuth", .number(line.endAzimuth)),
      ])
    },
    .unary("geodesic-nearest", "The closest place on the ground.", "--at [--srid]") { call in
      guard let found = try call.ground().nearestLocation(on: call.geometry, to: call.place())
      else { return GeometryAnswer.geometry(nil) }
      return GeometryAnswer.record([
        ("location", call.place(found.coordinate, z: found.z, m: found.m)),
        ("distance", .number(found.distance)), ("part", .count(found.part)),
        ("index", .count(found.segment)), ("fraction", .number(found.segmentFraction)),
      ])
    },
    .unary(
      "geodesic-fraction",
      "The fraction of the length on the ground at a place.",
      "--at [--tolerance --srid]"
    ) { call in
      try call.ground().location(
        along: call.geometry,
        closestTo: call.place(),
        tolerance: call.fractionTolerance
      )?.fraction
    },
    .unary(
      "geodesic-point-at-fraction",
      "The place at a fraction of the length on the ground.",
      "--fraction [--srid]"
    ) { try $0.ground().point(along: $0.geometry, atFraction: $0.fraction()) },
    .unary("geodesic-densify", "Adds vertices along geodesics.", "--length [--srid]") {
      try $0.ground().densified($0.geometry, maxSegmentLength: $0.number(\.length, "length"))
    },
    .unary("geodesic-buffer", "The area within a distance.", "--distance [--deviation --srid]") {
      try $0.ground().buffer(
        $0.geometry,
        distance: $0.number(\.distance, "distance"),
        maxDeviation: $0.parameters.deviation?.number
      )
    },
    .unary("geodesic-move", "Moves a point.", "--distance --azimuth [--srid]") { call in
      Point(
        try call.ground().place(
          from: call.requiredPlace(of: call.geometry),
          distance: call.number(\.distance, "distance"),
          azimuth: call.number(\.azimuth, "azimuth")
        ),
        srid: call.geometry.srid
      )
    },
  ]
}

extension GeometryCall {
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
