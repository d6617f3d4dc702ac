import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

/// The six steps of the demo, with the program that was built.
@Suite("The demo's steps")
struct DemoTourTests {
  /// The steps taken in a folder, which is removed with the value.
  private final class Taken {
    let folder = NSTemporaryDirectory() + "geosnap-tour-\(UUID().uuidString)"
    let program = DemoProgram(url: CommandLineRun.program, name: CommandLineRun.program.path)
    let index: NetworkIndex
    let tour: DemoTour

    init() async throws {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let input = NetworkArgument(path: SampleFile.path)
      let stored = try await input.open()
      index = try stored.index()
      let places = try DemoPlaces(index)
      tour = try await DemoTour(input, stored, index, places, folder: folder, program)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }
  }

  @Test(
    "Each step has a headline, commands a user can type, and what they answer; the sample stays"
  )
  func commandsAreTrue() async throws {
    let sample = try Data(contentsOf: URL(fileURLWithPath: SampleFile.path))
    let taken = try await Taken()
    #expect(
      taken.tour.steps.map { $0.headline.prefix { $0.isLetter || $0 == " " } } == [
        "Identify", "Snap", "Refusal", "Trace", "What if", "Edit",
      ]
    )
    for (number, step) in taken.tour.steps.enumerated() {
      let told = step.lines(number: number + 1, taken.program)
      #expect((2...8).contains(told.count { $0.hasPrefix("     ") }), "\(told)")
      let commands = told.filter { $0.hasPrefix("   $ ") }.map { String($0.dropFirst(5)) }
      #expect(commands == step.answers.map { taken.program.command($0.words) })
      let others = told.filter { !$0.hasPrefix("   $ ") }
      #expect(others.allSatisfy { $0.count <= DemoStep.width }, "\(others)")
      // The last step undid its edit, so that its commands answer the same again.
      for (command, answer) in zip(commands, step.answers) {
        let run = try Self.run(command)
        #expect(run.exitCode == answer.exitCode, "\(command)")
        for line in answer.lines where !line.contains("revision") {
          #expect(run.lines.contains(line), "\(command): \(line)")
        }
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: SampleFile.path)) == sample)
    // The copy is as the sample was, too.
    let copy = try GeoPackage.open("\(taken.folder)/\(DemoTour.copyFile)").network
    #expect(copy.tables.map(\.count) == taken.index.network.base.tables.map(\.count))
    let main = try DemoPlaces(taken.index).main
    #expect(copy.geometry(of: main) == taken.index.network.base.geometry(of: main))
  }

  /// What bash makes of a command as it is printed.
  private static func run(_ command: String) throws -> (exitCode: Int32, lines: [String]) {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = ["-c", command]
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text.split(separator: "\n").map(String.init))
  }

  @Test("The steps answer, refuse with reason and remedy, and trace with stops and a sum")
  func answers() async throws {
    let taken = try await Taken()
    let told = taken.tour.steps.map { $0.answers.flatMap(\.lines) }
    #expect(told[0].contains { $0.contains("PipelineDevice") })
    #expect(told[0].contains { $0.contains("ElectricDevice") })
    #expect(told[1].first?.hasPrefix("snapped to segment of Plastic Main / ") == true)
    #expect(told[2].contains { $0.contains("why ") && $0.contains("needsJunction") })
    #expect(told[2].contains { $0.contains("remedy ") })
    #expect(told[3].first == "downstream: 116 elements of 113 features")
    #expect(told[3].contains("  add(Length) = 1377.4"))
    #expect(told[3].count { $0.contains("'Device Status' = Open") } == 2)
    #expect(told[4].contains { $0.contains("barrier") && $0.contains(DemoPlaces.cutCable) })
    #expect(taken.tour.steps[4].conclusion.contains("57 elements instead of 116"))
    #expect(told[5].first?.contains("(noJunctionBetweenLines 10 at edits[1])") == true)
    #expect(told[5].dropFirst().map { $0.prefix { $0 != " " } } == ["committed", "undid"])
  }

  @Test("The maps of the traces are fitted to the result, well-formed, and marked")
  func maps() async throws {
    let taken = try await Taken()
    let whole = try #require(Envelope.combining(taken.index.network.base.tables.map(\.extent)))
    for (figure, file) in zip(taken.tour.figures, [DemoTour.traceFile, DemoTour.whatIfFile]) {
      #expect(figure.extent.width < whole.width / 4 && figure.extent.height < whole.height / 4)
      let emphasis = try #require(figure.emphasis.first)
      for feature in emphasis.features {
        let envelope = taken.index.network.base.geometry(of: feature)?.envelope
        #expect(envelope.map { figure.extent.contains($0) } != false)
      }
      let text = try String(contentsOfFile: "\(taken.folder)/\(file)", encoding: .utf8)
      #expect(try SVGReader(text).texts.contains(figure.title))
    }
    // Both show the same ground, so that they can be compared.
    #expect(taken.tour.figures[0].extent == taken.tour.figures[1].extent)
  }

  @Test("The sample is not written over where it bears the name of the copy")
  func sampleNamedAsCopy() throws {
    let folder = NSTemporaryDirectory() + "geosnap-tour-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let path = "\(folder)/\(DemoTour.copyFile)"
    try FileManager.default.copyItem(atPath: SampleFile.path, toPath: path)
    let run = try CommandLineRun(["demo", path, "--map", "\(folder)/index.html"])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("is the network: give another --map"), "\(run.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder) == [DemoTour.copyFile]
    )
  }

  @Test("Another network is refused, with what is missing")
  func anotherNetwork() throws {
    let file = try FixtureFile()
    let run = try CommandLineRun(["demo", file.path, "--map", "\(file.path)-demo/index.html"])
    #expect(run.exitCode == 65 && run.output.isEmpty)
    #expect(run.errors.contains("The walk needs the sample network"), "\(run.errors)")
  }

  @Test("Words of a command are in quotes where a shell would read them otherwise")
  func quotes() {
    let program = DemoProgram(url: CommandLineRun.program, name: "geosnap")
    #expect(
      program.command(["a/b", "--x=1", "add(Length)", "", "it's", "$HOME", "a b"])
        == #"geosnap a/b --x=1 'add(Length)' '' 'it'\''s' '$HOME' 'a b'"#
    )
  }

  @Test("A verb that ends as it should not is told with its command and what it said")
  func failing() throws {
    let program = DemoProgram(url: CommandLineRun.program, name: "geosnap")
    let failure = #expect(throws: Failure.self) {
      try program.lines(["info", "no-such-file.gpkg"])
    }
    #expect(failure?.message.hasPrefix("geosnap info no-such-file.gpkg ended with 66:") == true)
    #expect(try program.lines(["info", "no-such-file.gpkg"], endingWith: 66).count == 1)
  }

  private static let bench = CommandLineRun.program.deletingLastPathComponent()
    .appendingPathComponent("GeoBench")

  @Test(
    "The benchmark's summary has a sentence for each of at most eight ratios",
    .long,
    .enabled(if: FileManager.default.isExecutableFile(atPath: bench.path))
  )
  func summary() throws {
    let program = DemoProgram(url: Self.bench, name: "GeoBench")
    let small = ["--size", "800", "--places", "40", "--repetitions", "1"]
    let words = ["summary", SampleFile.path] + small
    let text = try program.lines(words + ["--json"]).joined(separator: "\n")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    )
    let rows = try #require(json["rows"] as? [[String: Any]])
    #expect((1...8).contains(rows.count))
    for row in rows {
      #expect(try #require(row["ratio"] as? Double) > 0)
      #expect(try #require(row["sentence"] as? String).hasSuffix("."))
    }
    let table = try program.lines(words)
    #expect(table.count == rows.count + 2)
    for row in rows {
      let job = try #require(row["job"] as? String)
      #expect(table.contains { $0.contains(" \(job) ") })
    }
  }
}
