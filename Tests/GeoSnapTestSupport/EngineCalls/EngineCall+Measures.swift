import GeoSnap

extension EngineCall {
  static let measures: [EngineCall] = [
    EngineCall("length") { .number($0.first.length) },
    EngineCall("area") { .number($0.first.area) },
    EngineCall("distance") { .number(try $0.first.distance(to: $0.second)) },
    EngineCall("hausdorffDistance") {
      .number(try $0.first.hausdorffDistance(to: $0.second, densifyFraction: $0.densifyFraction))
    },
    EngineCall("frechetDistance") {
      .number(try $0.first.frechetDistance(to: $0.second, densifyFraction: $0.densifyFraction))
    },
    EngineCall("minimumClearance") { .number(try $0.first.minimumClearance()) },
    EngineCall("minimumClearanceLine") { .segment(try $0.first.minimumClearanceLine()) },
    EngineCall("nearestPoints") { .segment(try $0.first.nearestPoints(to: $0.second)) },
    EngineCall("minimumBoundingCircle") { .circle(try $0.first.minimumBoundingCircle()) },
    EngineCall("maximumInscribedCircle") {
      .circle(try $0.first.maximumInscribedCircle(tolerance: $0.choice & 1 == 0 ? nil : $0.step))
    },
  ]

  /// Places on a geometry, found without GEOS.
  static let places: [EngineCall] = [
    EngineCall("distance to a coordinate") { .number($0.first.distance(to: $0.place)) },
    EngineCall("nearestCoordinate") { .hit($0.first.nearestCoordinate(to: $0.place)) },
    EngineCall("nearestBoundaryCoordinate") {
      .hit($0.first.nearestBoundaryCoordinate(to: $0.place))
    },
    EngineCall("nearestVertex") { .hit($0.first.nearestVertex(to: $0.place)) },
    EngineCall("linearLocation closest") {
      let tolerances: [FractionTolerance] = [.unlimited, .within($0.amount), .betweenEnds]
      return .location(
        try $0.first.linearLocation(closestTo: $0.place, tolerance: tolerances[$0.choice % 3])
      )
    },
    EngineCall("linearLocation atFraction") {
      .location(try $0.first.linearLocation(atFraction: $0.fraction))
    },
    EngineCall("linearLocation atDistance") {
      .location(try $0.first.linearLocation(atDistance: $0.amount))
    },
    geometry("point atFraction") { .point(try $0.first.point(atFraction: $0.fraction)) },
    geometry("point atDistance") { .point(try $0.first.point(atDistance: $0.amount)) },
    EngineCall("problems") {
      let expectations = $0.choice & 1 == 0 ? GeometryExpectations.ogc : GeometryExpectations()
      return .text($0.first.problems(expectations).map { "\($0) " }.joined())
    },
    geometry("envelope") { $0.first.envelope.map { Geometry($0) } },
  ]
}

extension EngineOperands {
  /// Not so small that the work has no end.
  var densifyFraction: Double? {
    guard choice & 1 != 0 else { return nil }
    return fraction > 0 ? max(fraction, 0.1) : fraction
  }
}
