import Foundation
import GeoSnap
import Testing

@testable import GeoSnapImport

@Suite struct SharedDataTests {
  static func sharedFile(_ path: String) -> [UInt8]? {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<6 {
      folder.deleteLastPathComponent()
      let file = folder.appendingPathComponent("shared/data/\(path)")
      if let data = try? Data(contentsOf: file) { return [UInt8](data) }
    }
    return nil
  }

  @Test(
    "The gas network of Schutterwald keeps every element",
    .enabled(if: sharedFile("gas-schutterwald/schutterwald_gas.pandapipes.json") != nil)
  )
  func gas() throws {
    let bytes = try #require(
      Self.sharedFile("gas-schutterwald/schutterwald_gas.pandapipes.json")
    )
    let result = try PandapipesImporter().read(bytes: bytes, named: "gas")
    print(
      result.report.elementsRead,
      result.report.featuresWritten,
      result.report.derived,
      result.report.notImported,
      result.report.moves.count,
      result.report.notes.prefix(5)
    )
    #expect(
      result.report.elementsRead == ["junction": 2559, "pipe": 2559, "ext_grid": 1, "sink": 1506]
    )
    #expect(result.report.notImported.isEmpty)
  }

  @Test("Every file of a folder that the environment names is imported")
  func folder() throws {
    guard let folder = ProcessInfo.processInfo.environment["GEOSNAP_IMPORT_FOLDER"] else { return }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    for file in files where file.hasSuffix(".json") {
      let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(file)")))
      let start = Date()
      do {
        let result =
          file.hasPrefix("pp_") ? try PandapipesImporter().read(bytes: bytes, named: file) : try PandapowerImporter().read(bytes: bytes, named: file)
        print(
          file,
          Int(Date().timeIntervalSince(start) * 1000),
          "ms",
          result.report.elementsRead.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" },
          result.report.featuresWritten.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" },
          result.report.notImported,
          "moves",
          result.report.moves.count,
          "notes",
          result.report.notes.count
        )
      } catch {
        print(file, "ERROR", error)
      }
    }
  }
}
