import GeoSnap

extension EngineCall {
  static let predicates: [EngineCall] = [
    test("contains") { try $0.contains($1) }, test("isWithin") { try $0.isWithin($1) },
    test("covers") { try $0.covers($1) }, test("isCovered") { try $0.isCovered(by: $1) },
    test("crosses") { try $0.crosses($1) }, test("isDisjoint") { try $0.isDisjoint(from: $1) },
    test("intersects") { try $0.intersects($1) }, test("overlaps") { try $0.overlaps($1) },
    test("touches") { try $0.touches($1) },
    test("equalsTopologically") { try $0.equalsTopologically($1) },
    EngineCall("relate") { .text("\(try $0.first.relate($0.second))") },
    EngineCall("relates") {
      let patterns = ["T*F**FFF*", "FF*FF****", "0********", "T*T***T**", "T*F*", "T*F**FFFX"]
      return .truth(try $0.first.relates(to: $0.second, pattern: patterns[$0.choice % 6]))
    },
    EngineCall("isWithin distance") {
      .truth(try $0.first.isWithin(distance: $0.amount, of: $0.second))
    },
    EngineCall("isValid") { .truth(try $0.first.isValid) },
    EngineCall("validityProblem") { .problem(try $0.first.validityProblem()) },
    EngineCall("isSimple") { .truth(try $0.first.isSimple($0.convention)) },
    EngineCall("simplicityProblem") { .problem(try $0.first.simplicityProblem($0.convention)) },
    EngineCall("areaContains") { .truth($0.first.areaContains($0.place)) },
    EngineCall("equalsExactly") {
      .truth($0.first.equalsExactly($0.second, tolerance: abs($0.amount)))
    },
    EngineCall("equalsNormalized") {
      .truth(try $0.first.equalsNormalized($0.second, tolerance: abs($0.amount)))
    },
  ]

  static let preparedPredicates: [EngineCall] = [
    prepared("contains") { try $0.contains($1) },
    prepared("containsProperly") { try $0.containsProperly($1) },
    prepared("covers") { try $0.covers($1) }, prepared("isWithin") { try $0.isWithin($1) },
    prepared("isCovered") { try $0.isCovered(by: $1) }, prepared("crosses") { try $0.crosses($1) },
    prepared("isDisjoint") { try $0.isDisjoint(from: $1) },
    prepared("intersects") { try $0.intersects($1) }, prepared("overlaps") { try $0.overlaps($1) },
    prepared("touches") { try $0.touches($1) },
    EngineCall("prepared isWithin distance") {
      .truth(try PreparedGeometry($0.first).isWithin(distance: $0.amount, of: $0.second))
    },
    EngineCall("prepared distance") {
      .number(try PreparedGeometry($0.first).distance(to: $0.second))
    },
  ]

  private static func test(
    _ name: String,
    _ body: @escaping @Sendable (Geometry, Geometry) throws -> Bool
  ) -> EngineCall { EngineCall(name) { .truth(try body($0.first, $0.second)) } }

  private static func prepared(
    _ name: String,
    _ body: @escaping @Sendable (PreparedGeometry, Geometry) throws -> Bool
  ) -> EngineCall {
    EngineCall("prepared " + name) { .truth(try body(PreparedGeometry($0.first), $0.second)) }
  }
}

extension EngineOperands {
  var convention: GeometryConvention { choice & 1 == 0 ? .esri : .ogc }
}
