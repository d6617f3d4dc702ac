import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Any operation on any geometry")
struct AnyGeometryTests {
  private func operands(
    _ first: Geometry,
    _ second: Geometry,
    _ choice: Int = 3
  ) -> EngineOperands {
    EngineOperands(first: first, second: second, amount: 2, fraction: 0.3, choice: choice)
  }

  @Test("Answers or refuses; answers are finite and well made", arguments: EngineCall.all.indices)
  func answers(index: Int) throws {
    let call = EngineCall.all[index]
    var (asked, answered) = (0, 0)
    // On a grid or not, near the origin and far from it: 2 and 5 are one of each.
    for seed in Extent.some(2, of: [2, 5, 1, 3, 4, 6] as [UInt64]) {
      let middle = c(seed < 4 ? 0 : 3_417_460.25, 0)
      var random = RandomGeometry(seed: seed, center: middle, radius: 8, allowsMeasures: true)
      random.isGrid = seed.isMultiple(of: 2)
      for _ in 0..<Extent.count(30, long: 60) {
        let one =
          random.generator.oneIn(5)
          ? Geometry.polygon(try random.tangledPolygon()) : try random.geometry()
        let other = try random.geometry()
        // No buffer has 0 segments in a quadrant.
        let choice = random.generator.int(0...22) * 11 + random.generator.int(1...10)
        let answer = call.answer(operands(one, other, choice))
        let note: Comment = "\(call.name), seed \(seed), \(choice): \(one.wkt) \(other.wkt)"
        asked += 1
        if case .refusal(let code, let message) = answer {
          // Patterns of some choices are none, and places may lie too far away.
          let mayBeRefused =
            [.engine, .unsupportedType].contains(code)
            || code == .invalidArgument && ["relates", "split at coordinates"].contains(call.name)
          #expect(mayBeRefused, "\(note) \(code) \(message)")
          continue
        }
        answered += 1
        #expect(answer.isFinite, note)
        // What a reader would refuse is not well made.
        guard case .geometries(let geometries) = answer else { continue }
        for geometry in geometries {
          #expect(try Geometry(wkb: geometry.wkb()).wkb() == geometry.wkb(), note)
        }
      }
    }
    // More than 10 of 360, and in proportion.
    #expect(answered * 36 > asked, "\(call.name)")
  }

  /// What knows its answer without looking at all ordinates, or takes any.
  private static let undemanding: Set<String> = [
    "area", "areaContains", "asMulti", "distance to a coordinate", "envelope", "equalsExactly",
    "fillingMissingM", "fillingMissingZ", "isValid", "length", "moved", "nearestBoundaryCoordinate",
    "nearestCoordinate", "nearestVertex", "orientingRings", "parts", "problems", "removingZAndM",
    "reversed", "rotated", "scaled", "settingM", "settingZ", "settingZAndM", "validityProblem",
  ]

  @Test("Ordinates that are not finite, or beyond measure, are refused by each")
  func refuses() throws {
    let other = try wkt("LINESTRING (0 5, 10 5)")
    var answering: Set<String> = []
    for text in [
      "LINESTRING (0 0, nan 1, 10 10)", "LINESTRING (0 0, inf 1)", "LINESTRING (0 0, 1e200 0)",
    ] {
      for call in EngineCall.all {
        switch call.answer(operands(try wkt(text), other)) {
        case .refusal(let code, let message):
          let codes: [GeometryError.Code] = [
            .nonFiniteOrdinate, .ordinateOutOfRange, .unsupportedType, .invalidArgument,
          ]
          #expect(codes.contains(code), "\(call.name) of \(text): \(message)")
        default: answering.insert(call.name)
        }
      }
    }
    #expect(answering == Self.undemanding)
  }
}
