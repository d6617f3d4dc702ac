// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Examples in the documentation: Problems")
struct ProblemsExamples {

  @Test("Geometry.problems(_:)")
  func exampleProblems() throws {
    let bowtie = try Geometry(wkt: "POLYGON ((0 0, 4 4, 4 0, 0 4, 0 0))")
    shows(bowtie.problems(), "[selfIntersectingRing at (2.0 2.0), part 0, ring 0]")
    let pair = try Geometry(wkt: "MULTILINESTRING ((0 0, 1 0), (1 0, 0 0))")
    shows(pair.problems(GeometryExpectations(allowsMultipart: false)).map(\.kind), "[multipart, duplicatePart]")
  }

  @Test("UncheckedGeometry.problems(_:)")
  func exampleProblems2() throws {
    let open = UncheckedGeometry(line: [Coordinate(x: 1, y: 2)])
    shows(open.problems(), "[tooFewPoints at (1.0 2.0), part 0]")
  }
}
