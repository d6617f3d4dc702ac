import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("geosnap convert keeps what a file says")
struct ConvertAnswersTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Converts a file with this text.
  private func convert(
    _ text: String,
    _ input: String,
    _ out: String,
    _ more: String...
  ) throws -> CommandLineRun {
    try Data(text.utf8).write(to: folder.url(input))
    return try CommandLineRun(
      ["convert", folder.path(input), folder.path(out), "--force", "--json"] + more
    )
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url(name), encoding: .utf8)
  }

  private static let crs = #""crs":{"type":"name","properties":{"name":"EPSG:25832"}}"#
  private static let feature =
    #"{"type":"Feature","geometry":{"type":"Point","coordinates":[416649,5367821]},"properties":{}}"#

  @Test("A crs behind the features counts where the file is read twice, and is an error elsewhere")
  func lateSystem() throws {
    let late = #"{"type":"FeatureCollection","features":[\#(Self.feature)],\#(Self.crs)}"#
    let twice = try convert(late, "in.geojson", "out.gpkg")
    #expect(twice.exitCode == 0, "\(twice.errors)")
    #expect(try GeoPackage.readTable("out", of: folder.path("out.gpkg")).srid == 25832)
    let moved = try convert(late, "in.geojson", "moved.wkt", "--to-srid", "4326")
    #expect(moved.exitCode == 0, "\(moved.errors)")
    #expect(try text("moved.wkt").hasPrefix("POINT (7.8"))
    let once = try convert(late, "in.geojson", "out.wkb")
    #expect(once.exitCode == 65 && once.errors.contains("--srid 25832"), "\(once.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.wkb")))
    let told = try convert(late, "in.geojson", "out.wkb", "--srid", "25832")
    #expect(try told.exitCode == 0 && told.json()["srid"] as? Int == 25832, "\(told.errors)")
  }

  @Test("CSV without a reference system is told that --srid declares one")
  func undeclared() throws {
    let csv = "id,x,y\nV1,416649,5367821\n"
    for out in ["out.geojson", "out.geojsonl"] {
      let run = try convert(csv, "in.csv", out)
      #expect(
        run.exitCode == 0 && run.errors.contains("WGS 84 only: give --srid."),
        "\(run.errors)"
      )
      let told = try convert(csv, "in.csv", out, "--srid", "25832")
      #expect(told.exitCode == 0 && !told.errors.contains("give --srid"), "\(told.errors)")
    }
  }

  @Test("A collection without features is in EPSG:4326 too")
  func empty() throws {
    let run = try convert(
      #"{"type":"FeatureCollection","features":[]}"#,
      "in.geojson",
      "out.geojson"
    )
    #expect(try run.exitCode == 0 && run.json()["srid"] as? Int == 4326, "\(run.errors)")
  }

  @Test(
    "Geometries of two reference systems are not converted together",
    arguments: [
      ("in.wkt", "SRID=4326;POINT(8 48)\n\nSRID=25832;POINT(4 5)\n", ":3: "),
      ("in.wkt", "POINT(8 48)\nSRID=25832;POINT(4 5)\n", ":2: "),
      ("in.csv", "n,WKT\n1,SRID=4326;POINT(8 48)\n2,SRID=25832;POINT(4 5)\n", ":3: "),
      (
        "in.geojson",
        #"{"type":"FeatureCollection","features":[\#(feature)]}{"type":"FeatureCollection",\#(crs),"features":[\#(feature)]}"#,
        "Feature 2"
      ),
    ]
  )
  func mixed(input: String, content: String, place: String) throws {
    for out in ["out.geojson", "out.gpkg"] {
      let run = try convert(content, input, out)
      #expect(run.exitCode == 65, "\(out): \(run.output)")
      #expect(run.errors.contains(place) && run.errors.contains("EPSG:25832"), "\(run.errors)")
    }
  }

  @Test(
    "The reference system that a file says is kept",
    arguments: [
      ("in.csv", "n,WKT\n1,SRID=25832;POINT(4 5)\n"),
      ("in.csv", "n,WKT\n1,\n2,SRID=25832;POINT(4 5)\n"),
      (
        "in.esrijson",
        #"{"spatialReference":{"wkid":25832},"features":[{"attributes":{"n":1}},{"geometry":{"x":4,"y":5}}]}"#
      ),
    ]
  )
  func systemKept(input: String, content: String) throws {
    for out in ["out.wkb", "out.gpkg", "out.esrijson"] {
      let run = try convert(content, input, out)
      #expect(try run.exitCode == 0 && run.json()["srid"] as? Int == 25832, "\(out): \(run.errors)")
    }
    #expect(try text("out.esrijson").hasPrefix(#"{"spatialReference":{"wkid":25832}"#))
    // What was read to find the system is written too.
    let rows = try GeoPackage.readTable("out", of: folder.path("out.gpkg")).table.geometries
    #expect(rows.last??.wkt == "POINT (4 5)")
    #expect(rows.count == (content.contains("2,SRID") || input == "in.esrijson" ? 2 : 1))
  }

  @Test("--srid says the system of a table that says none, and is refused where it says another")
  func tables() throws {
    #expect(try convert("POINT(4 5)\n", "in.wkt", "none.gpkg").exitCode == 0)
    #expect(try convert("POINT(4 5)\n", "in.wkt", "metres.gpkg", "--srid", "25832").exitCode == 0)
    func read(_ name: String, _ srid: String) throws -> CommandLineRun {
      try CommandLineRun([
        "convert", folder.path("\(name).gpkg"), folder.path("out.wkb"), "--table", name, "--srid",
        srid, "--json", "--force",
      ])
    }
    for name in ["none", "metres"] {
      let run = try read(name, "25832")
      #expect(try run.exitCode == 0 && run.json()["srid"] as? Int == 25832, "\(run.errors)")
    }
    let other = try read("metres", "4326")
    #expect(other.exitCode == 64, "\(other.output)")
    #expect(other.errors.contains("EPSG:25832") && other.errors.contains("--to-srid 4326"))
  }

  @Test("No value is lost where columns are called alike, and the new names are told")
  func alike() throws {
    let json = #"""
      {"type":"FeatureCollection","features":[
      {"type":"Feature","id":"x","geometry":null,"properties":{"a":1,"A":2,"ID":3,"":4,"wkt":5}}]}
      """#
    let run = try convert(json, "in.geojson", "out.csv")
    #expect(run.exitCode == 0, "\(run.errors)")
    #expect(try text("out.csv") == "WKT,id,column,A,ID_2,a_2,wkt_2\n,x,4,2,3,1,5\n")
    for name in ["ID_2", "a_2", "wkt_2", "column"] {
      #expect(run.errors.contains("\(name) is a new name"), "\(run.errors)")
    }
    #expect(try convert(json, "in.geojson", "out.gpkg").exitCode == 0)
    let table = try GeoPackage.readTable("out", of: folder.path("out.gpkg")).table
    #expect(table.fields.map(\.name) == ["id", "column", "A", "ID_2", "a_2", "wkt"])
    #expect(table.attributes.map { $0[0].text } == ["x", "4", "2", "3", "1", "5"])
    let twice = try convert("name,name,x,y\nA,B,1,2\n", "in.csv", "out.csv")
    #expect(try text("out.csv") == "WKT,name,name_2\nPOINT (1 2),A,B\n")
    #expect(twice.errors.contains("name_2 is a new name for name"), "\(twice.errors)")
  }

  @Test("A coordinate that is not a number is told with its line")
  func noNumber() throws {
    let run = try convert("POINT (1 2)\nPOINT (nan 3)\n", "in.wkt", "out.geojson")
    #expect(run.exitCode == 65 && run.errors.contains("in.wkt:2: "), "\(run.errors)")
  }

  @Test("An infinite number becomes null in JSON, and a line says so")
  func infinite() throws {
    let writer = try FeatureLayerWriter(
      folder.path("big.gpkg"),
      table: "big",
      geometryType: nil,
      fields: [AttributeField("size", .real)],
      srid: nil
    )
    try writer.append([LayerRow(geometry: nil, values: [.real(.infinity)])])
    try writer.finish()
    let run = try CommandLineRun([
      "convert", folder.path("big.gpkg"), folder.path("out.geojson"), "--table", "big",
    ])
    #expect(run.exitCode == 0 && run.errors.contains("1 value became null"), "\(run.errors)")
  }
}
