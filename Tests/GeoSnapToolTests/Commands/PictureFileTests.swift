import Foundation
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Pictures as files")
struct PictureFileTests {
  private let folder = NSTemporaryDirectory() + "geosnap-pictures-\(UUID().uuidString)"

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func cleaned(_ body: () throws -> Void) rethrows {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try body()
  }

  @Test(
    "Each verb draws its answer, twice the same, and does not replace it unless told",
    arguments: picturedVerbs
  )
  func pictures(words: [String]) throws {
    let water = try ImportedExample.water()
    try cleaned {
      let (one, two) = ("\(folder)/one.svg", "\(folder)/two.svg")
      func run(_ path: String, _ more: String...) throws -> CommandLineRun {
        try CommandLineRun([words[0], water.path] + words.dropFirst() + ["--svg", path] + more)
      }
      let first = try run(one)
      #expect(first.exitCode == 0, "\(first.errors)")
      #expect(!first.output.isEmpty)
      #expect(try run(two).exitCode == 0)
      let svg = try String(contentsOfFile: one, encoding: .utf8)
      #expect(try String(contentsOfFile: two, encoding: .utf8) == svg)
      let reader = try SVGReader(svg)
      #expect(reader.texts.contains("N"))
      #expect(reader.texts.contains { $0.hasSuffix(" units") || $0 == "1 unit" })
      let again = try run(one)
      #expect(again.exitCode == 64 && again.errors.contains("--force"), "\(again.errors)")
      #expect(try run(one, "--force").exitCode == 0)
      let network = try run(water.path, "--force")
      #expect(network.exitCode == 64 && network.errors.contains("is the network"))
    }
  }

  @Test("A container's content has a picture")
  func container() throws {
    try cleaned {
      let path = "\(folder)/a.svg"
      let stations = try CommandLineRun([
        "list", SampleFile.path, "ElectricAssembly", "--limit", "1", "--json",
      ])
      let id = try #require(stations.output.firstMatch(of: /"globalID" ?: ?"([-0-9A-F]+)"/))
      let run = try CommandLineRun([
        "container", SampleFile.path, "--element", String(id.output.1), "--svg", path,
      ])
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.contains("The content can be told apart at 1:"))
      let texts = try SVGReader(try String(contentsOfFile: path, encoding: .utf8)).texts
      #expect(texts.contains("Extent of the content"))
      #expect(texts.contains { $0.hasPrefix("Content: points") })
    }
  }

  @Test("A PNG is a PNG, as wide as asked for", .enabled(if: PicturePainter.isInstalled))
  func png() throws {
    let file = try FixtureFile()
    try cleaned {
      for path in ["\(folder)/a.png", "\(folder)/B.PNG"] {
        let run = try CommandLineRun(["render", file.path, "--width", "700", "--output", path])
        #expect(run.exitCode == 0, "\(run.errors)")
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == 700)
      }
      let traced = try CommandLineRun([
        "validate", file.path, "--svg", "\(folder)/v.png",
      ])
      // The fixture has errors, which are drawn.
      #expect(traced.exitCode == 1, "\(traced.errors)")
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/v.png"))
      #expect(Array(bytes.prefix(4)) == [0x89, 0x50, 0x4E, 0x47])
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    }
  }

  @Test("Without the program a PNG is refused before anything is done, with what to install")
  func noPainter() throws {
    let file = try FixtureFile()
    try cleaned {
      let run = try CommandLineRun(
        shell: "render '\(file.path)' --output '\(folder)/a.png'",
        path: folder
      )
      #expect(run.exitCode == 64)
      #expect(run.errors.contains("rsvg-convert"))
      #expect(run.errors.contains("apt-get install librsvg2-bin"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test("A program that fails, or writes nothing, leaves no picture behind")
  func brokenPainter() throws {
    let file = try FixtureFile()
    try cleaned {
      for script in ["#!/bin/sh\necho 'no fonts' >&2\nexit 3\n", "#!/bin/sh\nexit 0\n"] {
        let bin = "\(folder)/bin"
        try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
        let program = "\(bin)/rsvg-convert"
        try Data(script.utf8).write(to: URL(fileURLWithPath: program))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
        let run = try CommandLineRun(
          shell: "render '\(file.path)' --output '\(folder)/a.png'",
          path: bin
        )
        #expect(run.exitCode == 74, "\(run.errors)")
        #expect(run.errors.contains("made no PNG"))
        if script.contains("fonts") { #expect(run.errors.contains("no fonts")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["bin"])
      }
    }
  }

  @Test("A program that says much on stderr before it draws is heard to its end")
  func talkativePainter() throws {
    let file = try FixtureFile()
    try cleaned {
      let bin = "\(folder)/bin"
      try FileManager.default.createDirectory(atPath: bin, withIntermediateDirectories: true)
      let program = "\(bin)/rsvg-convert"
      // It fails if nobody hears it, so that the test does not hang.
      let script = """
        #!/bin/sh
        PATH=/usr/bin:/bin
        timeout 30 head -c 300000 /dev/zero >&2 && echo picture

        """
      try Data(script.utf8).write(to: URL(fileURLWithPath: program))
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
      let run = try CommandLineRun(
        shell: "render '\(file.path)' --output '\(folder)/a.png'",
        path: bin
      )
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(try String(contentsOfFile: "\(folder)/a.png", encoding: .utf8) == "picture\n")
    }
  }

  @Test("No other kind of picture is SVG under its name", arguments: ["jpg", "pdf", "GIF", "webp"])
  func otherKinds(ending: String) throws {
    let file = try FixtureFile()
    try cleaned {
      for words in [
        ["render", file.path, "--output"], ["validate", file.path, "--svg"],
        ["subnetworks", file.path, "--svg"], ["segments", file.path, "--svg"],
        ["explain", file.path, "--at", "5,0", "--tolerance", "1", "--svg"],
      ] {
        let run = try CommandLineRun(words + ["\(folder)/a.\(ending)"])
        #expect(run.exitCode == 64, "\(words)")
        #expect(run.errors.contains("pictures are SVG or PNG"), "\(run.errors)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }
}

/// The verbs with a picture, each with the words of a question to Net3.
private let picturedVerbs: [[String]] = [
  ["trace", "--type", "connected", "--start", "origin:node/153"],
  ["subnetworks"], ["segments", "--ignore-status"],
  ["distances", "--from", "origin:node/153", "--cost", "Length"],
  ["why", "--from", "origin:node/River", "--to", "origin:node/153"],
  ["associations", "--extent", "0,0,60,40"],
  ["validate"],
]

extension PicturePainter {
  fileprivate static var isInstalled: Bool { (try? PicturePainter(for: "a.png")) != nil }
}
