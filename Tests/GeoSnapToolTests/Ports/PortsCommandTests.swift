import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

/// What those who ported five samples wanted of the command, point by point.
@Suite("What the ports wanted of the command")
struct PortsCommandTests {
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

  // MARK: 6

  @Test("6: the picture of a trace is fitted to what was found, and says what is there")
  func picture() throws {
    let (found, whole) = (OutputFile("svg"), OutputFile("svg"))
    let traced = try run(
      "trace",
      sample,
      "--type",
      "downstream",
      "--start",
      "origin:lv/line/8769@0.5",
      "--svg",
      found.path
    )
    #expect(traced.exitCode == 0, "\(traced.errors)")
    #expect(try run("render", sample, "--output", whole.path).exitCode == 0)
    // The scale bar tells how much of the world there is to see: a street, not a region.
    let (street, region) = (try scale(found), try scale(whole))
    #expect(street * 10 < region, "\(street) and \(region)")
    let text = try found.text()
    #expect(text.contains("lv/trafo/1") || text.contains("T_idx_45"))
  }

  /// The length that the scale bar of a picture stands for, in metres.
  private func scale(_ picture: OutputFile) throws -> Double {
    let text = try picture.text()
    let match = try #require(text.firstMatch(of: />([0-9.,]+) (k?m)</), "no scale bar")
    let number = try #require(Double(match.1.replacing(",", with: "")))
    return match.2 == "km" ? number * 1000 : number
  }

  @Test("12: a picture that is named .png is one, or it is refused")
  func png() throws {
    let file = OutputFile("png")
    let drawn = try run("render", sample, "--output", file.path)
    guard drawn.exitCode == 0 else {
      #expect(drawn.errors.lowercased().contains("png"))
      #expect(!FileManager.default.fileExists(atPath: file.path))
      return
    }
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path)).prefix(8))
    #expect(bytes == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  @Test("12: what functions say stands before a long list")
  func functionsFirst() throws {
    let told = try run(
      "trace",
      sample,
      "--type",
      "downstream",
      "--start",
      "origin:lv/line/8769@0.5",
      "--function",
      "add(Length)"
    ).output.split(separator: "\n")
    let function = try #require(told.firstIndex { $0.contains("add(Length)") })
    #expect(function < 5, "\(told.prefix(8))")
  }

  @Test("12: no rule between gas and a power cable is advised, and no junction of the two")
  func advice() throws {
    for edited in ["PipelineJunction/Fitting/Tap", "PipelineLine/Service/House Connection"] {
      let told = try run(
        "explain",
        sample,
        "--at",
        "416724,5367838.6",
        "--tolerance",
        "2",
        "--asset-type",
        edited
      )
      #expect(told.output.contains("lv/line/8769"), "\(told.output) \(told.errors)")
      #expect(!told.output.contains("Add "), "\(told.output)")
      #expect(!told.output.contains("Place one of"), "\(told.output)")
    }
  }

  @Test("12: Net3, a water network, has no phases")
  func water() throws {
    let net3 = try ImportedExample.water()
    let shown = try net3.run("info", "--json")
    #expect(shown.exitCode == 0 && !shown.output.contains("Phases"), "\(shown.output)")
    let definition = try run("definition", "show", net3.path)
    #expect(definition.exitCode == 0 && !definition.output.contains("Phases"))
  }
}
