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

  @Test("UtilityNetwork.guess(of:)")
  func exampleGuess() throws {
    let place = try Geometry(wkt: "POINT (417000 5367000)", srid: 25_832)
    var poles = FeatureTable(name: "poles", sourceID: nil, geometryType: .point)
    poles.append(Feature(rowID: 1, globalID: nil, geometry: place))
    let network = try UtilityNetwork(
      definition: NetworkDefinition(domainNetworks: []), srid: 25_832, tables: [poles])
    shows(network.guess(of: Coordinate(x: 7.878, y: 48.451))?.srid, "4326")
    shows(network.guess(of: Coordinate(x: 48.451, y: 7.878))?.isSwapped, "true")
  }

  @Test("SpatialReference.doubt(about:)")
  func exampleDoubt() throws {
    let utm = try SpatialReference(srid: 25_832)
    let degrees = Envelope(minX: 7.8, minY: 48.4, maxX: 7.9, maxY: 48.5)
    shows(utm.doubt(about: degrees) == .degrees, "true")
    shows(try SpatialReference(srid: 4326).doubt(about: degrees) == nil, "true")
  }
}
