import Foundation
import GeoSnap
import GeoSnapStore
import Testing

@Suite("geosnap import --to-srid")
struct ProjectedImportTests {
  private let examples: String

  init() {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    examples = folder.appendingPathComponent("Examples").path
  }

  private func path() -> String {
    NSTemporaryDirectory() + "geosnap-projected-\(UUID().uuidString).gpkg"
  }

  @Test("The harbour connects and validates in metres as it does where it was drawn")
  func connectivity() throws {
    let (plain, projected) = (path(), path())
    defer { for file in [plain, projected] { try? FileManager.default.removeItem(atPath: file) } }
    let harbour = ["import", "gis", examples + "/Gis/mapping.json"]
    #expect(try CommandLineRun(harbour + [plain]).exitCode == 0)
    let before = try GeoPackage.open(plain).network
    let source = try #require(before.srid)
    let target: SRID = source == 3857 ? 25832 : 3857
    let run = try CommandLineRun(harbour + [projected, "--to-srid", "\(target)", "--json"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let notes = try #require(try run.json()["notes"] as? [String])
    #expect(notes.contains { $0.hasPrefix("Coordinates were transformed from ") })
    let after = try GeoPackage.open(projected).network
    #expect(after.srid == target)
    #expect(after.tables.map(\.globalIDs) == before.tables.map(\.globalIDs))
    for arguments in [["graph"], ["validate"]] {
      let (one, other) = try (
        CommandLineRun(arguments + [plain]), CommandLineRun(arguments + [projected])
      )
      #expect(one.exitCode == other.exitCode)
      if arguments == ["graph"] { #expect(one.output == other.output) }
    }
    let faults = try (NetworkValidation(before).errors, NetworkValidation(after).errors)
    #expect(faults.0.map(\.code) == faults.1.map(\.code))
    #expect(faults.0.map(\.features) == faults.1.map(\.features))
  }

  @Test("Coordinates of no system, unknown targets and --append are refused with the reason")
  func refusals() throws {
    let out = path()
    defer { try? FileManager.default.removeItem(atPath: out) }
    let water = ["import", "epanet", examples + "/Water/Net3.inp", out]
    let schematic = try CommandLineRun(water + ["--to-srid", "25832"])
    #expect(schematic.exitCode == 65)
    #expect(schematic.errors.contains("does not say which reference system"), "\(schematic.errors)")
    #expect(!FileManager.default.fileExists(atPath: out))
    let harbour = ["import", "gis", examples + "/Gis/mapping.json", out]
    let unknown = try CommandLineRun(harbour + ["--to-srid", "7"])
    #expect(unknown.exitCode == 64)
    #expect(unknown.errors.contains("--to-srid 7: PROJ knows no reference system"))
    #expect(try CommandLineRun(harbour + ["--to-srid", "-1"]).exitCode == 64)
    #expect(try CommandLineRun(harbour + ["--to-srid", "3857", "--append"]).exitCode == 64)
  }
}
