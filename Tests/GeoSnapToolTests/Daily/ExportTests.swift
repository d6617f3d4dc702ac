import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("geosnap export and convert")
struct ExportTests {
  let file: FixtureFile
  let folder: ScratchFolder

  init() throws {
    file = try FixtureFile()
    folder = try ScratchFolder()
  }

  private func export(_ name: String, _ arguments: String...) throws -> CommandLineRun {
    try CommandLineRun(["export", file.path, folder.path(name)] + arguments)
  }

  private func features(_ name: String) throws -> [GeoJSONFeature] {
    try GeoJSONCollection(geoJSON: [UInt8](Data(contentsOf: folder.url(name)))).features
  }

  @Test("Every feature of a network is exported, with the geometry and the attributes it has")
  func wholeNetwork() throws {
    let run = try export("all.geojson")
    #expect(run.exitCode == 0, "\(run.errors)")
    let network = try GasFixture.network()
    let found = try features("all.geojson")
    #expect(found.count == network.featureCount)
    #expect(run.output == "Wrote \(found.count) features to \(folder.path("all.geojson"))\n")
    let table = try GeoPackage.open(file.path).network.tables
    var number = 0
    for table in table {
      for row in 0..<table.count {
        let feature = found[number]
        number += 1
        #expect(
          feature.geometry?.orientingRings(.clockwise)
            == table.geometries[row]?.orientingRings(.clockwise)
        )
        #expect(feature.properties?["SOURCE"] == .text(table.name))
        #expect(feature.properties?["OBJECTID"] == .integer(table.rowIDs[row]))
        #expect(feature.properties?["ORIGIN"] == table.origins[row].map { .text($0) } ?? .null)
        for (position, field) in table.fields.enumerated() {
          let value: JSONFragment? =
            switch table.attributes[position][row] {
            case .null: .null
            case .integer(let number): .integer(number)
            case .real(let number): .real(number)
            case .text(let text): .text(text)
            case .blob: nil
            }
          if let value { #expect(feature.properties?[field.name] == value) }
        }
      }
    }
  }

