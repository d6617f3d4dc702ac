import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import Testing

@Suite("geosnap render")
struct RenderTests {
  let file: FixtureFile

  init() throws { file = try FixtureFile() }

  private func run(_ arguments: [String]) throws -> CommandLineRun {
    try CommandLineRun(["render", file.path] + arguments)
  }

  private func picture(_ arguments: [String]) throws -> SVGReader {
    let run = try run(arguments)
    #expect(run.exitCode == 0, "\(run.errors)")
    return try SVGReader(run.output)
  }

  private let tap = "PipelineJunction/Fitting/Tap"

  @Test("Everything is drawn by source, with counts, scale bar and north")
  func whole() throws {
    let run = try run([])
    let reader = try SVGReader(run.output)
    for text in ["Gas main", "Gas service", "Gas junction", "fences", "survey_points", "N"] {
      #expect(reader.texts.contains { $0.hasPrefix(text) }, "\(text)")
    }
    #expect(reader.texts.contains("10 features in view, 10 drawn."))
    // No reference system, no unit.
    #expect(reader.texts.contains("5 units"))
    // Each feature says its name when pointed at.
    #expect(reader.texts.contains("PipelineLine \u{B7} Main \u{B7} PE \u{B7} pipe/0"))
    #expect(try self.run([]).output == run.output)
    let sample = try CommandLineRun(["render", SampleFile.path, "--width", "900"])
    let town = try SVGReader(sample.output)
    #expect(town.texts.contains("2 km"))
    #expect(town.elements.first?.attributes["width"] == "900")
    #expect(town.texts.contains { $0.hasPrefix("13,260 features in view") })
  }

  @Test("Behaviours have the seed's colours and say how many features each has")
  func behaviors() throws {
    let run = try run(["--asset-type", tap, "--enable", "survey_points"])
    let svg = run.output
    let reader = try SVGReader(svg)
    #expect(svg.contains("stroke=\"#1a9641\" stroke-width=\"4\""))
    #expect(svg.contains("stroke-dasharray=\"9 6\""))
    #expect(svg.contains("stroke=\"#f58a07\" stroke-width=\"4\""))
    #expect(svg.contains("stroke=\"#d7191c\" stroke-width=\"4\""))
    let legend = zip(reader.texts, reader.texts.dropFirst())
    for (row, count) in [
      ("Snapping limited by rules ", "2"), ("Snapping prevented ", "6"),
      ("Snapping allowed ", "1"), ("Snapping allowed, off ", "1"),
    ] {
      #expect(legend.contains { $0 == (row, count) }, "\(row)")
    }
    #expect(reader.texts.contains("What the rules allow while \(tap) is edited."))
  }

  @Test("An answer shows pointer, tolerance, winner and refused places with reasons")
  func answer() throws {
    let arguments = ["--at", "5,0.5", "--tolerance", "1", "--asset-type", tap]
    let reader = try picture(arguments)
    #expect(reader.elements.count { $0.name == "circle" } == 2)
    let texts = reader.allText
    #expect(texts.contains("Snapped to segment of Main / PE (PipelineLine, pipe/0)"))
    #expect(texts.contains("insert a vertex there"))
    #expect(texts.contains("Point of survey_points, row 1"))
    #expect(texts.contains("because its source is switched off"))
    #expect(texts.contains("Switch on survey_points."))
    // The same as explain draws.
    let path = file.path + ".svg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let explain = try CommandLineRun(["explain", file.path, "--svg", path] + arguments)
    #expect(explain.exitCode == 0 && explain.output.hasPrefix("At 5.0"), "\(explain.errors)")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == run(arguments).output)
    let nothing = try picture(["--at", "5,30", "--tolerance", "1"])
    #expect(nothing.allText.contains("unsnapped: nothing is that near; the nearest is"))
  }

  @Test(
    "Negative numbers stand after a space and after an equals sign",
    arguments: [["--extent", "-50,-40,-20,-10"], ["--extent=-50,-40,-20,-10"]]
  )
  func emptyExtent(arguments: [String]) throws {
    let reader = try picture(arguments)
    #expect(reader.texts.contains("0 features in view, 0 drawn."))
    #expect(reader.texts.contains("-30"))
    #expect(reader.elements.first?.name == "svg")
  }

  @Test("A place with a size is the middle of the picture, and asks nothing")
  func size() throws {
    let reader = try picture(["--at=-5,-5", "--size=4"])
    #expect(!reader.elements.contains { $0.name == "circle" })
    #expect(reader.texts.contains { $0.hasPrefix("0 features in view") })
  }

  @Test("Only what is in the extent is drawn, cut at its border")
  func extent() throws {
    let run = try run(["--extent", "1,-1,3,1"])
    let reader = try SVGReader(run.output)
    #expect(reader.texts.contains("1 feature in view, 1 drawn."))
    // No number leads farther out than the margin of the map.
    for match in run.output.matches(of: /[ML](-?[0-9.]+) (-?[0-9.]+)/) {
      let pixel = try #require(Double(match.output.1))
      #expect(pixel >= -20 && pixel <= 900)
    }
  }

