import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Curves of SQL/MM")
struct CurveTests {
  @Test(
    "Curves of straight pieces are lines and polygons",
    arguments: [
      ("COMPOUNDCURVE ((0 0, 1 0), (1 0, 1 2))", "LINESTRING (0 0, 1 0, 1 2)"),
      ("COMPOUNDCURVE Z ((0 0 1, 1 0 2))", "LINESTRING Z (0 0 1, 1 0 2)"),
      ("CIRCULARSTRING (0 0, 1 0, 2 0)", "LINESTRING (0 0, 1 0, 2 0)"),
      (
        "COMPOUNDCURVE (CIRCULARSTRING (0 0, 1 0, 2 0), (2 0, 3 1))",
        "LINESTRING (0 0, 1 0, 2 0, 3 1)"
      ),
      ("CURVEPOLYGON ((0 0, 2 0, 2 2, 0 0))", "POLYGON ((0 0, 2 0, 2 2, 0 0))"),
      (
        "CURVEPOLYGON (COMPOUNDCURVE ((0 0, 2 0), (2 0, 2 2, 0 0)))",
        "POLYGON ((0 0, 2 0, 2 2, 0 0))"
      ),
      (
        "MULTICURVE ((0 0, 1 0), COMPOUNDCURVE ((2 0, 3 0)))",
        "MULTILINESTRING ((0 0, 1 0), (2 0, 3 0))"
      ),
      (
        "MULTISURFACE (((0 0, 2 0, 2 2, 0 0)), CURVEPOLYGON ((5 5, 7 5, 7 7, 5 5)))",
        "MULTIPOLYGON (((0 0, 2 0, 2 2, 0 0)), ((5 5, 7 5, 7 7, 5 5)))"
      ),
      ("MULTICURVE EMPTY", "MULTILINESTRING EMPTY"), ("COMPOUNDCURVE EMPTY", "LINESTRING EMPTY"),
      (
        "GEOMETRYCOLLECTION (CURVEPOLYGON EMPTY, POINT (1 2))",
        "GEOMETRYCOLLECTION (POLYGON EMPTY, POINT (1 2))"
      ),
    ]
  )
  func straight(_ curve: String, _ expected: String) throws {
    #expect(try Geometry(wkt: curve).wkt == expected)
  }

  @Test(
    "Arcs and other types are refused by name",
    arguments: [
      ("CIRCULARSTRING (0 0, 1 1, 2 0)", FormatError.Code.unsupportedCurve),
      ("COMPOUNDCURVE ((0 0, 1 0), CIRCULARSTRING (1 0, 2 1, 3 0))", .unsupportedCurve),
      ("COMPOUNDCURVE ((0 0, 1 0), (2 0, 3 0))", .invalidGeometry),
      ("CIRCULARSTRING (0 0, 1 1)", .invalidGeometry),
      ("COMPOUNDCURVE (COMPOUNDCURVE ((0 0, 1 0)))", .unexpectedType),
      ("MULTISURFACE (LINESTRING (0 0, 1 0))", .unexpectedType), ("TIN EMPTY", .unexpectedType),
      ("MULTILINESTRING (CIRCULARSTRING (0 0, 1 0, 2 0))", .syntax),
    ]
  )
  func refused(_ text: String, _ code: FormatError.Code) {
    let error = #expect(throws: FormatError.self) { try Geometry(wkt: text) }
    #expect(error?.code == code, "\(text): \(error.map { "\($0)" } ?? "")")
  }

  private static func wkb(_ places: [Coordinate]) -> [UInt8] {
    var bytes: [UInt8] = [1, 8, 0, 0, 0, UInt8(places.count), 0, 0, 0]
    for number in places.flatMap({ [$0.x, $0.y] }) {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> UInt64(shift)))
      }
    }
    return bytes
  }

  private static func line(_ places: [Coordinate], _ tolerance: Double) throws -> [Coordinate] {
    let found = try Geometry.straightened(wkb: wkb(places).span, srid: nil, tolerance: tolerance)
    return Array(found.geometry.coordinates)
  }

  @Test(
    "Segments keep to the arc, ends stay, and the reverse is the reverse",
    arguments: 1...Extent.count(200 as UInt64, long: 20_000)
  )
  func arcs(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let (x, y) = (generator.double(-1e6...1e6), generator.double(-1e6...1e6))
    let radius = generator.double(0.01...200)
    let tolerance = 0.001
    // Points of a circle without its functions: the tangents of half the angles are enough.
    let tangents = (0..<3).map { _ in generator.double(-4...4) }
    let places = tangents.map { tangent in
      let square = tangent * tangent
      return Coordinate(
        x: x + radius * (1 - square) / (1 + square),
        y: y + radius * 2 * tangent / (1 + square)
      )
    }
    // Where the points nearly coincide, doubles do not determine a circle.
    let gaps: [Double] = places.indices.map { index in
      places[index].distance(to: places[(index + 1) % places.count])
    }
    guard gaps.allSatisfy({ $0 > radius / 10 }), radius > 0.1 else { return }
    let line = try Self.line(places, tolerance)
    #expect(line.first == places[0] && line.last == places[2], "seed \(seed)")
    #expect(line.contains(places[1]), "seed \(seed)")
    for (one, other) in zip(line, line.dropFirst()) {
      func distance(_ x1: Double, _ y1: Double) -> Double {
        ((x1 - x) * (x1 - x) + (y1 - y) * (y1 - y)).squareRoot()
      }
      #expect((distance(one.x, one.y) - radius).magnitude < 1e-4, "seed \(seed)")
      let middle = distance((one.x + other.x) / 2, (one.y + other.y) / 2)
      #expect(radius - middle < tolerance + 1e-4, "seed \(seed)")
    }
    #expect(try Self.line(places.reversed(), tolerance) == line.reversed(), "seed \(seed)")
  }
}
