import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// The program in another process, whose streams the test holds.
final class StartedRun {
  let (input, output, errors) = (Pipe(), Pipe(), Pipe())
  private let process = Process()

  init(_ arguments: [String], input text: String = "") throws {
    process.executableURL = CommandLineRun.program
    process.arguments = arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    // What an interrupted program holds is no leak. AddressSanitizer takes it for one where an enum keeps
    // its case in spare bits of the pointer.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["ASAN_OPTIONS": "detect_leaks=0"]) { $1 }
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
  }

  deinit { if process.isRunning { process.terminate() } }

  func wait(until isSo: () throws -> Bool) async throws {
    let start = ContinuousClock.now
    while try !isSo(), process.isRunning, ContinuousClock.now - start < .seconds(60) {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(try isSo(), "It never came so far")
  }

  /// Kills it; false when it has ended before.
  func kill() -> Bool {
    let isRunning = process.isRunning
    if isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    return isRunning
  }

  /// What Ctrl-C does; nil for a signal that ended the program.
  func interrupt() -> (exitCode: Int32?, output: Data, errors: String) {
    process.interrupt()
    process.waitUntilExit()
    let document = output.fileHandleForReading.readDataToEndOfFile()
    let told = errors.fileHandleForReading.readDataToEndOfFile()
    let code = process.terminationReason == .exit ? process.terminationStatus : nil
    return (code, document, String(decoding: told, as: UTF8.self))
  }
}

@Suite("Control-C")
struct InterruptionTests {
  private let network: FixtureFile
  private let folder: ScratchFolder

  init() throws {
    network = try FixtureFile()
    folder = try ScratchFolder()
  }

  private func files(_ name: String = "") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(name)).sorted()
  }

  @Test(
    "It ends a verb that waits for its input with exit code 130, and leaves no file in part",
    arguments: ["identify --batch - --tolerance 1", "conform - --tolerance 2"]
  )
  func waiting(words: String) async throws {
    var words = words.split(separator: " ").map(String.init)
    words.insert(network.path, at: words[0] == "conform" ? 2 : 1)
    // More follows than this header and these points, for all that the program knows.
    let run = try StartedRun(
      words + ["--output", folder.path("out.csv")],
      input: "x,y\n" + String(repeating: "25,11\n", count: 200_000)
    )
    try await run.wait { try !files().isEmpty }
    #expect(run.interrupt().exitCode == 130)
    #expect(try files() == [])
  }

  @Test("A verb that waits for its input says that it was stopped, with --json in one document")
  func told() throws {
    // More than a pipe holds: when it is written, the program waits for the rest.
    let run = try StartedRun(
      ["edit", network.path, "--transaction", "-", "--json"],
      input: String(repeating: " ", count: 300_000)
    )
    let (exitCode, output, errors) = run.interrupt()
    #expect(exitCode == 130)
    let json = try JSONSerialization.jsonObject(with: output) as? [String: Any]
    #expect((json?["error"] as? [String: Any])?["code"] as? String == "interrupted")
    #expect(errors == "geosnap: Stopped: the transactions committed so far are kept.\n")
  }

  @Test("It ends a run that cannot write its report, which leaves no copy of a GeoPackage")
  func interruptedCopy() throws {
    let writer = try FeatureLayerWriter(
      folder.path("in.gpkg"),
      table: "points",
      geometryType: .point,
      fields: [],
      srid: nil
    )
    let row = PointRow(place: Coordinate(x: 25, y: 11), values: [])
    try writer.append(Array(repeating: row, count: 2000))
    try writer.finish()
    let run = try StartedRun([
      "conform", folder.path("in.gpkg"), network.path, "--tolerance", "2", "--json", "--output",
      folder.path("out.gpkg"),
    ])
    // The rest exceeds the buffer of the pipe, and is not read.
    #expect(try run.output.fileHandleForReading.read(upToCount: 1) == Data("{".utf8))
    #expect(try files().count == 2)
    #expect(run.interrupt().exitCode == 130)
    #expect(try files() == ["in.gpkg"])
  }

  @Test(
    "It ends a report without a page, or comes too late and all pages are there",
    arguments: [0, 50, 150, 300]
  )
  func report(milliseconds: Int) async throws {
    let example = try ImportedExample.water()
    let run = try StartedRun(["report", example.path, folder.path("report")])
    try await run.wait { try files().contains("report") }
    // Opened; now the work begins.
    try await Task.sleep(for: .milliseconds(milliseconds))
    let exitCode = run.interrupt().exitCode
    let pages = try files("report")
    if exitCode == 0 {
      #expect(pages == ReportPage.Name.allCases.map(\.file).sorted())
      for page in pages {
        let html = try String(contentsOf: folder.url("report/\(page)"), encoding: .utf8)
        #expect(!html.contains("cancelled"), "\(page)")
      }
    } else {
      #expect(exitCode == 130 && pages.isEmpty, "\(pages)")
    }
  }
}
