import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What those who ported five samples wanted of the command for daily work, point by point.
@Suite("What the ports wanted for daily work")
struct PortsDailyWorkTests {
  private func run(_ words: String...) throws -> CommandLineRun { try CommandLineRun(words) }

  private func objects(_ run: CommandLineRun, _ key: String) throws -> [[String: Any]] {
    try #require(try run.json()[key] as? [[String: Any]], "\(run.output) \(run.errors)")
  }

  private var sample: String { SampleFile.path }

  /// A path of its own, whose file is removed at the end.
  private final class OutputFile {
    let path: String

    init(_ ending: String) {
      path = NSTemporaryDirectory() + "geosnap-ports-\(UUID().uuidString).\(ending)"
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }
  }

  @Test("9: degrees given to a network in metres are told so, and --srid transforms them")
  func degrees() throws {
    let silent = try run("identify", sample, "--at", "7.87261,48.458004", "--tolerance", "5")
    #expect(silent.errors.contains("is far from the network"), "\(silent.errors)")
    #expect(silent.errors.contains("give --srid 4326"), "\(silent.errors)")
    let told = try run(
      "identify",
      sample,
      "--at",
      "7.87261,48.458004",
      "--srid",
      "4326",
      "--tolerance",
      "5",
      "--json"
    )
    let origins = try objects(told, "hits").compactMap { $0["origin"] as? String }
    #expect(origins.contains("lv/trafo/1"), "\(origins) \(told.errors)")
  }

  @Test("11: find, show and list answer by name, and export writes GeoJSON")
  func dailyWork() throws {
    let hits = try objects(run("find", sample, "L8769", "--json"), "hits")
    #expect(hits.compactMap { $0["origin"] as? String } == ["lv/line/8769"])
    let shown = try run("show", sample, "origin:lv/switch/209")
    #expect(shown.output.contains("Open"), "\(shown.output)")
    #expect(try run("list", sample, "StructureBoundary", "--json").exitCode == 0)
    let file = OutputFile("geojson")
    let written = try run("export", sample, file.path)
    #expect(written.exitCode == 0, "\(written.errors)")
    let text = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let collection = try #require(try JSONSerialization.jsonObject(with: text) as? [String: Any])
    #expect((collection["features"] as? [Any])?.count ?? 0 > 10_000)
  }

  @Test("12: edit takes origin: ids")
  func editByOrigin() throws {
    let copy = OutputFile("gpkg")
    try FileManager.default.copyItem(atPath: sample, toPath: copy.path)
    let edits = OutputFile("json")
    try #"""
    {"name": "Close", "edits": [
      {"setAttributes": "origin:lv/switch/209", "attributes": {"DEVICESTATUS": 2}}
    ]}
    """#
    .write(toFile: edits.path, atomically: true, encoding: .utf8)
    let edited = try run("edit", copy.path, "--transaction", edits.path)
    #expect(edited.exitCode == 0, "\(edited.output) \(edited.errors)")
    let shown = try run("show", copy.path, "origin:lv/switch/209")
    #expect(shown.output.contains("Closed"), "\(shown.output)")
  }

  @Test("12: lengths take pixels at a scale, and metres")
  func pixels() throws {
    let place = ["identify", sample, "--at", "416649.4,5367821.3", "--json"]
    let pixels = try CommandLineRun(place + ["--tolerance", "10px", "--view-scale", "500"])
    let metres = try CommandLineRun(
      place + ["--tolerance", "\(SnapView(scale: 500).unitsPerPixel * 10)m"]
    )
    #expect(pixels.exitCode == 0 && metres.exitCode == 0, "\(pixels.errors) \(metres.errors)")
    let hits = try objects(pixels, "hits").compactMap { $0["origin"] as? String }
    #expect(hits == (try objects(metres, "hits").compactMap { $0["origin"] as? String }))
    #expect(hits.contains("lv/trafo/1"))
  }

  @Test("12: distances come nearest first")
  func distances() throws {
    let told = try run(
      "distances",
      sample,
      "--from",
      "origin:pipe/479",
      "--cost",
      "Length",
      "--json"
    )
    let values = try objects(told, "distances").compactMap { $0["value"] as? Double }
    #expect(values.count > 1_000 && values == values.sorted(), "\(told.errors)")
  }

  @Test("12: an isolation without a filter says which to add")
  func isolation() throws {
    let asked = try run("trace", sample, "--type", "isolation", "--start", "origin:pipe/479")
    #expect(asked.exitCode != 0)
    #expect(asked.errors.contains("--filter"), "\(asked.errors)")
    #expect(asked.errors.contains("Isolating"), "\(asked.errors)")
  }

  @Test("12: completion scripts are mentioned, and complete files and ids")
  func completion() throws {
    let script = try run("--generate-completion-script", "bash")
    #expect(script.exitCode == 0 && script.output.contains("trace"))
    let root = SampleFile.path.components(separatedBy: "/").dropLast(3).joined(separator: "/")
    let readme = try String(contentsOfFile: root + "/README.md", encoding: .utf8)
    #expect(readme.contains("completion"))
  }
}
