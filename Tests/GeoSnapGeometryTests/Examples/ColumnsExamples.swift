// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Columns")
struct ColumnsExamples {

  @Test("GeometryColumn")
  func exampleGeometryColumn() throws {
    var poles = FeatureTable(name: "poles", sourceID: nil, geometryType: .point)
    poles.append(Feature(rowID: 1, globalID: nil, geometry: .point(Point(x: 1, y: 2))))
    poles.append(Feature(rowID: 2, globalID: nil, geometry: nil))
    shows(poles.geometries.count, "2")
    shows(poles.geometries[0], "POINT (1 2)")
    shows(poles.geometries[1], "nil")
  }
}
