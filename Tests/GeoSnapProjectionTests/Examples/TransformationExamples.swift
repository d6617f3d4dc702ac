// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing
import GeoSnapProjection

@Suite("Examples in the documentation: Transformation")
struct TransformationExamples {

  @Test("CoordinateTransformation")
  func exampleCoordinateTransformation() throws {
    let toMetres = try CoordinateTransformation(
      from: SpatialReference(srid: 4326), to: SpatialReference(srid: 25_832))
    let main = try toMetres.transform(Geometry(wkt: "LINESTRING (8 48.5, 8.01 48.5)", srid: 4326))
    shows(main.srid, "25832")
    shows(main.coordinates[0].x, "426128.602...")
    shows(try toMetres.transform(Coordinate(x: 9, y: 48)).y, "5316300.224...")
    let back = try toMetres.inverse.transform([Coordinate(x: 500_000, y: 5_316_300)])
    shows((back[0].x - 9).magnitude < 1e-9, "true")
  }
}
