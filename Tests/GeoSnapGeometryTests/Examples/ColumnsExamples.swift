// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Columns")
struct ColumnsExamples {

  @Test("GeometryColumn")
  func exampleGeometryColumn() throws {
    let places: GeometryColumn = [.point(Point(x: 1, y: 2)), nil]
    shows(places.count, "2")
    shows(places[0] == .point(Point(x: 1, y: 2)), "true")
    shows(places[1] == nil, "true")
  }
}
