import GeoSnap

extension GeometryOperation {
  static let predicates: [GeometryOperation] = [
    .binary("contains", "Whether the second lies inside the first.") {
      .truth(try $0.geometry.contains($0.other()))
    },
    .binary("covered-by", "Whether no place of the first lies outside the second.") {
      .truth(try $0.geometry.isCovered(by: $0.other()))
    },
    .binary("covers", "Whether no place of the second lies outside the first.") {
      .truth(try $0.geometry.covers($0.other()))
    },
    .binary("crosses", "Whether the two cross.") { .truth(try $0.geometry.crosses($0.other())) },
    .binary("disjoint", "Whether the two share no place.") {
      .truth(try $0.geometry.isDisjoint(from: $0.other()))
    },
    .binary("equals", "Whether the two cover the same places.") {
      .truth(try $0.geometry.equalsTopologically($0.other()))
    },
    .binary("equals-exactly", "Whether all vertices are equal, in order.", "[--tolerance]") {
      .truth($0.geometry.equalsExactly(try $0.other(), tolerance: $0.tolerance ?? 0))
    },
    .binary("equals-normalized", "Whether the normal forms are equal.", "[--tolerance]") {
      .truth(
        try $0.geometry.equalsNormalized($0.other(), tolerance: $0.tolerance ?? 0)
      )
    },
    .binary("intersects", "Whether the two share a place.") {
      .truth(try $0.geometry.intersects($0.other()))
    },
    .binary("overlaps", "Whether the two overlap.") {
      .truth(try $0.geometry.overlaps($0.other()))
    },
    .binary("relate", "The DE-9IM, or whether the DE-9IM fits a pattern.", "[--pattern]") { call in
      let matrix = try call.geometry.relate(call.other())
      guard let pattern = call.parameters.pattern else { return .word("\(matrix)") }
      return .truth(try matrix.matches(pattern))
    },
    .binary("touches", "Whether the two touch.") { .truth(try $0.geometry.touches($0.other())) },
    .binary("within", "Whether the first lies inside the second.") {
      .truth(try $0.geometry.isWithin($0.other()))
    },
    .binary(
      "within-distance",
      "Whether the two are within the distance of each other.",
      "--distance"
    ) {
      .truth(try $0.geometry.isWithin(distance: $0.number(\.distance, "distance"), of: $0.other()))
    },
    .unary("is-simple", "Whether the geometry is simple.", "[--convention]") {
      .truth(try $0.geometry.isSimple($0.parameters.convention))
    },
    .unary("is-valid", "Whether the geometry is valid by OGC's rules.") {
      .truth(try $0.geometry.isValid)
    },
    .unary("simplicity", "Why the geometry is not simple, and where.", "[--convention]") {
      .problem(try $0.geometry.simplicityProblem($0.parameters.convention), $0)
    },
    .unary("validity", "Why the geometry is not valid, and where.") {
      .problem(try $0.geometry.validityProblem(), $0)
    },
  ]

  static let measures: [GeometryOperation] = [
    .unary("area", "The area.") { .number($0.geometry.area) },
    .unary("length", "The length, or the perimeter of an area.") { .number($0.geometry.length) },
    .binary("distance", "The least distance.") {
      .number(try $0.geometry.distance(to: $0.other()))
    },
    .binary("hausdorff-distance", "The discrete Hausdorff distance.", "[--ratio]") {
      .number(
        try $0.geometry.hausdorffDistance(to: $0.other(), densifyFraction: $0.parameters.ratio)
      )
    },
    .binary("frechet-distance", "The discrete Frechet distance.", "[--ratio]") {
      .number(try $0.geometry.frechetDistance(to: $0.other(), densifyFraction: $0.parameters.ratio))
    },
    .unary("minimum-clearance", "The minimum clearance of the vertices.") {
      .number(try $0.geometry.minimumClearance())
    },
    .unary("minimum-clearance-line", "The line of the minimum clearance.") {
      .geometry(try line($0.geometry.minimumClearanceLine(), $0))
    },
    .unary("envelope", "The rectangle around the geometry.") { call in
      .geometry(call.geometry.envelope.map { Geometry($0, srid: call.geometry.srid) })
    },
    .binary("nearest-points", "The two closest places.") {
      .geometry(try line($0.geometry.nearestPoints(to: $0.other()), $0))
    },
    .unary("nearest-coordinate", "The closest place, also inside areas.", "--at") {
      .proximity($0.geometry.nearestCoordinate(to: try $0.place()), $0)
    },
    .unary("nearest-boundary", "The closest place on lines and borders.", "--at") {
      .proximity($0.geometry.nearestBoundaryCoordinate(to: try $0.place()), $0)
    },
    .unary("nearest-vertex", "The closest vertex.", "--at") {
      .proximity($0.geometry.nearestVertex(to: try $0.place()), $0)
    },
    .unary(
      "fraction",
      "The fraction of a line at a place; tolerance -1 as in Esri.",
      "--at [--tolerance]"
    ) {
      call in
      let place = try call.place()
      return .number(
        try call.geometry.fraction(closestTo: place, tolerance: call.fractionTolerance)
      )
    },
    .unary("coordinate-count", "The number of coordinates.") {
      .count($0.geometry.coordinates.count)
    },
  ]

  private static func line(_ segment: Segment?, _ call: GeometryCall) throws -> Geometry? {
    guard let segment else { return nil }
    return .lineString(try LineString([segment.start, segment.end], srid: call.geometry.srid))
  }
}

extension GeometryCall {
  /// A place in the geometry's reference system, as an answer.
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
}

extension GeometryAnswer {
  static func problem(_ problem: ValidityProblem?, _ call: GeometryCall) -> GeometryAnswer {
    guard let problem else { return .word("none") }
    return .record([
      ("reason", .word(problem.reason)), ("location", call.place(problem.location)),
    ])
  }

  static func proximity(_ result: ProximityResult?, _ call: GeometryCall) -> GeometryAnswer {
    guard let result else { return .geometry(nil) }
    return .record([
      ("location", call.place(result.coordinate, z: result.z, m: result.m)),
      ("distance", .number(result.distance)), ("part", .count(result.part)),
      ("index", .count(result.index)), ("fraction", .number(result.fraction)),
    ])
  }
}
