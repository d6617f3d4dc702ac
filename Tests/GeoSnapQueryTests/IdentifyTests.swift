import GeoSnap
import GeoSnapTestSupport
import Testing

@Suite("Identify")
struct IdentifyTests {
  let index: NetworkIndex

  init() throws { index = try NetworkIndex(GasFixture.network()) }

  private func origins(_ request: IdentifyRequest) -> [String?] {
    index.identify(request).map {
      index.network.base.tables[Int($0.feature.table)].origins[Int($0.feature.row)]
    }
  }

  @Test("Points come before lines and lines before areas, even when farther away")
  func dimensions() {
    let hits = index.identify(IdentifyRequest(at: GasFixture.c(59.5, 0), tolerance: 20))
    let names = hits.map { index.network.base.tables[Int($0.feature.table)].name }
    #expect(
      names == [
        "PipelineDevice", "StructureJunction", "PipelineDevice", "PipelineLine", "fences",
        "StructureBoundary",
      ]
    )
    #expect(hits.map(\.distance)[0] == 0.5)
    #expect(hits.last?.distance == 0)
    #expect(hits.last?.location == GasFixture.c(59.5, 0))
  }

  @Test("A place inside an area hits it at any tolerance, its border included")
  func area() {
    #expect(origins(IdentifyRequest(at: GasFixture.c(65, 3), tolerance: 0)) == ["station/0"])
    #expect(origins(IdentifyRequest(at: GasFixture.c(66, 3), tolerance: 0)) == ["station/0"])
    #expect(origins(IdentifyRequest(at: GasFixture.c(66.5, 3), tolerance: 0)) == [])
    #expect(origins(IdentifyRequest(at: GasFixture.c(66.5, 3), tolerance: 0.5)) == ["station/0"])
  }

  @Test("Sources filter, and limits count per source and in all")
  func filters() {
    var request = IdentifyRequest(at: GasFixture.c(59.5, 0), tolerance: 20)
    request.sources = ["pipelinedevice", "PipelineLine"]
    #expect(origins(request) == ["ext_grid/0", "valve/0", "pipe/0"])
    request.limitPerSource = 1
    #expect(origins(request) == ["ext_grid/0", "pipe/0"])
    request.limit = 1
    #expect(origins(request) == ["ext_grid/0"])
    request.limit = 0
    #expect(origins(request) == [])
  }

  @Test("A layer order comes before the kind of geometry; unnamed layers come last")
  func layers() {
    var request = IdentifyRequest(at: GasFixture.c(59.5, 0), tolerance: 20)
    request.layerOrder = ["StructureBoundary", "pipelineline"]
    #expect(Array(origins(request).prefix(4)) == ["station/0", "pipe/0", "ext_grid/0", "pad/0"])
  }

  @Test("NaN and negative tolerances find nothing")
  func nothing() {
    #expect(origins(IdentifyRequest(at: GasFixture.c(.nan, 0), tolerance: 5)) == [])
    #expect(origins(IdentifyRequest(at: GasFixture.c(0, 0), tolerance: -1)) == [])
    #expect(origins(IdentifyRequest(at: GasFixture.c(0, 0), tolerance: .nan)) == [])
  }

  @Test("Z and M come along, interpolated on lines; inside an area there is neither")
  func heightsAndMeasures() throws {
    var table = FeatureTable(name: "routes", sourceID: nil, geometryType: .geometryCollection)
    let texts = [
      "LINESTRING ZM (0 0 1 100, 10 0 2 200)", "LINESTRING M (0 1 5, 10 1 nan)",
      "LINESTRING (0 2, 10 2)", "POINT M (2.5 3 7)",
      "POLYGON ZM ((-9 -9 1 1, 19 -9 1 1, 19 19 1 1, -9 -9 1 1))",
    ]
    for (row, text) in texts.enumerated() {
      table.append(Feature(rowID: Int64(row), globalID: nil, geometry: try Geometry(wkt: text)))
    }
    let network = try UtilityNetwork(definition: NetworkDefinition(), srid: nil, tables: [table])
    let hits = try NetworkIndex(network)
      .identify(IdentifyRequest(at: Coordinate(x: 2.5, y: 0), tolerance: 4))
      .sorted { $0.feature.row < $1.feature.row }
    #expect(hits.map(\.feature.row) == [0, 1, 2, 3, 4])
    #expect(hits.map(\.z) == [1.25, nil, nil, nil, nil])
    #expect(hits.map { $0.m?.isNaN } == [false, true, nil, false, nil])
    #expect(hits[0].m == 125)
    #expect(hits[3].m == 7)
  }
}
