// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing
import GeoSnapProjection

@Suite("Examples in the documentation: Reference")
struct ReferenceExamples {

  @Test("SpatialReference")
  func exampleSpatialReference() throws {
    let utm = try SpatialReference(srid: 25_832)
    shows(utm.name, "ETRS89 / UTM zone 32N")
    shows(utm.axes[0].unit, "metre")
    shows(utm.kind, "projected")
    shows(try SpatialReference(authority: "ESRI", code: "102100").kind, "projected")
    shows(try SpatialReference(parsing: "+proj=utm +zone=32 +ellps=GRS80").srid, "nil")
  }
}
