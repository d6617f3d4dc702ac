import Foundation
import GeoSnap
import GeoSnapStore
import Testing

@Suite struct GISImportTests {
  private let folder: String
  private let out = NSTemporaryDirectory() + "geosnap-gis-\(UUID().uuidString).gpkg"

  init() {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    self.folder = folder.appendingPathComponent("Examples/Gis").path
  }

  private func cleanUp() { try? FileManager.default.removeItem(atPath: out) }

  @Test("The harbour is imported from GeoJSON, with paths that start from the mapping's folder")
  func geoJSON() throws {
    defer { cleanUp() }
    let run = try CommandLineRun(["import", "gis", folder + "/mapping.json", out, "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let written = try #require(try run.json()["written"] as? [String: Int])
    #expect(
      written == [
        "WaterLine": 8, "WaterService": 3, "WaterDevice": 6, "WaterJunction": 10, "Yard": 1,
        "Trees": 3,
      ]
    )
    let stored = try GeoPackage.open(out)
    #expect(stored.network.features(origin: "pipes/P6").count == 2)
    let again = try CommandLineRun(["import", "gis", folder + "/mapping.json", out])
    #expect(again.exitCode == 64)
  }

  @Test("The same harbour comes from a GeoPackage that ogr2ogr wrote")
  func geoPackage() throws {
    defer { cleanUp() }
    let run = try CommandLineRun([
      "import", "gis", folder + "/mapping-geopackage.json", out, "--json",
    ])
    #expect(run.exitCode == 0, "\(run.errors)")
    let network = try GeoPackage.open(out).network
    let path = NSTemporaryDirectory() + "geosnap-gis-\(UUID().uuidString).gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try CommandLineRun(["import", "gis", folder + "/mapping.json", path]).exitCode == 0)
    let other = try GeoPackage.open(path).network
    #expect(network.srid == other.srid && network.rules == other.rules)
    #expect(network.definition == other.definition)
    for (table, twin) in zip(network.tables, other.tables) {
      #expect(table.name == twin.name && table.geometries == twin.geometries)
      #expect(table.assetTypes == twin.assetTypes)
    }
    #expect(network.features(origin: "pipes/1").count == 1)
  }

  @Test("CSV is no data of a mapping; convert makes GeoJSON of it, whose ids a column has")
  func csv() throws {
    let folder = try ScratchFolder()
    let out = folder.path("out.gpkg")
    func run(_ data: String) throws -> CommandLineRun {
      let mapping = """
        {"domainNetworks": [{"name": "Water"}], "sources": [
          {"name": "Valve", "usage": "device", "data": "\(data)", "origin": "id"}]}
        """
      try Data(mapping.utf8).write(to: folder.url("mapping.json"))
      return try CommandLineRun(["import", "gis", folder.path("mapping.json"), out])
    }
    try Data("id,x,y\nV7,416649,5367821\n".utf8).write(to: folder.url("valves.csv"))
    let refused = try run("valves.csv")
    #expect(refused.exitCode == 65, "\(refused.errors)")
    #expect(
      refused.errors.contains(
        "valves.csv: This is no GeoJSON and no GeoPackage: `geosnap convert` makes one of it."
      ),
      "\(refused.errors)"
    )
    let convert = try CommandLineRun([
      "convert", folder.path("valves.csv"), folder.path("valves.geojson"), "--srid", "25832",
    ])
    #expect(convert.exitCode == 0, "\(convert.errors)")
    let made = try run("valves.geojson")
    #expect(made.exitCode == 0, "\(made.errors)")
    let network = try GeoPackage.open(out).network
    #expect(network.srid == 25832 && network.features(origin: "V7").count == 1)
  }

  @Test("A table that is not there is named with those that are, and no file is made")
  func missingTable() throws {
    let mapping = NSTemporaryDirectory() + "geosnap-gis-\(UUID().uuidString).json"
    defer { try? FileManager.default.removeItem(atPath: mapping) }
    func run(_ data: String) throws -> CommandLineRun {
      let text = #"{"sources": [{"name": "A", "data": \#(data)}]}"#
      try Data(text.utf8).write(to: URL(fileURLWithPath: mapping))
      return try CommandLineRun(["import", "gis", mapping, out])
    }
    let table = try run(#"{"file": "\#(folder)/harbour.gpkg", "table": "walls"}"#)
    #expect(table.exitCode == 65)
    #expect(table.errors.contains("walls") && table.errors.contains("fittings"))
    #expect(try run("\"none.geojson\"").exitCode == 66)
    let broken = try run("7")
    #expect(broken.exitCode == 65 && broken.errors.contains("$.sources[0].data"))
    #expect(!FileManager.default.fileExists(atPath: out))
  }
}
