// Written by Scripts/check-documentation from doc comments: change those.
// swift-format-ignore-file

import GeoSnap
import GeoSnapTestSupport
import Testing
import GeoSnapProjection

@Suite("Examples in the documentation: Network")
struct NetworkExamples {

  @Test("CoordinateTransformation.transform(_:)")
  func exampleTransform() throws {
    let toMetres = try CoordinateTransformation(
      from: SpatialReference(srid: 4326), to: SpatialReference(srid: 25_832))
    let network = try UtilityNetwork(definition: NetworkDefinition(), srid: 4326, tables: [])
    shows(try toMetres.transform(network).srid, "25832")
  }
}
