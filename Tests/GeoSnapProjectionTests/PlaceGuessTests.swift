import GeoSnap
import GeoSnapProjection
import GeoSnapTestSupport
import Testing

@Suite("The reference system that a place is likely to be in")
struct PlaceGuessTests {
  private func network(_ wkt: String, srid: SRID?) throws -> UtilityNetwork {
    var table = FeatureTable(name: "lines", sourceID: nil, geometryType: .lineString)
    table.append(Feature(rowID: 1, globalID: nil, geometry: try Geometry(wkt: wkt, srid: srid)))
    return try UtilityNetwork(definition: GasFixture.definition, srid: srid, tables: [table])
  }

  @Test(
    "A place of the network is found again from its coordinates in another system",
    arguments: [4326, 3857, 25831, 25833, 25834] as [SRID]
  )
  func systems(srid: SRID) throws {
    let network = try network("LINESTRING (415000 5366000, 420000 5369000)", srid: 25832)
    let place = at(417_000, 5_367_000)
    let given = try transformation(25832, srid).transform(place)
    #expect(network.doubt(about: given) != nil)
    let guess = try #require(network.guess(of: given))
    #expect(guess.srid == srid && !guess.isSwapped)
    #expect(guess.place.distance(to: place) < 1)
    let swapped = try #require(network.guess(of: at(given.y, given.x)))
    #expect(swapped.srid == srid && swapped.isSwapped)
  }

  @Test("A place that no system explains, or of a network without one, has no guess")
  func nothing() throws {
    let network = try network("LINESTRING (415000 5366000, 420000 5369000)", srid: 25832)
    #expect(network.guess(of: at(-70, -30)) == nil)
    #expect(network.guess(of: at(1e12, -1e12)) == nil)
    let schematic = try self.network("LINESTRING (0 0, 40 30)", srid: nil)
    #expect(schematic.guess(of: at(8, 48)) == nil)
  }

  @Test(
    "Coordinates are doubted where a reference system cannot have them",
    arguments: [
      (25832 as SRID, 417_000.0, 5_367_000.0, nil as PlaceDoubt?), (25832, 7.9, 48.4, .degrees),
      (25832, 5_367_000, 417_000, .swappedAxes), (25832, 0, 100, .degrees),
      (25832, 417_000, 1_000_000, .farAway), (4326, 7.9, 48.4, nil),
      (4326, 48.4, 170, .swappedAxes),
      (4326, 417_000, 5_367_000, .notDegrees), (3857, 878_000, 6_180_000, nil),
      (27700, 400_000, 300_000, nil), (27700, -2, 52, .degrees), (2263, 1_000_000, 200_000, nil),
    ]
  )
  func systems(srid: SRID, x: Double, y: Double, doubt: PlaceDoubt?) throws {
    let envelope = Envelope(around: at(x, y), radius: 0.01)
    #expect(try SpatialReference(srid: srid).doubt(about: envelope) == doubt)
  }
}
