import GeoSnap
import Testing

func c(_ x: Double, _ y: Double) -> Coordinate { Coordinate(x: x, y: y) }

func wkt(_ text: String) throws -> Geometry { try Geometry(wkt: text) }

func refuses(
  _ code: GeometryError.Code,
  sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Void
) {
  let error = #expect(throws: GeometryError.self, sourceLocation: sourceLocation) { try body() }
  #expect(error?.code == code, sourceLocation: sourceLocation)
}