  @Test("Names that are markup stay names, of tables and of the file")
  func names() throws {
    let path = file.path + "-<&\"'>.gpkg"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let whole = try GasFixture.network()
    var named = FeatureTable(name: "a<b>&\"c", sourceID: nil, geometryType: .point)
    named.append(
      Feature(
        rowID: 1,
        globalID: nil,
        origin: "<script>&",
        geometry: .point(Point(x: 5, y: 5))
      )
    )
    try GeoPackage.write(
      UtilityNetwork(
        definition: whole.definition,
        srid: nil,
        tables: whole.tables + [named],
        associations: whole.associations,
        rules: whole.rules
      ),
      to: path
    )
    let run = try CommandLineRun(["render", path, "--at", "5,5.1", "--tolerance", "1"])
    #expect(run.exitCode == 0, "\(run.errors)")
    let reader = try SVGReader(run.output)
    #expect(reader.texts.contains { $0.hasSuffix("-<&\"'>.gpkg") })
    #expect(reader.texts.contains("a<b>&\"c \u{B7} <script>&"))
    #expect(reader.allText.contains("Snapped to point of a<b>&\"c, <script>&"))
    #expect(!reader.elements.contains { $0.name == "script" || $0.name == "b" })
  }

  @Test("A picture never replaces the network, nor anything unless asked to")
  func output() throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: file.path))
    let link = file.path + ".link"
    let svg = file.path + ".svg"
    defer {
      for path in [link, svg] { try? FileManager.default.removeItem(atPath: path) }
    }
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file.path)
    for path in [file.path, link] {
      for verb in ["render", "explain"] {
        let option = verb == "render" ? "--output" : "--svg"
        let run = try CommandLineRun([
          verb, file.path, "--at", "5,0", "--tolerance", "1", option, path, "--force",
        ])
        #expect(run.exitCode == 64, "\(run.errors)")
        #expect(run.errors.contains("is the network"))
      }
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: file.path)) == before)
    #expect(try run(["--output", svg]).exitCode == 0)
    let again = try run(["--output", svg])
    #expect(again.exitCode == 64)
    #expect(again.errors.contains("--force"))
    #expect(try run(["--output", svg, "--force"]).exitCode == 0)
    _ = try SVGReader(try String(contentsOfFile: svg, encoding: .utf8))
    #expect(try run(["--output", "/nowhere/at/all.svg"]).exitCode == 66)
    #expect(try CommandLineRun(["render", file.path + ".missing"]).exitCode == 66)
    let damaged = file.path + ".damaged"
    defer { try? FileManager.default.removeItem(atPath: damaged) }
    try before.prefix(before.count / 2).write(to: URL(fileURLWithPath: damaged))
    let broken = try CommandLineRun(["render", damaged])
    #expect(broken.exitCode == 65)
    #expect(broken.output.isEmpty)
  }

  @Test(
    "A picture that cannot be written leaves the old one whole",
    .disabled(
      if: ProcessInfo.processInfo.environment["GEOSNAP_SANITIZE"] == "thread",
      "ThreadSanitizer itself does not start where files may not grow"
    ),
    arguments: [true, false]
  )
  func fullDisk(isRendered: Bool) throws {
    let folder = NSTemporaryDirectory() + "geosnap-render-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let svg = folder + "/map.svg"
    try Data("old".utf8).write(to: URL(fileURLWithPath: svg))
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // No file may have more than a block, and the signal that says so is ignored.
    process.arguments =
      ["-c", "trap '' XFSZ; ulimit -f 1; exec \"$@\"", "sh", CommandLineRun.program.path]
      + (isRendered
        ? ["render", file.path, "--output", svg, "--force"]
        : ["explain", file.path, "--at", "5,0", "--tolerance", "1", "--svg", svg, "--force"])
    let errors = Pipe()
    process.standardOutput = Pipe()
    process.standardError = errors
    try process.run()
    process.waitUntilExit()
    let message = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(),
      as: UTF8.self
    )
    #expect(process.terminationStatus == 74, "\(message)")
    #expect(try String(contentsOfFile: svg, encoding: .utf8) == "old")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["map.svg"])
  }

  @Test(
    "A wrong command line ends with 64 and says why",
    arguments: Extent.every(
      4,
      of: [
        (["--extent", "5,5,1,1"], "--extent"), (["--extent", "1,2,3"], "--extent"),
        (["--extent", "0,0,1,1", "--at", "0,0", "--size", "1"], "--size"),
        (["--size", "3"], "--at"), (["--tolerance", "3"], "--at"),
        (["--at", "0,0"], "--size"), (["--at", "0,0", "--size", "0"], "--size"),
        (["--at", "0,0", "--size", "nan"], "--size"),
        (["--at", "0,0", "--tolerance", "0"], "extent"),
        (["--at", "0,0", "--tolerance", "inf"], "wide"), (["--kinds", "vertex"], "--kinds"),
        (["--width", "10"], "--width"), (["--width", "100000"], "--width"),
        (["--extent", "-1e308,0,1e308,1"], "wide"), (["--at", "1e17,0", "--size", "1"], "small"),
        (["--extent", "1e16,1e16,1e16,1e16"], "small"), (["--force"], "--output"),
        (["--asset-type", "PipelineLine/Main/Gold"], "Gold"), (["--enable", "Nowhere"], "Nowhere"),
        (
          [
            "--at", "0,0", "--tolerance", "1", "--asset-type", "PipelineLine/Main/PE", "--role",
            "point",
          ], "role"
        ),
      ]
    )
  )
  func usage(arguments: [String], word: String) throws {
    let run = try run(arguments)
    #expect(run.exitCode == 64, "\(run.output.prefix(200)) \(run.errors)")
    #expect(run.errors.contains(word), "\(run.errors)")
    #expect(run.output.isEmpty)
  }
}
