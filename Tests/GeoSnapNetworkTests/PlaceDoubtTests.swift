import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Places that cannot be meant for a network")
struct PlaceDoubtTests {
  private func network(_ wkt: String, srid: SRID?) throws -> UtilityNetwork {
    var table = FeatureTable(name: "lines", sourceID: nil, geometryType: .lineString)
    table.append(Feature(rowID: 1, globalID: nil, geometry: try Geometry(wkt: wkt, srid: srid)))
    return try UtilityNetwork(definition: GasFixture.definition, srid: srid, tables: [table])
  }

  private let utm = "LINESTRING (415000 5366000, 420000 5369000)"

  @Test(
    "A place far outside a network in metres is doubted with the likely reason",
    arguments: [
      (417_000.0, 5_367_000.0, nil as PlaceDoubt?), (424_000, 5_366_000, nil),
      (7.9, 48.4, .degrees), (48.4, 7.9, .degrees), (-179, 89, .degrees),
      (5_367_000, 417_000, .swappedAxes), (32_417_000, 5_367_000, .anotherZone),
      (860_000, 5_370_000, .anotherZone), (417_000, 1_000_000, .farAway), (1e12, 0, .farAway),
    ]
  )
  func metres(x: Double, y: Double, doubt: PlaceDoubt?) throws {
    #expect(try network(utm, srid: 25832).doubt(about: c(x, y)) == doubt)
  }

  @Test("In a network in degrees metres are doubted, and what is on the other side of the world")
  func degrees() throws {
    let network = try network("LINESTRING (7.8 48.4, 7.9 48.5)", srid: 4326)
    #expect(network.doubt(about: c(7.85, 48.45)) == nil)
    #expect(network.doubt(about: c(417_000, 5_367_000)) == .notDegrees)
    #expect(network.doubt(about: c(48.45, 7.85)) == .swappedAxes)
    #expect(network.doubt(about: c(-70, -30)) == .farAway)
  }

  @Test("Without a reference system numbers are compared alone, and without an extent nothing is")
  func unknown() throws {
    let schematic = try network("LINESTRING (0 0, 40 30)", srid: nil)
    #expect(schematic.doubt(about: c(-30, 60)) == nil)
    #expect(schematic.doubt(about: c(417_000, 5_367_000)) == .farAway)
    #expect(try network(utm, srid: nil).doubt(about: c(7.9, 48.4)) == .degrees)
    let empty = try UtilityNetwork(definition: GasFixture.definition, srid: 25832, tables: [])
    #expect(empty.doubt(about: c(7.9, 48.4)) == nil)
    #expect(try network(utm, srid: 25832).doubt(about: c(.nan, 0)) == nil)
  }

  @Test("A place is doubted by what a network with edits has now")
  func edited() throws {
    let network = EditedNetwork(try network(utm, srid: 25832))
    let place = c(450_000, 5_367_000)
    #expect(network.doubt(about: place) == .farAway)
    let line = try Geometry(wkt: "LINESTRING (449000 5366000, 451000 5368000)", srid: 25832)
    let edit = NetworkEdit.insertFeature(NewFeature(geometry: line), table: "lines")
    let longer = try network.after(edit)
    #expect(longer.doubt(about: place) == nil)
  }

  @Test("No place within an extent, or as near to it as it is long, is doubted")
  func near() throws {
    var generator = SeededGenerator(seed: 20)
    for _ in 0..<300 {
      let (x, y) = (generator.double(-1e6...1e6), generator.double(-1e6...1e6))
      let (width, height) = (generator.double(1...1e4), generator.double(1...1e4))
      let network = try network("LINESTRING (\(x) \(y), \(x + width) \(y + height))", srid: 25832)
      let side = max(width, height)
      let place = c(
        generator.double(x - side...x + width + side),
        generator.double(y - side...y + height + side)
      )
      #expect(network.doubt(about: place) == nil, "\(x) \(y) \(width) \(height) \(place)")
    }
  }
}