  @Test("Sources, asset types, conditions and an extent each leave out what does not fit")
  func filtered() throws {
    #expect(try export("lines.geojson", "--source", "pipelineline").exitCode == 0)
    let lines = try features("lines.geojson")
    #expect(!lines.isEmpty && lines.allSatisfy { $0.geometry?.type == .lineString })
    #expect(try export("valve.geojson", "--asset-type", "PipelineDevice/Valve/Gate").exitCode == 0)
    #expect(try features("valve.geojson").map { $0.properties?["ORIGIN"] } == [.text("valve/0")])
    #expect(try export("one.geojson", "--where", "ORIGIN = pipe/1").exitCode == 0)
    #expect(try features("one.geojson").count == 1)
    #expect(
      try export("not.geojson", "--where", "ORIGIN != 'pipe/1'", "--source", "PipelineLine")
        .exitCode == 0
    )
    #expect(try features("not.geojson").count == lines.count - 1)
    #expect(try export("near.geojson", "--extent", "19,19,21,21").exitCode == 0)
    let near = try features("near.geojson").compactMap(\.geometry)
    let square = Geometry(Envelope(minX: 19, minY: 19, maxX: 21, maxY: 21))
    let all = try GeoPackage.open(file.path).network.tables.flatMap(\.geometries).compactMap(\.self)
    #expect(near.count == (try all.filter { try $0.intersects(square) }.count))
    let named = try export("names.geojson", "--names", "--asset-type", "PipelineDevice/Valve/Gate")
    #expect(named.exitCode == 0)
    let valve = try #require(try features("names.geojson").first?.properties)
    #expect(valve["ASSETGROUP"] == .text("Valve") && valve["ASSETTYPE"] == .text("Gate"))
  }

  @Test("A coded value is asked for and told by its name")
  func codedValues() throws {
    let out = folder.path("open.csv")
    let run = try CommandLineRun([
      "export", SampleFile.path, out, "--source", "ElectricDevice", "--names", "--json",
      "--where", "DEVICESTATUS = open",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let count = try #require(try run.json()["features"] as? Int)
    let network = try GeoPackage.open(SampleFile.path).network
    let features = EditedNetwork(network).features(where: "DEVICESTATUS") { $0 != .null }
    let open = features.filter { network.codedName(of: "DEVICESTATUS", of: $0) == "Open" }
      .filter { network.tables[Int($0.table)].name == "ElectricDevice" }
    #expect(count == open.count && count > 0)
    let text = try String(contentsOf: URL(fileURLWithPath: out), encoding: .utf8)
    #expect(
      text.hasPrefix("WKT,SOURCE,OBJECTID,GLOBALID,ASSETGROUP,ASSETTYPE,ORIGIN,"),
      "\(text.prefix(200))"
    )
    #expect(text.contains(",Open"))
  }

  @Test("GeoPackage, CSV and GeoJSON hold the same geometries and attributes")
  func sameInAllForms() throws {
    for name in ["a.gpkg", "a.csv", "a.geojson", "a.geojsonl"] {
      let run = try export(name, "--source", "PipelineLine", "--source", "PipelineDevice")
      #expect(run.exitCode == 0, "\(run.errors)")
    }
    let stored = try GeoPackage.readTable("a", of: folder.path("a.gpkg")).table
    let json = try features("a.geojson")
    #expect(stored.count == json.count && stored.count > 3)
    for (row, feature) in json.enumerated() {
      #expect(stored.geometries[row] == feature.geometry)
      for (position, field) in stored.fields.enumerated() {
        let expected: JSONFragment =
          switch stored.attributes[position][row] {
          case .integer(let number): .integer(number)
          case .real(let number): .real(number)
          case .text(let text): .text(text)
          case .null, .blob: .null
          }
        #expect(feature.properties?[field.name] ?? .null == expected, "\(field.name)")
      }
    }
    // From CSV and from the table of the GeoPackage to GeoJSON, the geometries are those again.
    for (input, more) in [("a.csv", []), ("a.gpkg", ["--table", "a"]), ("a.geojsonl", [])] {
      let back = try CommandLineRun(
        ["convert", folder.path(input), folder.path("back.geojson"), "--force"] + more
      )
      #expect(back.exitCode == 0, "\(input): \(back.errors)")
      #expect(try features("back.geojson").map(\.geometry) == json.map(\.geometry))
    }
  }

  @Test(
    "A file that exists is left as it is unless --force is given, the network whatever is given"
  )
  func overwriting() throws {
    #expect(try export("once.geojson").exitCode == 0)
    let before = try Data(contentsOf: folder.url("once.geojson"))
    let again = try export("once.geojson", "--source", "PipelineLine")
    #expect(again.exitCode == 64 && again.errors.contains("--force"))
    #expect(try Data(contentsOf: folder.url("once.geojson")) == before)
    #expect(try export("once.geojson", "--source", "PipelineLine", "--force").exitCode == 0)
    #expect(try Data(contentsOf: folder.url("once.geojson")) != before)
    for name in ["once.gpkg", "once.csv"] {
      #expect(try export(name).exitCode == 0)
      #expect(try export(name).exitCode == 64)
      #expect(try export(name, "--force").exitCode == 0)
    }
    let network = try Data(contentsOf: URL(fileURLWithPath: file.path))
    #expect(try CommandLineRun(["export", file.path, file.path, "--force"]).exitCode == 64)
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == network)
  }

  @Test(
    "What cannot be exported is told with what to do",
    arguments: [
      (["x.shp"], ".geojson"), (["x.geojson", "--where", "ORIGIN"], "FIELD = VALUE"),
      (["x.geojson", "--where", "COLOUR = red"], "No field is named COLOUR"),
      (["x.geojson", "--source", "Pipelin"], "No source is named Pipelin"),
      (["x.geojson", "--asset-type", "PipelineDevice/Valve/Ball"], "No asset type"),
      (["x.geojson", "--to-srid", "4326"], "reference system"),
      (["x.geojson", "--srid", "4326"], "--extent"),
    ]
  )
  func mistakes(arguments: [String], told: String) throws {
    let run = try CommandLineRun(
      ["export", file.path, folder.path(arguments[0])] + arguments.dropFirst()
    )
    #expect(run.exitCode == 64)
    #expect(run.errors.contains(told), "\(run.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path(arguments[0])))
  }

  @Test("GeoJSON in longitude and latitude lies where the network does")
  func transformed() throws {
    let out = folder.path("wgs84.geojson")
    let run = try CommandLineRun([
      "export", SampleFile.path, out, "--to-srid", "4326", "--source", "PipelineDevice",
    ])
    #expect(run.exitCode == 0 && run.errors.isEmpty, "\(run.errors)")
    let places = try features("wgs84.geojson").compactMap { $0.geometry?.coordinates.first }
    #expect(!places.isEmpty)
    #expect(places.allSatisfy { (7.7...8.0).contains($0.x) && (48.3...48.5).contains($0.y) })
  }

  @Test("What is not the same everywhere in a file still has a column that holds it")
  func mixedValues() throws {
    let text = """
      {"type":"FeatureCollection","features":[
      {"type":"Feature","geometry":{"type":"Point","coordinates":[1,2]},"properties":{"a":1,"b":null,"c":true}},
      {"type":"Feature","geometry":null,"properties":{"a":2.5,"b":"x, \\"y\\"","d":{"e":[1]}}},
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[[0,0],[1,1]]},"properties":{"c":3,"a":"word"}}]}
      """
    try Data(text.utf8).write(to: folder.url("in.geojson"))
    for out in ["out.csv", "out.gpkg", "out.esrijson", "out.wkt", "out.wkb"] {
      let run = try CommandLineRun(["convert", folder.path("in.geojson"), folder.path(out)])
      #expect(run.exitCode == 0, "\(out): \(run.errors)")
    }
    let csv = try String(contentsOf: folder.url("out.csv"), encoding: .utf8)
    #expect(
      csv == #"""
        WKT,a,b,c,d
        POINT (1 2),1,,true,
        ,2.5,"x, ""y""",,"{""e"":[1]}"
        "LINESTRING (0 0, 1 1)",word,,3,

        """#
    )
    let table = try GeoPackage.readTable("out", of: folder.path("out.gpkg"))
    #expect(table.srid == 4326)
    #expect(table.table.fields.map(\.storage) == [.text, .text, .integer, .text])
    #expect(
      table.table.geometries.map { $0?.wkt } == ["POINT (1 2)", nil, "LINESTRING (0 0, 1 1)"]
    )
    #expect(
      try String(contentsOf: folder.url("out.wkt"), encoding: .utf8)
        == "POINT (1 2)\nLINESTRING (0 0, 1 1)\n"
    )
    var esri = EsriJSONReader()
    esri.append([UInt8](try Data(contentsOf: folder.url("out.esrijson"))))
    esri.finish()
    var count = 0
    while let feature = try esri.next() {
      count += 1
      #expect(feature.geometry?.srid == (feature.geometry == nil ? nil : 4326))
    }
    #expect(count == 3)
  }

  @Test(
    "Points of a CSV file and geometries of lines are converted; what cannot be read has a line"
  )
  func linesAndPoints() throws {
    try Data("name,lon,lat\nA,8,48\n\"B, C\",9,49\n".utf8).write(to: folder.url("p.csv"))
    let run = try CommandLineRun([
      "convert", folder.path("p.csv"), folder.path("p.geojson"), "--srid", "4326",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let found = try features("p.geojson")
    #expect(found.map { $0.geometry?.wkt } == ["POINT (8 48)", "POINT (9 49)"])
    #expect(found.last?.properties?["name"] == .text("B, C"))
    let piped = try CommandLineRun(
      ["convert", "-", "-", "--format", "geojsonl"],
      input: Array("POINT (1 2)\n\nPOINT (3 4)\n".utf8)
    )
    #expect(piped.exitCode == 0 && piped.output.split(separator: "\n").count == 2)
    let broken = try CommandLineRun(
      ["convert", "-", "-", "--format", "wkt"],
      input: Array("POINT (1 2)\nPOINT (3\n".utf8)
    )
    #expect(broken.exitCode == 65 && broken.errors.contains("stdin:2: "), "\(broken.errors)")
    let table = try CommandLineRun(["convert", file.path, folder.path("x.csv")])
    #expect(table.exitCode == 64 && table.errors.contains("--table"))
  }
}
