import Foundation
import GeoSnapTestSupport
import GeoSnapTool
import Testing

@Suite("Colours on a terminal")
struct PaintTests {
  private let escape = "\u{1B}["
  private let words = ["snap", SampleFile.path, "--at", "417831.99,5367587.99", "--tolerance", "1"]

  @Test("What goes to a pipe has no colours unless --color always is given, wherever it stands")
  func pipes() throws {
    let plain = try CommandLineRun(words)
    #expect(plain.exitCode == 0 && !plain.output.contains(escape))
    for colored in [["--color", "always"] + words, words + ["--color=always"]] {
      let run = try CommandLineRun(colored)
      #expect(run.exitCode == 0, "\(run.errors)")
      #expect(run.output.contains(escape))
      #expect(run.output.replacing(/\u{1B}\[[0-9]+m/, with: "") == plain.output)
    }
    let never = try CommandLineRun(words + ["--color", "never"])
    #expect(never.output == plain.output)
    let json = try CommandLineRun(words + ["--color", "always", "--json"])
    #expect(!json.output.contains(escape))
    #expect(try CommandLineRun(words + ["--color", "blue"]).exitCode == 64)
    #expect(try CommandLineRun(words + ["--color"]).exitCode == 64)
  }

  @Test("Errors begin in colour when it is asked for, and in none in a pipe")
  func errors() throws {
    let wrong = ["show", SampleFile.path, "origin:nothing"]
    #expect(try CommandLineRun(wrong).errors.hasPrefix("geosnap: No feature"))
    let colored = try CommandLineRun(wrong + ["--color", "always"]).errors
    #expect(colored.hasPrefix("\(escape)31mgeosnap:\(escape)0m No feature"), "\(colored)")
  }

  @Test(
    "A terminal has colours, and NO_COLOR and TERM=dumb are obeyed",
    .enabled(if: FileManager.default.fileExists(atPath: "/usr/bin/script")),
    arguments: [("", true), ("NO_COLOR=1", false), ("NO_COLOR=", true), ("TERM=dumb", false)]
  )
  func terminal(environment: String, isColored: Bool) throws {
    let command =
      "env -u NO_COLOR TERM=xterm \(environment) '\(CommandLineRun.program.path)' "
      + words.map { "'\($0)'" }.joined(separator: " ")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/script")
    process.arguments = ["-qec", command, "/dev/null"]
    let output = Pipe()
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(text.contains("snapped"))
    // A bar, which a slow machine shows, moves the cursor and is no colour.
    let marks = text.matches(of: /\u{1B}\[[0-9;]*m/)
    #expect(marks.isEmpty != isColored, "\(text)")
  }

  @Test("Only the first word of a line and headings are coloured")
  func lines() {
    let paint = Paint(isOn: true)
    #expect(paint.line("refused:") == "\(escape)1mrefused:\(escape)0m")
    #expect(paint.line("  why  refused") == "  \(escape)31mwhy\(escape)0m  refused")
    for plain in ["", "  to the left", "A line that is refused", "  allowedness 1"] {
      #expect(paint.line(plain) == plain)
    }
    #expect(Paint(isOn: false).line("refused:") == "refused:")
  }
}
