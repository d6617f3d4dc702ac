// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing
import GeoSnapProjection

@Suite("Examples in the documentation: Description")
struct DescriptionExamples {

  @Test("AreaOfUse")
  func exampleAreaOfUse() throws {
    let fiji = AreaOfUse(west: 174, south: -25, east: -176, north: -9)
    shows(fiji.contains(longitude: 179, latitude: -17), "true")
    shows(fiji.contains(longitude: 0, latitude: -17), "false")
  }
}
