import GeoSnap
import GeoSnapTestSupport
import Testing

/// Answers that shapely 2.2.0 (GEOS 3.14.1) gives, where GEOS versions agree.
struct EngineAnswersTests {
  @Test("A mitre limit cuts sharp corners off")
  func mitreLimit() throws {
    let line = try wkt("LINESTRING (0 0, 10 0, 0 1)")
    let sharp = BufferStyle(cap: .flat, join: .mitre, mitreLimit: 20)
    let blunt = BufferStyle(cap: .flat, join: .mitre, mitreLimit: 2)
    let sharpReach = try #require(try line.buffer(distance: 1, style: sharp).envelope).maxX
    let bluntReach = try #require(try line.buffer(distance: 1, style: blunt).envelope).maxX
    #expect(sharpReach > 20)
    #expect(bluntReach < 13)
  }

  @Test("Distances and styles out of range are refused")
  func refusedStyles() throws {
    let point = Geometry.point(Point(x: 0, y: 0))
    for distance in [Double.nan, .infinity, -.infinity, 1e200] {
      refuses(.invalidArgument) { _ = try point.buffer(distance: distance) }
    }
    let styles = [
      BufferStyle(quadrantSegments: 0), BufferStyle(quadrantSegments: 1_001),
      BufferStyle(mitreLimit: 0), BufferStyle(mitreLimit: .nan), BufferStyle(mitreLimit: -1),
    ]
    for style in styles {
      refuses(.invalidArgument) { _ = try point.buffer(distance: 1, style: style) }
    }
  }
}
