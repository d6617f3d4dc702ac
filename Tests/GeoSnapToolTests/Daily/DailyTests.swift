import Foundation
import GeoSnap
import GeoSnapStore
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Small things of daily work")
struct DailyTests {
  @Test(
    "A verb that does not exist is told with the one that is meant",
    arguments: [
      (["identfy", "x.gpkg"], "Did you mean geosnap identify?"),
      (["imprt", "epanet", "a", "b"], "Did you mean geosnap import?"),
      (["import", "epanett", "a", "b"], "Did you mean geosnap import epanet?"),
      (["trace-config", "lst", "x"], "Did you mean geosnap trace-config list?"),
      (["frobnicate"], "geosnap --help lists the verbs."),
    ]
  )
  func mistypedVerb(words: [String], told: String) throws {
    let run = try CommandLineRun(words)
    #expect(run.exitCode == 64)
    #expect(run.errors.contains(told), "\(run.errors)")
    #expect(!run.errors.contains("nexpected argument"))
    let json = try CommandLineRun(words + ["--json"]).json()
    #expect((json["error"] as? [String: Any])?["code"] as? String == "usage")
  }

  @Test("Verbs, help and the default verb of validate are no mistyped verbs")
  func verbs() throws {
    for words in [
      ["help"], ["help", "identify"], ["--help"], ["--version"], ["import", "--help"],
    ] {
      #expect(try CommandLineRun(words).exitCode == 0, "\(words)")
    }
    let file = try FixtureFile()
    #expect(try CommandLineRun(["validate", file.path]).exitCode < 2)
  }

  @Test("info tells the extent of all features")
  func extent() throws {
    let file = try FixtureFile()
    let document = try CommandLineRun(["info", file.path, "--json"]).json()
    let extent = try #require(document["extent"] as? [Double])
    let tables = try GasFixture.network().tables
    let expected = try #require(
      Envelope.combining(tables.flatMap { $0.geometries.map { $0?.envelope } })
    )
    #expect(extent == [expected.minX, expected.minY, expected.maxX, expected.maxY])
    #expect(try CommandLineRun(["info", file.path]).output.contains("\nExtent from "))
  }

  @Test("distances lists the nearest first")
  func distances() throws {
    let run = try CommandLineRun([
      "distances", SampleFile.path, "--from", "origin:lv/trafo/1", "--cost", "Length", "--json",
    ])
    let found = try #require(try run.json()["distances"] as? [[String: Any]], "\(run.errors)")
    let values = found.compactMap { $0["value"] as? Double }
    #expect(values.count > 10 && values == values.sorted())
    #expect(values.first == 0)
  }

  @Test(
    "An isolation without a filter proposes one, as a command line that works when it is pasted"
  )
  func isolation() throws {
    let words = [
      "trace", SampleFile.path, "--type", "isolation", "--start", "origin:pipe/1697",
    ]
    let refused = try CommandLineRun(words)
    #expect(refused.exitCode == 64, "\(refused.output)")
    let line = try #require(
      refused.errors.split(separator: "\n").first { $0.hasPrefix("For instance: geosnap trace ") },
      "\(refused.errors)"
    )
    #expect(line.contains("--filter-condition"))
    let pasted = try CommandLineRun(shell: String(line.dropFirst("For instance: geosnap ".count)))
    #expect(pasted.exitCode != 64, "\(pasted.errors)")
    #expect(!pasted.errors.contains("filter"), "\(pasted.errors)")
  }

  @Test("A word is quoted so that a shell reads it back")
  func quoting() throws {
    for word in ["plain", "", "two words", "it's", "$HOME", "a;b", "\"q\"", "a\\b", "'", "*"] {
      let quoted = PastedCommand.quoted(word)
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/bash")
      process.arguments = ["-c", "printf %s \(quoted)"]
      let pipe = Pipe()
      process.standardOutput = pipe
      try process.run()
      process.waitUntilExit()
      let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
      #expect(String(decoding: bytes, as: UTF8.self) == word)
    }
  }

  @Test("A file of another kind is told to an importer's user in one line")
  func wrongFile() throws {
    let folder = try ScratchFolder()
    let swmm =
      "[TITLE]\nx\n[JUNCTIONS]\nJ1 0\n[OUTFALLS]\nO1 0 FREE\n[CONDUITS]\nC1 J1 O1 10 0.01\n"
    let epanet = "[JUNCTIONS]\nJ1 0\n[RESERVOIRS]\nR1 0\n[PIPES]\nP1 J1 R1 10 100 100\n"
    for (name, text) in [
      ("s.inp", swmm), ("e.inp", epanet), ("j.json", "{\"a\": 1}"), ("t.txt", "some words\n"),
    ] {
      try Data(text.utf8).write(to: folder.url(name))
    }
    for (importer, file, told) in [
      ("epanet", SampleFile.path, "is a GeoPackage, and no input file of EPANET"),
      ("epanet", folder.path("s.inp"), "geosnap import swmm"),
      ("swmm", folder.path("e.inp"), "geosnap import epanet"),
      ("epanet", folder.path("j.json"), "is JSON, and no input file of EPANET"),
      ("epanet", folder.path("t.txt"), "no section such as [JUNCTIONS]"),
      ("pandapower", folder.path("t.txt"), "no JSON of pandapower"),
      ("pandapipes", SampleFile.path, "is a GeoPackage"),
    ] {
      let run = try CommandLineRun(["import", importer, file, folder.path("out.gpkg")])
      #expect(run.exitCode == 65)
      #expect(run.errors.contains(told), "\(importer) \(file): \(run.errors)")
      #expect(run.errors.split(separator: "\n").count == 1, "\(run.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("out.gpkg")))
  }

  @Test("A folder of Esri's properties extractor is sent to import definition")
  func extractorFolder() throws {
    let folder = try ScratchFolder()
    try Data("x\n".utf8).write(to: folder.url("A_B_DomainNetworks.csv"))
    let run = try CommandLineRun(["import", "esri", folder.path(""), folder.path("o.gpkg")])
    #expect(run.exitCode == 64)
    #expect(run.errors.contains("geosnap import definition \(folder.path(""))"), "\(run.errors)")
  }
}
